import Glibc
import OpenCapture
import OpenCaptureCommandSupport

extension FuzzTarget {
  static let commands = [processors, list, stream, cameras, escapes]

  /// The value of `--with`, and its processors on a small frame.
  private static let processors = FuzzTarget("processors", longestInput: 128) { input in
    let text = String(decoding: input, as: UTF8.self)
    try ProcessorRegistry.standard.check(text)
    // Detectors have their own targets, and start slowly.
    guard !text.contains("faces"), !text.contains("codes") else { return }
    var pipeline = FramePipeline(try ProcessorRegistry.standard.makeAll(text))
    let sample = SampleBuffer(pixelBuffer: try PixelBuffer(format: .bgra, width: 32, height: 24))
    _ = pipeline.process(Frame(sample))
  }

  /// A list of files; the first byte selects the separator.
  private static let list = FuzzTarget("list", longestInput: 4096) { input in
    guard let first = input.first else { return }
    try withPipe(input) { descriptor in
      var reader = PathListReader(descriptor: descriptor, isNullSeparated: first & 1 != 0)
      while let path = try reader.next() { precondition(!path.bytes.isEmpty) }
    }
  }

  /// Stream requests, with one of three shards selected; each identifier must be valid in a JSON answer.
  private static let stream = FuzzTarget("stream", longestInput: 2048) { input in
    try withPipe(input) { descriptor in
      guard let shard = Shard(argument: "0/3") else { return }
      var taken = 0
      var reader = RequestReader(descriptor: descriptor, shard: shard, maxRequestBytes: 256) { count in
        taken += count
        return taken < 1024 ? RequestBytes(count: count) {} : nil
      }
      while let request = try reader.next() {
        let answer = try JSONMembers(Array("{\"id\":\(request.id)}".utf8))
        precondition(answer.json("id") == request.id, "the identifier is not valid in an answer")
        if case .bytes(let data) = request.content { precondition(data.count <= 256) }
      }
    }
  }

  /// Lines of the file of network cameras; an address or error must not reveal the password.
  private static let cameras = FuzzTarget("cameras", longestInput: 256) { input in
    let line = String(decoding: input, as: UTF8.self).split(separator: "\n").first ?? ""
    if let entry = try? NetworkCameraEntry(line, at: "a line") {
      precondition((0.1...3600).contains(entry.options.timeout.seconds))
    }
    var description = ""
    do {
      description = try NetworkCameraEntry("door rtsp://me:tiger@\(line)", at: "a line")?.address.description ?? ""
    } catch {
      description = "\(error)"
    }
    precondition(!description.contains("tiger") || line.contains("tiger"), "the password is revealed")
  }

  /// Calls a closure with the reading end of a pipe that contains the given bytes.
  private static func withPipe(_ input: [UInt8], _ body: (Int32) throws -> Void) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    defer { close(ends[0]) }
    _ = input.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    try body(ends[0])
  }

  /// The text of a code as printed on a terminal; must not contain control characters.
  private static let escapes = FuzzTarget("escapes", longestInput: 512) { input in
    for line in [EscapedText.line(input), EscapedText.line(String(decoding: input, as: UTF8.self))] {
      precondition(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }
}
