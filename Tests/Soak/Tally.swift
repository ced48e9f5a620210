import OpenCapture

/// How often something looked at a frame, and how often it found something there; others can wait for it.
final class Tally: Sendable {
  private struct Counts: Lockable {
    var looks = 0
    var finds = 0
  }

  private let counts = Monitor(Counts())

  var looks: Int { counts.withLock { $0.looks } }
  var finds: Int { counts.withLock { $0.finds } }

  /// Counts a look.
  func add(found hasFound: Bool) {
    counts.update { counts in
      counts.looks += 1
      counts.finds += hasFound ? 1 : 0
    }
  }

  /// Waits until there were so many looks.
  func wait(for looks: Int) { _ = counts.wait { $0.looks >= looks ? true : nil } }
}

/// A processor whose looks are counted.
struct Counted<Processor: FrameProcessor>: FrameProcessor {
  private var processor: Processor
  private let tally: Tally

  init(_ processor: Processor, _ tally: Tally) { (self.processor, self.tally) = (processor, tally) }

  var name: String { processor.name }

  mutating func prepare(for format: FrameFormat) throws { try processor.prepare(for: format) }

  mutating func process(_ frame: inout Frame) throws {
    let before = frame.metadataObjects.count
    defer { tally.add(found: frame.metadataObjects.count > before) }
    try processor.process(&frame)
  }

  mutating func finish() throws -> [LateObject] { try processor.finish() }

  var hindsight: Int { processor.hindsight }

  func lookingBack(_ frames: Int) -> Self { Self(processor.lookingBack(frames), tally) }

  mutating func takeLateObjects() -> [LateObject] { processor.takeLateObjects() }
}
