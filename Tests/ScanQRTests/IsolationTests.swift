import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

/// Scans of files that crash or never end in worker processes.
@Suite("scan-qr with hostile decoders")
struct IsolationTests {
  private let command = Command(built: "scan-qr")

  /// Makes a folder with the hostile files and a picture after them.
  private func withFiles(_ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      folder.file("1-endless.pdf", PageFiles.endless)
      folder.file("2-nested.pdf", PageFiles.nested)
      folder.file("3-code.pgm", try PNM.bytes(#require(QRSymbol("survives")).picture(pixelsPerModule: 4)))
      try body(folder)
    }
  }

  private func statuses(_ lines: [String], _ key: String) throws -> [String: String] {
    try lines.reduce(into: [:]) { statuses, line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let name = object?[key] as? String, let status = object?["status"] as? String { statuses[name] = status }
    }
  }

  @Test("A document that never ends and one that crashes fail alone", .crashingPoppler)
  func files() throws {
    try withFiles { folder in
      let outcome = try command.run(["-r", ".", "--json", "--all", "--deadline", "0.5"], in: folder.url)
      let statuses = try statuses(outcome.lines, "source")
      #expect(
        statuses == ["./1-endless.pdf": "timeout", "./2-nested.pdf": "crashed", "./3-code.pgm": "ok"],
        "\(outcome.text)\(outcome.errors)")
      #expect(outcome.text.contains("survives") && outcome.status == 1)
    }
  }

  @Test(
    "A stream answers the requests behind a document that never ends and one that crashes", .crashingPoppler)
  func stream() throws {
    try withFiles { folder in
      let requests = folder.contents.map { #"{"id":"\#($0)","path":"\#($0)"}"# + "\n" }.joined()
      for program in ["scan-qr", "viewfinder"] {
        let outcome = try Command(built: program).run(
          ["--stream", "--deadline", "0.5", "--jobs", "1"] + (program == "viewfinder" ? ["--with", "codes"] : []),
          input: Array(requests.utf8), in: folder.url)
        let statuses = try statuses(outcome.lines, "id")
        #expect(
          statuses == ["1-endless.pdf": "timeout", "2-nested.pdf": "crashed", "3-code.pgm": "ok"],
          "\(program): \(outcome.text)\(outcome.errors)")
      }
    }
  }

  @Test("Results in worker processes are those of the command's own process")
  func equality() throws {
    try TemporaryFolder.with { folder in
      let codes = try ["one", "Grüße", "三"].map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
      folder.file("in/pages.pdf", PageFiles.pdf(codes))
      folder.file("in/pages.tiff", PageFiles.tiff(codes))
      for (index, code) in codes.enumerated() { folder.file("in/\(index).pgm", PNM.bytes(code)) }
      folder.file("in/broken.png", Array("\u{89}PNG".utf8))
      let outcomes = try ["none", "process"].map { isolation in
        try command.run(["-r", "in", "--json", "--isolation", isolation, "--annotate", isolation], in: folder.url)
      }
      #expect(outcomes[0].text == outcomes[1].text && outcomes[0].lines.count == 9, "\(outcomes)")
      #expect(outcomes[0].errors == outcomes[1].errors && outcomes[0].status == outcomes[1].status)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("none")) {
        let files = try ["none", "process"].map {
          try Data(contentsOf: URL(filePath: folder.path("\($0)/\(name)")))
        }
        #expect(files[0] == files[1], "\(name)")
      }
    }
  }
}
