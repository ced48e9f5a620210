import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

@Suite("scan-qr --stream")
struct StreamTests {
  private let command = Command(built: "scan-qr")

  private func code(_ text: String) throws -> [UInt8] {
    try PNM.bytes(#require(QRSymbol(text)).picture(pixelsPerModule: 4))
  }

  private func blank() -> [UInt8] { Array("P5 64 48 255\n".utf8) + [UInt8](repeating: 255, count: 64 * 48) }

  /// Returns the final answers of requests by ID; each request must have exactly one.
  private func answers(
    _ requests: Requests, _ options: [String] = [], in folder: TemporaryFolder? = nil
  ) throws -> [String: Answer] {
    let outcome = try command.run(["--stream"] + options, input: requests.bytes, in: folder?.url)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return Dictionary(try outcome.lines.map { try Answer($0) }.filter { !$0.isPartial }.map { ($0.id, $0) }) {
      Issue.record("two final answers for \($0.id)")
      return $1
    }
  }

  @Test("Each request gets exactly one final answer: codes, none, missing file, garbage, truncated; status 0")
  func kinds() throws {
    try TemporaryFolder.with { folder in
      let header = "P5 116 116 255\n".utf8.count
      let tall = try Array("P5 116 316 255\n".utf8) + code("upper part").dropFirst(header)
      folder.file("code.pgm", try code("hello"))
      folder.file("blank.pgm", blank())
      folder.file("garbage", Array("just some text that is no picture".utf8))
      folder.file("cut.pgm", tall + [UInt8](repeating: 255, count: 116 * 100))
      folder.file("empty", [])
      var requests = Requests()
      let names = ["code.pgm", "blank.pgm", "missing", "garbage", "cut.pgm", "empty", "."]
      for name in names { try requests.add(name, path: name) }
      let answers = try answers(requests, in: folder)
      #expect(answers.count == names.count)
      let statuses = ["ok", "ok", "failed", "failed", "damaged", "failed", "failed"]
      #expect(names.map { answers[$0]?.status } == statuses)
      #expect(
        names.map { answers[$0]?.errorCode }
          == [nil, nil, "cannotOpen", "unknownFormat", "truncated", "empty", "cannotRead"])
      #expect(answers["code.pgm"]?.texts == ["hello"] && answers["code.pgm"]?.size == [116, 116])
      #expect(answers["blank.pgm"]?.texts == [] && answers["blank.pgm"]?.size == [64, 48])
      #expect(answers["cut.pgm"]?.texts == ["upper part"] && answers["missing"]?.size == nil)
    }
  }

