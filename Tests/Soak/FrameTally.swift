import OpenCapture

/// A counter of processed frames and of frames with results, which threads can wait for.
final class FrameTally: Sendable {
  private struct Counts: Lockable {
    var processedCount = 0
    var resultCount = 0
  }

  private let counts = Monitor(Counts())

  var processedCount: Int { counts.withLock { $0.processedCount } }
  var resultCount: Int { counts.withLock { $0.resultCount } }

  /// Counts a processed frame.
  func add(found hasFound: Bool) {
    counts.update { counts in
      counts.processedCount += 1
      counts.resultCount += hasFound ? 1 : 0
    }
  }

  /// Waits until the given number of frames has been processed.
  func wait(for processedCount: Int) { _ = counts.wait { $0.processedCount >= processedCount ? true : nil } }
}

/// A frame processor that counts its calls.
struct Counted<Processor: StreamProcessor>: StreamProcessor {
  private var processor: Processor
  private let tally: FrameTally

  init(_ processor: Processor, _ tally: FrameTally) {
    self.processor = processor
    self.tally = tally
  }

  var name: String { processor.name }

  mutating func prepare(for format: FrameFormat) throws { try processor.prepare(for: format) }

  mutating func process(_ frame: inout Frame) throws {
    let before = frame.metadataObjects.count
    defer { tally.add(found: frame.metadataObjects.count > before) }
    try processor.process(&frame)
  }

  mutating func finish() throws { try processor.finish() }
}

extension Counted: HindsightProcessor where Processor: HindsightProcessor {
  var hindsight: Int { processor.hindsight }

  func withHindsight(_ frames: Int) -> Self { Self(processor.withHindsight(frames), tally) }

  mutating func takeLateObjects() -> [LateObject] { processor.takeLateObjects() }
}
