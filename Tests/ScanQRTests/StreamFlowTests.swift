import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

/// The timing of answers while the stream is open.
@Suite("Flow of scan-qr --stream")
struct StreamFlowTests {
  private let command = Command(built: "scan-qr")

  private func code(_ text: String) throws -> [UInt8] {
    try PNM.bytes(#require(QRSymbol(text)).picture(pixelsPerModule: 4))
  }

  private func request(_ id: String, _ path: String) -> [UInt8] {
    Array(#"{"id":"\#(id)","path":"\#(path)"}"#.utf8) + [UInt8(ascii: "\n")]
  }

  private func start(_ options: [String], in folder: TemporaryFolder) throws -> RunningCommand {
    try RunningCommand(command, ["--stream"] + options, in: folder.url)
  }

  private func next(_ stream: RunningCommand) throws -> Answer {
    let line = try stream.nextLine("an answer")
    return try Answer(#require(line))
  }

  /// Opens a pipe for writing, as soon as the command has opened it for reading.
  private func openPipe(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(filePath: folder.path(name)))
  }

  @Test("Answers are written at once, while standard input stays open")
  func atOnce() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("hello"))
      let stream = try start([], in: folder)
      for round in 0..<3 {
        try stream.write(request("\(round)", "a.pgm"))
        let answer = try next(stream)
        #expect(answer.id == "\(round)" && answer.texts == ["hello"])
      }
      try stream.closeInput()
      #expect(try stream.status() == 0)
    }
  }

  @Test("The stream cannot be read as a file by another name")
  func ownName() throws {
    try TemporaryFolder.with { folder in
      let stream = try start([], in: folder)
      for name in ["/dev/stdin", "/proc/self/fd/0"] {
        try stream.write(request(name, name))
        #expect(try next(stream).errorCode == "cannotOpen")
      }
      try stream.closeInput()
      #expect(try stream.status() == 0)
    }
  }

  @Test("Waiting inputs do not block the others, even if they equal the number of jobs")
  func stalled() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("hello"))
      for name in ["first", "second"] { #expect(mkfifo(folder.path(name), 0o600) == 0) }
      let stream = try start(["-j2", "--window", "3"], in: folder)
      try stream.write(request("first", "first") + request("second", "second"))
      for index in 0..<20 { try stream.write(request("\(index)", "a.pgm")) }
      let ids = try (0..<20).map { _ in try next(stream).id }
      #expect(ids == (0..<20).map { "\($0)" })
      for name in ["second", "first"] {
        let pipe = try openPipe(name, in: folder)
        try pipe.write(contentsOf: Data(try code("of the \(name)")))
        try pipe.close()
        let answer = try next(stream)
        #expect(answer.id == name && answer.texts == ["of the \(name)"])
      }
      try stream.closeInput()
      #expect(try stream.status() == 0)
    }
  }

  @Test("While the window is full, standard input is read by at most one piece")
  func window() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("hello"))
      let names = ["first", "second"]
      for name in names { #expect(mkfifo(folder.path(name), 0o600) == 0) }
      let stream = try start(["-j2", "--window", "2"], in: folder)
      var requests = names.flatMap { request($0, $0) }
      let begun = requests.count
      while requests.count < 40_000 { requests += request("later", "a.pgm") }
      try stream.write(requests)
      // Both are accepted; at most one piece is read beyond them.
      let pipes = try names.map { try openPipe($0, in: folder) }
      #expect(requests.count - stream.unreadByteCount <= begun + 4096)
      for pipe in pipes { try pipe.close() }
      // A later request can be answered before the second of them.
      var laterCount = 0
      var waiting = Set(names)
      while !waiting.isEmpty {
        let answer = try next(stream)
        if waiting.remove(answer.id) == nil { laterCount += 1 } else { #expect(answer.errorCode == "empty") }
      }
      try stream.closeInput()
      laterCount += try stream.remainingLines().count
      #expect(laterCount == (requests.count - begun) / request("later", "a.pgm").count)
      #expect(try stream.status() == 0)
    }
  }

  @Test("A signal ends the run within a second, and answers are complete", arguments: [SIGTERM, SIGINT])
  func signals(_ signal: Int32) throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("hello"))
      #expect(mkfifo(folder.path("stalled"), 0o600) == 0)
      let stream = try start(["-j1", "--window", "4"], in: folder)
      try stream.write(request("stalled", "stalled") + request("a", "a.pgm"))
      #expect(try next(stream).texts == ["hello"])
      stream.send(signal)
      let rest = try stream.remainingLines()
      let status = try stream.status()
      #expect(rest.isEmpty && status == 128 + signal)
    }
  }

  @Test("A picture over the deadline is answered as timeout, and the next is processed; in lists it is a failure")
  func deadline() throws {
    try TemporaryFolder.with { folder in
      let hostile = HostilePicture(seed: 0, dimensions: VideoDimensions(width: 6000, height: 4000))
      folder.file("hostile.pgm", PNM.bytes(try hostile.picture()))
      folder.file("a.pgm", try code("hello"))
      var requests = Requests()
      try requests.add("hostile", path: "hostile.pgm")
      try requests.add("a", path: "a.pgm")
      let options = ["--effort", "thorough", "--deadline", "0.5", "-j1"]
      let outcome = try command.run(["--stream"] + options, input: requests.bytes, in: folder.url)
      #expect(outcome.status == 0)
      let answers = try outcome.lines.map { try Answer($0) }
      #expect(answers.map(\.id) == ["hostile", "a"])
      #expect(answers.map(\.status) == ["timeout", "ok"])
      #expect(answers.first?.errorCode == "deadlineExceeded" && answers.last?.texts == ["hello"])
      let list = try command.run(options + ["hostile.pgm", "a.pgm"], in: folder.url)
      #expect(list.text == "a.pgm: hello\n" && list.status == 1)
      #expect(list.errors.hasPrefix("scan-qr: hostile.pgm: took more than 0.5 s of processor time"))
    }
  }

  @Test("Memory stays constant over thousands of inputs")
  func memory() throws {
    try TemporaryFolder.with { folder in
      let picture = try code("hello")
      folder.file("a.pgm", picture)
      let stream = try start(["--effort", "fast"], in: folder)
      var early = 0
      for round in 0..<20 {
        for index in 0..<50 { try stream.write(request("\(index)", "a.pgm")) }
        for index in 0..<50 {
          let line = try stream.nextLine()
          #expect(line?.contains("hello") == true, "\(index)")
        }
        if round == 4 { early = stream.residentByteCount }
      }
      // Keeping 750 pictures would take 10 MB.
      #expect(early > 0 && stream.residentByteCount < early + (6 << 20))
      try stream.closeInput()
      #expect(try stream.status() == 0)
    }
  }
}

extension RunningCommand {
  /// The resident memory in bytes.
  fileprivate var residentByteCount: Int {
    let fields = try? String(contentsOfFile: "/proc/\(processIdentifier)/statm", encoding: .utf8).split(
      separator: " ")
    return fields.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * Int(getpagesize()) } ?? 0
  }
}
