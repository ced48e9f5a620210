/// How long a process that was asked to end is left to do so by itself; times are seconds of one clock.
package struct EndingPatience: Sendable {
  /// What is left of a second for the last words and the end itself is left out.
  private static let usual = 0.7
  /// For what must be brought to an end, such as a movie: encoders hold frames back, and disks can be slow.
  private static let longest = 10.0

  /// How many pieces of work have to be brought to an end.
  package private(set) var unfinishedCount = 0
  private var finishedAt: Double?

  package init() {}

  /// Takes note of work that has to be brought to an end.
  package mutating func begin() { unfinishedCount += 1 }

  /// Takes note that such work has come to its end.
  package mutating func finish(at time: Double) { (unfinishedCount, finishedAt) = (unfinishedCount - 1, time) }

  /// When patience is over, as far as is known now.
  ///
  /// - Parameter time: When the process was asked to end.
  package func deadline(askedAt time: Double) -> Double {
    let latest = time + Self.longest
    guard unfinishedCount == 0 else { return latest }
    return min(latest, max(time, finishedAt ?? time) + Self.usual)
  }
}
