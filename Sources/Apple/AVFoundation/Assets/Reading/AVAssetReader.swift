public import CoreMedia
import OpenCaptureFlow
import OpenCaptureSystem

/// Reads the samples of an asset, one after another.
///
/// Add outputs, start reading, and take samples of each until there are no more. What is asked for is decoded on the thread
/// that asks.
public final class AVAssetReader: Sendable {
  /// What a reader does.
  public enum Status: Int, Sendable {
    /// It hasn't begun.
    case unknown = 0
    /// There is more, or may be.
    case reading = 1
    /// All outputs have given all that there is.
    case completed = 2
    /// Something went wrong: ``AVAssetReader/error`` says what.
    case failed = 3
    /// It was cancelled.
    case cancelled = 4
  }

  /// What is read.
  public let asset: AVAsset

  private struct State: Lockable {
    var status = Status.unknown
    var error: AVError?
    var outputs: [AVAssetReaderOutput] = []
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// How many outputs have more to give.
    var remaining = 0
  }

  private let state = Locked(State())

  /// Makes a reader.
  ///
  /// - Throws: An ``AVError`` where there is nothing in the asset that can be read.
  public init(asset: AVAsset) throws {
    _ = try asset.loadedTracks()
    self.asset = asset
  }

  /// How far it is.
  public var status: Status { state.withLock { $0.status } }

  /// What went wrong, an ``AVError``; nil where nothing did.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// What samples are taken of.
  public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

  /// Which part of the asset is read; default all of it.
  ///
  /// The first picture is the one that is shown when it begins, at its own time.
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.timeRange } }
    set {
      let isEarly = state.withLock { state in
        guard state.status == .unknown else { return false }
        state.timeRange = newValue
        return true
      }
      if !isEarly { Misuse.tell("timeRange: it can't be set once reading has started") }
    }
  }

  /// Whether an output can be added: its track is the asset's, it can give what was asked for, and reading hasn't started.
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    status == .unknown && output.complaint(in: asset) == nil && !outputs.contains { $0 === output }
  }

  /// Adds an output, where ``canAdd(_:)`` says so.
  public func add(_ output: AVAssetReaderOutput) {
    guard canAdd(output) else {
      return Misuse.tell("add(_:): the output can't be added: \(output.complaint(in: asset) ?? "it is late")")
    }
    output.attach(to: self)
    state.withLock { $0.outputs.append(output) }
  }

  /// Begins to read.
  ///
  /// - Returns: Whether there is something to be read; else ``error`` says why not.
  @discardableResult public func startReading() -> Bool {
    let begun = state.withLock { state -> (outputs: [AVAssetReaderOutput], range: CMTimeRange)? in
      guard state.status == .unknown else { return nil }
      (state.status, state.remaining) = (.reading, state.outputs.count)
      return (state.outputs, state.timeRange)
    }
    guard let begun else {
      Misuse.tell("startReading(): it has started before")
      return false
    }
    do throws(AVError) {
      for output in begun.outputs { try output.begin(begun.range) }
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Ends reading: no output gives anything any more.
  public func cancelReading() {
    let outputs = state.withLock { state -> [AVAssetReaderOutput] in
      guard state.status == .reading || state.status == .unknown else { return [] }
      state.status = .cancelled
      return state.outputs
    }
    for output in outputs { output.cancel() }
  }

  /// An output has given all.
  func noteEnd() {
    state.withLock { state in
      state.remaining -= 1
      if state.remaining == 0, state.status == .reading { state.status = .completed }
    }
  }

  /// An output can give no more.
  func fail(_ error: AVError) {
    state.withLock { state in
      guard state.status == .reading else { return }
      (state.status, state.error) = (.failed, error)
    }
  }
}
