import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

@Suite("viewfinder --stream")
struct StreamTests {
  private let command = Command(built: "viewfinder")

  private static let schema = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Documentation/schemas/stream-objects-1.json")

  private func code(_ text: String) throws -> [UInt8] {
    try PNM.bytes(#require(QRSymbol(text)).picture(pixelsPerModule: 4))
  }

  /// Returns the answers, validated against the schema.
  private func answers(
    _ requests: [UInt8], _ options: [String], in folder: TemporaryFolder
  ) throws -> [[String: Any]] {
    let outcome = try command.run(["--stream"] + options, input: requests, in: folder.url)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let schema = try JSONSchema(contentsOf: Self.schema)
    return try outcome.lines.map { line in
      #expect(schema.faults(in: line).isEmpty, "\(line)")
      return try members(of: line)
    }
  }

  private func members(of line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// Returns the output of `--json` for a file, without its name.
  private func lines(of file: String, in folder: TemporaryFolder) throws -> [NSDictionary] {
    try command.run(["--with", "codes", "--json", file], in: folder.url).lines.map { line in
      var members = try members(of: line)
      members["source"] = nil
      return NSDictionary(dictionary: members)
    }
  }

  private func objects(_ answers: [[String: Any]]) -> [NSDictionary] {
    answers.flatMap { $0["objects"] as? [[String: Any]] ?? [] }.map { NSDictionary(dictionary: $0) }
  }

  @Test("Each request gets one answer with the objects that --json prints, by name and by bytes")
  func pictures() throws {
    try TemporaryFolder.with { folder in
      let picture = try code("hello")
      folder.file("code.pgm", picture)
      folder.file("garbage", Array("no picture".utf8))
      var requests = Array("{\"id\":\"bytes\",\"bytes\":\(picture.count)}\n".utf8) + picture
      for name in ["code.pgm", "garbage", "missing"] {
        requests += Array("{\"id\":\"\(name)\",\"path\":\"\(name)\"}\n".utf8)
      }
      let answers = try answers(requests, ["--with", "codes"], in: folder)
      let byID = Dictionary(grouping: answers) { $0["id"] as? String ?? "" }
      #expect(answers.count == 4 && byID.count == 4)
      let expected = try lines(of: "code.pgm", in: folder)
      #expect(expected.count == 1)
      for id in ["bytes", "code.pgm"] {
        #expect(objects(byID[id] ?? []) == expected)
        #expect(byID[id]?[0]["status"] as? String == "ok" && byID[id]?[0]["size"] as? [Int] == [116, 116])
      }
      for (id, code) in [("garbage", "unknownFormat"), ("missing", "cannotOpen")] {
        #expect(byID[id]?[0]["status"] as? String == "failed")
        #expect((byID[id]?[0]["error"] as? [String: Any])?["code"] as? String == code)
      }
    }
  }

  @Test("Each frame of a movie with detections gets a partial answer, followed by a final one")
  func movie() throws {
    try TemporaryFolder.with { folder in
      folder.file("code.pgm", try code("in a movie"))
      let made = try command.run(
        [
          "--camera", "synthetic", "--scene", "code.pgm", "--with", "none", "--preset", "640x480", "--duration",
          "0.5", "-o", "a.mkv",
        ], in: folder.url)
      #expect(made.status == 0, "\(made.errors)")
      let answers = try answers(Array(#"{"id":1,"path":"a.mkv"}"#.utf8), ["--with", "codes"], in: folder)
      let expected = try lines(of: "a.mkv", in: folder)
      #expect(!expected.isEmpty && objects(answers) == expected)
      #expect(answers.dropLast().allSatisfy { $0["partial"] != nil } && answers.last?["partial"] == nil)
      #expect(answers.last?["size"] as? [Int] == [640, 480])
    }
  }

  @Test("An input over the deadline is abandoned, and others are answered")
  func deadline() throws {
    try TemporaryFolder.with { folder in
      let size = VideoDimensions(width: 640, height: 480)
      try MovingMovie.write(folder.path("long.mkv"), size, frames: 300)
      folder.file("tiny.pgm", Array("P5 1 1 255\n\u{0}".utf8))
      let requests = #"{"id":"long","path":"long.mkv"}"# + "\n" + #"{"id":"tiny","path":"tiny.pgm"}"#
      let answers = try answers(Array(requests.utf8), ["--deadline", "0.05", "-j", "1"], in: folder)
      let statuses = answers.filter { $0["partial"] == nil }.map { "\($0["id"] ?? ""): \($0["status"] ?? "")" }
      #expect(Set(statuses) == ["long: timeout", "tiny: ok"] && statuses.count == 2)
    }
  }

  @Test(
    "Options that cannot be combined with --stream are wrong usage",
    arguments: [
      ["--stream", "a.jpg"], ["--stream", "-o", "a.jpg"], ["--stream", "--json"], ["--deadline", "1", "a.jpg"],
    ])
  func usage(arguments: [String]) throws { #expect(try command.run(arguments).status == 2) }
}
