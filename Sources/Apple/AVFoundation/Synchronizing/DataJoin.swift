import CoreMedia

/// Puts together what several outputs deliver of one moment: a state machine without threads or locks.
///
/// What is oldest leads, and goes as soon as each other output has delivered something as new, or the first has delivered
/// so much since that nothing can be meant to come. With it goes what others delivered of the same moment: within half of
/// the time between two of the first's.
struct DataJoin<Item> {
  private struct Waiting {
    let output: Int
    let time: CMTime
    let item: Item
  }

  /// How many of the first's items come before what is missing is no longer waited for; and how many of all, where the
  /// first has none.
  private static var patience: Int { 2 }
  private static var capacity: Int { 16 }

  private var waiting: [Waiting] = []
  private var newest: [CMTime]
  /// The times between the first's last three: the shorter one tells the rate, since the longer can be a gap.
  private var intervals = (CMTime.positiveInfinity, CMTime.positiveInfinity)

  init(outputCount: Int) { newest = Array(repeating: .invalid, count: outputCount) }

  /// Takes what an output delivered, nil where it says that it has nothing of that time; what goes now: of each moment, what each output has, nil for nothing.
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
      || waiting.count { $0.output == 0 && $0.time > first.time } >= Self.patience
  }

  private var tolerance: CMTime {
    let interval = min(intervals.0, intervals.1)
    return interval.isNumeric ? CMTimeMultiplyByRatio(interval, multiplier: 1, divisor: 2) : .zero
  }

  private mutating func takeMoment(of first: Waiting) -> [Item?] {
    var moment = [Item?](repeating: nil, count: newest.count)
    let end = first.time + tolerance
    waiting.removeAll { one in
      guard one.time <= end, moment[one.output] == nil else { return false }
      moment[one.output] = one.item
      return true
    }
    return moment
  }
}
