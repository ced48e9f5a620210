/// Which frames a camera loses that is held up, a busy machine's for instance: a value.
///
/// A driver's buffers hold a few; what is older than that, a real camera loses, rather than come later and later.
struct SyntheticBacklog: Sendable {
  /// How long a frame lasts, in nanoseconds.
  let frameNanoseconds: UInt64
  /// How many frames may wait.
  let capacity: UInt64
  /// What goes wrong, which is kept for its frame.
  let faults: SyntheticFaults

  /// The frame that comes next.
  ///
  /// - Parameters:
  ///   - frame: The one whose turn it is.
  ///   - elapsed: The time since streaming began, in nanoseconds.
  func next(_ frame: UInt64, after elapsed: UInt64) -> UInt64 {
    // A frame comes when it has been exposed.
    let whole = elapsed / max(1, frameNanoseconds)
    guard whole > frame + capacity else { return frame }
    return (frame..<whole - 1).first { faults.fault(at: $0) != nil } ?? whole - 1
  }
}
