import Glibc
import OpenCapture
import OpenCaptureCommandSupport

extension FuzzTarget {
  static let commands = [processors, list, escapes]

  /// What stands behind `--with`, and what the processors that it names do with a small frame.
  private static let processors = FuzzTarget("processors", longestInput: 128) { input in
    let text = String(decoding: input, as: UTF8.self)
    try ProcessorRegistry.standard.check(text)
    // What finds things has targets of its own, and takes its time to begin.
    guard !text.contains("faces"), !text.contains("codes") else { return }
    var pipeline = FramePipeline(try ProcessorRegistry.standard.makeAll(text))
    let sample = SampleBuffer(imageBuffer: try PixelBuffer(format: .bgra, width: 32, height: 24))
    _ = pipeline.process(Frame(sample))
  }

  /// A list of files; a byte says what parts them.
  private static let list = FuzzTarget("list", longestInput: 4096) { input in
    guard let first = input.first else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    defer { close(ends[0]) }
    _ = input.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    var reader = PathListReader(descriptor: ends[0], isNullSeparated: first & 1 != 0)
    while let path = try reader.next() { precondition(!path.bytes.isEmpty) }
  }

  /// What a terminal is shown of a code's text: nothing that controls it.
  private static let escapes = FuzzTarget("escapes", longestInput: 512) { input in
    for line in [EscapedText.line(input), EscapedText.line(String(decoding: input, as: UTF8.self))] {
      precondition(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }
}