  @Test("A file and its bytes in a request have the same codes, which equal those of --json without the source")
  func bytesInLine() throws {
    try TemporaryFolder.with { folder in
      let texts = ["one", "two\n\"three\"", "1\u{1b}[31m"]
      var requests = Requests()
      for (index, text) in texts.enumerated() {
        folder.file("\(index).pgm", try code(text))
        try requests.add("path \(index)", path: "\(index).pgm")
        // With and without a newline after the bytes.
        try requests.add("bytes \(index)", try code(text), end: index == 1 ? "\n" : "")
      }
      let answers = try answers(requests, in: folder)
      let json = try command.run(["--json"] + texts.indices.map { "\($0).pgm" }, in: folder.url).lines
      for index in texts.indices {
        let named = try #require(answers["path \(index)"]?.codes.first)
        let inLine = try #require(answers["bytes \(index)"]?.codes.first)
        var plain = try #require(
          JSONSerialization.jsonObject(with: Data(json[index].utf8)) as? [String: Any])
        plain["source"] = nil
        #expect(NSDictionary(dictionary: named).isEqual(to: inLine))
        #expect(NSDictionary(dictionary: named).isEqual(to: plain))
        #expect(named["text"] as? String == texts[index])
      }
    }
  }

  @Test("An invalid line is reported by its number, and the next request is answered")
  func invalidLines() throws {
    var requests = Requests()
    let lines = [
      "no JSON", "[1]", #"{"path":"a"}"#, #"{"id":"neither"}"#, #"{"id":"fraction","bytes":1.5}"#,
      #"{"id":"negative","bytes":-1}"#, #"{"id":"number","path":7}"#, #"{"id":"nul","path":"a\u0000b"}"#,
      #"{"id":"self","path":"-"}"#, #"{"id":"address","path":"s3://b/k"}"#,
    ]
    for line in lines { requests.add(line: line) }
    requests.add(line: "")
    requests.add(line: #"{"id":"both","path":"a","bytes":5}"#)
    requests.add(line: "12345")
    requests.add(line: String(repeating: "x", count: 3 << 20))
    try requests.add("last", try code("still there"))
    let outcome = try command.run(["--stream", "-j1"], input: requests.bytes)
    #expect(outcome.status == 0)
    let answers = try outcome.lines.map { try Answer($0) }
    #expect(answers.count == lines.count + 3)
    let unreadable = answers.filter { $0.id == "null" }.compactMap(\.errorText)
    #expect(unreadable.count == 4)
    for (text, start) in zip(
      unreadable.sorted(), ["line 1 is not valid JSON", "line 12 is too long", "line 2 is not", "line 3 has no"])
    {
      #expect(text.hasPrefix(start), "\(text)")
    }
    #expect(answers.filter { $0.status == "failed" }.count == answers.count - 1)
    for id in ["neither", "fraction", "negative", "number", "both"] {
      #expect(answers.first { $0.id == id }?.errorCode == "invalidRequest", "\(id)")
    }
    for id in ["nul", "self", "address"] {
      #expect(answers.first { $0.id == id }?.errorCode == "cannotOpen", "\(id)")
    }
    #expect(answers.first { $0.id == "last" }?.texts == ["still there"])
  }

  @Test(
    "An ID can be any JSON value, and is returned unchanged",
    arguments: [
      #""text \u00e9 é""#, "7", "1.0", "1e400", "12345678901234567890123", "null", "true", #"{"a":[1, "b"]}"#, "-0",
    ])
  func ids(_ id: String) throws {
    let request = #"{"path":"/nonexistent","id": \#(id) }"#
    let outcome = try command.run(["--stream"], input: Array((request + "\n").utf8))
    #expect(outcome.text.hasPrefix(#"{"v":1,"id":\#(id),"status":"failed","codes":[],"size":null,"ms":"#))
  }

  @Test("File names can have all characters, and bytes that are not UTF-8 in Python's encoding")
  func names() throws {
    try TemporaryFolder.with { folder in
      folder.file("é😀\".pgm", try code("unicode"))
      let script = #"cp 'é😀".pgm' $'\xff.pgm' && exec "$0" --stream < requests"#
      var requests = Requests()
      try requests.add("unicode", path: #"\u00e9\ud83d\ude00\".pgm"#)
      try requests.add("plain", path: #"é😀\".pgm"#)
      requests.add(line: #"{"id":"bytes","path":"\udcff.pgm"}"#)
      requests.add(line: #"{"id":"half","path":"\ud83d.pgm"}"#)
      folder.file("requests", requests.bytes)
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      let answers = try outcome.lines.map { try Answer($0) }
      #expect(Set(answers.filter { $0.texts == ["unicode"] }.map(\.id)) == ["unicode", "plain", "bytes"])
      #expect(answers.first { $0.id == "half" }?.errorCode == "invalidRequest")
    }
  }

  @Test("Too many bytes are skipped, and too few are an error")
  func byteCounts() throws {
    var requests = Requests()
    try requests.add("large", [UInt8](repeating: 7, count: 1_000_001))
    try requests.add("small", try code("fits"))
    try requests.add("none", [])
    requests.add(line: #"{"id":"cut","bytes":100}"#)
    requests.add(line: "fewer")
    let answers = try answers(requests, ["--max-size", "1"])
    #expect(
      answers["large"]?.errorCode == "tooLarge" && answers["large"]?.errorText?.contains("--max-size") == true)
    #expect(answers["small"]?.texts == ["fits"])
    #expect(answers["none"]?.errorCode == "empty")
    #expect(answers["cut"]?.errorCode == "truncated" && answers["cut"]?.errorText?.contains("6 of 100") == true)
    #expect(answers.count == 4)
  }

  @Test("The limits of file size and of memory are enforced")
  func limits() throws {
    try TemporaryFolder.with { folder in
      folder.file("large.pgm", Array("P5 1200 1000 255\n".utf8) + [UInt8](repeating: 255, count: 1_200_000))
      var requests = Requests()
      try requests.add("a", path: "large.pgm")
      #expect(try answers(requests, ["--max-size", "1"], in: folder)["a"]?.errorCode == "tooLarge")
      let beyondMemory = try answers(requests, ["--max-memory", "2"], in: folder)["a"]
      #expect(beyondMemory?.errorCode == "tooLarge" && beyondMemory?.errorText?.contains("--max-memory") == true)
      #expect(try answers(requests, ["--max-size", "2", "--max-memory", "9"], in: folder)["a"]?.status == "ok")
    }
  }

  @Test("Pages and movies give partial answers and a final one; each code is reported once")
  func partial() throws {
    try TemporaryFolder.with { folder in
      let pages = try ["one", "two"].map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
      let empty = try PixelBuffer(format: .grey, width: 90, height: 60)
      folder.file("three.tiff", PageFiles.tiff([pages[0], empty, pages[1]]))
      var requests = Requests()
      try requests.add("pages", path: "three.tiff")
      let outcome = try command.run(["--stream"], input: requests.bytes, in: folder.url)
      let lines = try outcome.lines.map { try Answer($0) }
      #expect(lines.map(\.isPartial) == [true, true, false])
      #expect(lines.map(\.texts) == [["one"], ["two"], []])
      #expect(lines.flatMap { $0.codes.compactMap { $0["page"] as? Int } } == [1, 3])
      #expect(lines.allSatisfy { $0.id == "pages" && $0.status == "ok" })
    }
  }

  @Test("A shard answers only its own requests, and the shards together answer each once; the same holds for lists")
  func shards() throws {
    try TemporaryFolder.with { folder in
      var requests = Requests()
      for index in 0..<7 {
        folder.file("\(index).pgm", try code("text \(index)"))
        if index % 2 == 0 {
          try requests.add("\(index)", path: "\(index).pgm")
        } else {
          try requests.add("\(index)", try code("text \(index)"), end: "\n")
        }
      }
      let names = (0..<7).map { "\($0).pgm" }
      for shard in 0..<3 {
        let expected = (0..<7).filter { $0 % 3 == shard }
        let answers = try answers(requests, ["--shard", "\(shard)/3"], in: folder)
        #expect(Set(answers.keys) == Set(expected.map { "\($0)" }))
        #expect(answers.allSatisfy { $0.value.texts == ["text \($0.key)"] })
        let list = try command.run(["--shard", "\(shard)/3"] + names, in: folder.url)
        #expect(list.lines == expected.map { "\($0).pgm: text \($0)" })
      }
    }
  }

  @Test(
    "Options that cannot be combined with --stream are wrong usage",
    arguments: [
      (["--stream", "a.png"], "with files"), (["--stream", "--files-from", "-"], "with files"),
      (["--stream", "--raw"], "--raw"), (["--stream", "--annotate", "a.png"], "--annotate"),
      (["--stream", "--one"], "--one"), (["--window", "3", "a.png"], "--stream"),
      (["--stream", "--window", "0"], "between"),
      (["--stream", "--deadline", "0"], "--deadline"), (["--shard", "3/3", "a.png"], "--shard"),
      (["--stream", "--max-memory", "0"], "--max-memory"),
      (["--camera", "synthetic", "--shard", "0/2"], "--camera"),
    ] as [([String], String)])
  func usage(_ arguments: [String], _ hint: String) throws {
    let outcome = try command.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
  }

  @Test("Unreadable standard input and unwritable standard output give status 1")
  func brokenStreams() throws {
    try TemporaryFolder.with { folder in
      var requests = Requests()
      for index in 0..<50 { try requests.add("\(index)", path: "/nonexistent") }
      folder.file("requests", requests.bytes)
      let script = #"""
        "$0" --stream <&-; echo $?
        "$0" --stream <requests >/dev/full; echo $?
        trap '' PIPE; { "$0" --stream <requests; echo $? >status; } | true; cat status
        """#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "1\n1\n1\n", "\(outcome.errors)")
    }
  }
}
