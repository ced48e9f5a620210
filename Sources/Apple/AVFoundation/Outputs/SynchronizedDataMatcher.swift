import CoreMedia

/// The state of combining the data of several outputs by moments, without threads or locks.
///
/// The oldest item determines the next moment. The moment is complete when each other output has delivered an item
/// as new. It also ends when the first output has delivered two later items, or when more than 16 items wait. Items
/// within half of the first output's interval belong to the same moment.
struct SynchronizedDataMatcher<Item> {
  private struct Waiting {
    let output: Int
    let time: CMTime
    let item: Item
  }

  /// The number of later items of the first output that end the wait for other outputs.
  private static var laterItemLimit: Int { 2 }
  /// The maximum number of waiting items.
  private static var capacity: Int { 16 }

  private var waiting: [Waiting] = []
  private var newest: [CMTime]
  /// The last two intervals of the first output.
  ///
  /// The shorter one gives the rate, because the longer one can be a gap.
  private var intervals = (CMTime.positiveInfinity, CMTime.positiveInfinity)

  init(outputCount: Int) { newest = Array(repeating: .invalid, count: outputCount) }

  /// Adds an item of an output, and returns all complete moments.
  ///
  /// A nil item states that the output has no data for the time. Each moment contains one entry per output, nil for
  /// no data.
  mutating func take(_ item: Item?, from output: Int, at time: CMTime) -> [[Item?]] {
    if output == 0, newest[0].isNumeric, time > newest[0] { intervals = (intervals.1, time - newest[0]) }
    newest[output] = time
    if let item {
      let index = waiting.firstIndex { $0.time > time } ?? waiting.endIndex
      waiting.insert(Waiting(output: output, time: time, item: item), at: index)
    }
    var moments: [[Item?]] = []
    while let first = waiting.first, isComplete(first) { moments.append(takeMoment(of: first)) }
    return moments
  }

  private func isComplete(_ first: Waiting) -> Bool {
    let isAwaited = newest.indices.contains { output in
      output != first.output && !(newest[output].isNumeric && newest[output] + tolerance >= first.time)
    }
    return !isAwaited || waiting.count > Self.capacity
      || waiting.count { $0.output == 0 && $0.time > first.time } >= Self.laterItemLimit
  }

  private var tolerance: CMTime {
    let interval = min(intervals.0, intervals.1)
    return interval.isNumeric ? CMTimeMultiplyByRatio(interval, multiplier: 1, divisor: 2) : .zero
  }

  private mutating func takeMoment(of first: Waiting) -> [Item?] {
    var moment = [Item?](repeating: nil, count: newest.count)
    let end = first.time + tolerance
    waiting.removeAll { candidate in
      guard candidate.time <= end, moment[candidate.output] == nil else { return false }
      moment[candidate.output] = candidate.item
      return true
    }
    return moment
  }
}
