/// Puts results that come in any order back into the order of their inputs.
struct OrderedResults<Result> {
  private var waiting: [Int: Result] = [:]
  private var next = 0

  /// Whether it is the turn of input `index`: all before it are done.
  func isTurn(of index: Int) -> Bool { index == next }

  /// Takes the result of input `index`; gives those whose turn has come.
  mutating func insert(_ result: Result, at index: Int) -> [Result] {
    waiting[index] = result
    var ready: [Result] = []
    while let result = waiting.removeValue(forKey: next) {
      ready.append(result)
      next += 1
    }
    return ready
  }

  /// Gives what still waits, in order, when the inputs before it won't finish any more.
  mutating func drain() -> [Result] {
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }
}
