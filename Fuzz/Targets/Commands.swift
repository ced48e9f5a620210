import Glibc
import OpenCapture
import OpenCaptureCommandSupport

extension FuzzTarget {
  static let commands = [processors, list, stream, cameras, escapes]

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
    try withPipe(input) { descriptor in
      var reader = PathListReader(descriptor: descriptor, isNullSeparated: first & 1 != 0)
      while let path = try reader.next() { precondition(!path.bytes.isEmpty) }
    }
  }

  /// Requests of a stream, of which every third is for somebody else: each is called what an answer can be called in JSON.
  private static let stream = FuzzTarget("stream", longestInput: 2048) { input in
    try withPipe(input) { descriptor in
      guard let shard = Shard(argument: "0/3") else { return }
      var taken = 0
      var reader = RequestReader(descriptor: descriptor, shard: shard, mostBytes: 256) { count in
        taken += count
        return taken < 1024 ? RequestBytes(count: count) {} : nil
      }
      while let request = try reader.next() {
        let answer = try JSONMembers(Array("{\"id\":\(request.id)}".utf8))
        precondition(answer.json("id") == request.id, "this can't be said in an answer")
        if case .bytes(let data) = request.content { precondition(data.count <= 256) }
      }
    }
  }

  /// Lines of the file of network cameras, and what stands behind a name and a password, which nobody is told.
  private static let cameras = FuzzTarget("cameras", longestInput: 256) { input in
    let line = String(decoding: input, as: UTF8.self).split(separator: "\n").first ?? ""
    if let entry = try? NetworkCameraEntry(line, at: "a line") {
      precondition((0.1...3600).contains(entry.options.timeout.seconds))
    }
    var said = ""
    do {
      said = try NetworkCameraEntry("door rtsp://me:tiger@\(line)", at: "a line")?.address.description ?? ""
    } catch {
      said = "\(error)"
    }
    precondition(!said.contains("tiger") || line.contains("tiger"), "this is the password")
  }

  /// The end of a pipe that gives these bytes.
  private static func withPipe(_ input: [UInt8], _ body: (Int32) throws -> Void) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    defer { close(ends[0]) }
    _ = input.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    try body(ends[0])
  }

  /// What a terminal is shown of a code's text: nothing that controls it.
  private static let escapes = FuzzTarget("escapes", longestInput: 512) { input in
    for line in [EscapedText.line(input), EscapedText.line(String(decoding: input, as: UTF8.self))] {
      precondition(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }
}
