// swift-format-ignore-file
// Written in the style of public camera code, and only compiled.

import Foundation
import OSLog

private let logger = Logger(subsystem: "com.example.camera", category: "session")
private let configurationLogger = Logger(subsystem: "com.example.camera", category: "configuration")
private let poi = OSLog(subsystem: "com.example.camera", category: .pointsOfInterest)

func logFailure(_ error: Error, _ path: String, _ count: Int, _ rate: Double, _ url: URL?) {
  logger.error("Failed to start: \(error.localizedDescription)")
  logger.error("Failed: \(error.localizedDescription, privacy: .public), \(String(describing: error), privacy: .private)")
  logger.info("Saved \(path, privacy: .private(mask: .hash)) as number \(count)")
  logger.debug("Rate \(rate, format: .fixed(precision: 2)), code \(count, format: .hex(explicitPrefix: true), privacy: .public)")
  logger.notice("URL \(url?.absoluteString ?? "none", align: .left(columns: 20)) \(url?.isFileURL ?? false)")
  logger.log(level: .fault, "Lost \(count, align: .right(columns: 6)) frames, \(rate)")
  logger.warning("\(#function) line \(#line)")
  logger.trace("trace")
  logger.critical("critical")
  logger.fault("\(type(of: error)) \(String(describing: CGSize(width: 1, height: 2)), privacy: .sensitive)")
  configurationLogger.log("Answer \(count > 0, format: .answer)")
  Logger().log("plain")
}

func logOldStyle(_ count: Int, _ name: String) {
  os_log("Started")
  os_log("Started %d cameras", count)
  os_log("Started %{public}@ %{private}@", log: .default, type: .info, name, name)
  os_log(.error, "Failed with %d", count)
  os_log(.debug, log: poi, "Frame %d", count)
  if OSLog.disabled.isEnabled(type: .debug) { print("never") }
}

func measure(_ work: () throws -> Int) rethrows -> Int {
  let signposter = OSSignposter(logHandle: poi)
  let id = signposter.makeSignpostID()
  let state = signposter.beginInterval("Capture", id: id, "started \(1)")
  signposter.emitEvent("Frame", id: id)
  let result = try signposter.withIntervalSignpost("Work") { try work() }
  signposter.endInterval("Capture", state, "ended \(result)")
  os_signpost(.begin, log: poi, name: "Encode")
  os_signpost(.event, log: poi, name: "Encode", signpostID: OSSignpostID(log: poi), "frame %d", result)
  os_signpost(.end, log: poi, name: "Encode", signpostID: .exclusive)
  return result
}

final class Counter: @unchecked Sendable {
  private let count = OSAllocatedUnfairLock(initialState: 0)
  private let section = OSAllocatedUnfairLock()
  private let pointer: os_unfair_lock_t

  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: os_unfair_lock())
  }

  deinit { pointer.deallocate() }

  func increment() -> Int {
    section.withLock { print("increment") }
    os_unfair_lock_lock(pointer)
    defer { os_unfair_lock_unlock(pointer) }
    if os_unfair_lock_trylock(pointer) { print("never") }
    return count.withLock { value in
      value += 1
      return value
    }
  }
}

struct UnfairLock {
  private var lock = os_unfair_lock_s()

  mutating func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    os_unfair_lock_lock(&lock)
    defer { os_unfair_lock_unlock(&lock) }
    return try body()
  }
}
