import OpenCaptureSystem

/// Lets so many threads work at once, of those that have something to work on.
final class JobSlots: Sendable {
  private let free: Monitor<Int>

  init(_ count: Int) { free = Monitor(count) }

  /// Works once there is a slot.
  func use<Result>(_ body: () throws -> Result) rethrows -> Result {
    _ = free.wait { free -> Void? in
      guard free > 0 else { return nil }
      free -= 1
      return ()
    }
    defer { free.update { $0 += 1 } }
    return try body()
  }
}
