import OpenCaptureCodes
import Fixtures
import Foundation
import OpenCaptureMetadata
import Testing

/// The command as users and scripts see it.
@Suite("scan-qr")
struct ScanQRTests {
  private let command = Command(built: "scan-qr")

  private func code(_ text: String) throws -> [UInt8] {
    try PNM.bytes(#require(QRSymbol(text)).picture(pixelsPerModule: 4))
  }

  private func blank() throws -> [UInt8] { Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 255, count: 4096) }

  @Test("The text of a single picture is printed on a line, with status 0")
  func onePicture() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("hello"))
      let outcome = try command.run(["a.pgm"], in: folder.url)
      #expect(outcome.text == "hello\n")
      #expect(outcome.errors.isEmpty)
      #expect(outcome.status == 0)
    }
  }

  @Test("Several pictures are printed with their names, in the given order, whichever finishes first")
  func severalPictures() throws {
    try TemporaryFolder.with { folder in
      let names = (0..<24).map { "\($0).pgm" }
      for name in names { folder.file(name, try code("text of \(name)")) }
      let outcome = try command.run(names.reversed() + ["--jobs", "8"], in: folder.url)
      #expect(outcome.lines == names.reversed().map { "\($0): text of \($0)" })
    }
  }

  @Test("Without a code, the status is 4, with a hint on standard error")
  func nothingFound() throws {
    let outcome = try command.run(["-"], input: blank())
    #expect(outcome.status == 4)
    #expect(outcome.text.isEmpty && outcome.errors == "scan-qr: no code found; try harder with --types all\n")
  }

  @Test("An input that fails is reported with a reason and status 1, and the others are scanned")
  func failedInput() throws {
    try TemporaryFolder.with { folder in
      folder.file("good.pgm", try code("still read"))
      folder.file("empty.png", [])
      folder.file("not a picture", Array("just some text that is no picture at all".utf8))
      let outcome = try command.run(["missing.png", "empty.png", "not a picture", ".", "good.pgm"], in: folder.url)
      #expect(outcome.text == "good.pgm: still read\n")
      #expect(outcome.status == 1)
      let messages = outcome.errors.split(separator: "\n")
      #expect(messages.count == 4)
      for (message, name) in zip(messages, ["missing.png", "empty.png", "not a picture", "."]) {
        #expect(message.hasPrefix("scan-qr: \(name): "))
      }
      #expect(messages.last?.contains("--recursive") == true)
    }
  }

  @Test(
    "A truncated picture is scanned up to its end, and still fails")
  func truncated() throws {
    let header = "P5 116 116 255\n".utf8.count
    let below = [UInt8](repeating: 255, count: 116 * 200)
    let pixels = try [UInt8](code("upper part").dropFirst(header))
    let picture = [UInt8]("P5 116 316 255\n".utf8) + pixels + below
    #expect(try command.run(["-"], input: picture).text == "upper part\n")
    let outcome = try command.run(["-"], input: Array(picture.dropLast(9000)))
    #expect(outcome.text == "upper part\n")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("scan-qr: standard input: the PNM data ends early"))
  }

  @Test(
    "Wrong usage gives status 2 and a hint",
    arguments: [
      ([], "No input"), (["--types", "qr,nonsense", "-"], "ean13"), (["--types", "face", "-"], "code128"),
      (["--json", "--raw", "-"], "combined"), (["--frobnicate", "-"], "Unknown option"), (["-", "-"], "once"),
      (["--files-from", "-", "-"], "once"), (["--jobs", "-3", "-"], "jobs"), (["--types", "", "-"], "type"),
    ] as [([String], String)])
  func usage(_ arguments: [String], _ hint: String) throws {
    let outcome = try command.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(hint))
    #expect(outcome.text.isEmpty)
  }

  @Test("Help and version give status 0")
  func help() throws {
    for option in ["--help", "--version"] {
      let outcome = try command.run([option])
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("scan-qr"))
      #expect(outcome.errors.isEmpty)
    }
    let completions = try command.run(["--generate-completion-script", "bash"])
    #expect(completions.status == 0)
    #expect(completions.text.contains("--recursive"))
  }

  @Test("A usage error escapes the control characters of arguments")
  func escapedUsage() throws {
    let wrong = [
      ["--effort", "\u{1b}[31mred"], ["--typ\u{7}es", "qr"], ["--types", "\u{1b}]0;title\u{7}", "a.png"],
    ]
    for arguments in wrong {
      let outcome = try command.run(arguments)
      #expect(outcome.status == 2)
      let controls = outcome.errors.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" }
      #expect(controls.isEmpty, "\(outcome.errors.debugDescription)")
      #expect(outcome.errors.contains("\\u{"))
    }
  }

  @Test("A list that cannot be opened is a failed input, not wrong usage")
  func missingList() throws {
    let outcome = try command.run(["--files-from", "/nonexistent/list"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("/nonexistent/list"))
  }

  @Test("Lists are read by line or by NUL, from a file or from standard input, and empty names are skipped")
  func lists() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      folder.file("with\nnewline.pgm", try code("B"))
      folder.file("list", Array("a.pgm\n\na.pgm".utf8))
      #expect(try command.run(["--files-from", "list"], in: folder.url).lines == ["a.pgm: A", "a.pgm: A"])
      let names = Array("with\nnewline.pgm\0a.pgm\0".utf8)
      let outcome = try command.run(["--files-from0", "-", "--raw"], input: names, in: folder.url)
      #expect(outcome.lines == ["B", "A"])
      let mixed = try command.run(["a.pgm", "--files-from", "-"], input: Array("a.pgm\n".utf8), in: folder.url)
      #expect(mixed.lines == ["a.pgm: A", "a.pgm: A"])
    }
  }

  @Test("Folders are read in the order of names; files that are no pictures are skipped, but damaged pictures fail")
  func recursive() throws {
    try TemporaryFolder.with { folder in
      folder.file("pics/b/2.pgm", try code("two"))
      folder.file("pics/b/notes.txt", Array("a text that is no picture".utf8))
      folder.file("pics/a/1.pgm", try code("one"))
      folder.file("pics/0.pgm", try code("zero"))
      symlink(folder.path("pics"), folder.path("pics/loop"))
      let outcome = try command.run(["--recursive", "pics"], in: folder.url)
      #expect(outcome.lines == ["pics/0.pgm: zero", "pics/a/1.pgm: one", "pics/b/2.pgm: two"])
      #expect(outcome.status == 0)
      folder.file("pics/broken.pgm", Array("P5 10 10 255\n".utf8))
      #expect(try command.run(["-r", "pics"], in: folder.url).status == 1)
    }
  }

  @Test("Control characters are escaped on the terminal, except with --raw")
  func escaping() throws {
    let text = "line\nnext\u{1b}[31mred\\n\ttab"
    let line = try command.run(["-"], input: code(text))
    #expect(line.text == #"line\nnext\u{1B}[31mred\\n\ttab"# + "\n")
    let raw = try command.run(["-", "--raw"], input: code(text))
    #expect(raw.text == text + "\n")
    let null = try command.run(["-", "--raw", "--null"], input: code(text))
    #expect(null.output == Array(text.utf8) + [0])
  }

  @Test("A binary payload is printed as escapes, as base64 in JSON, or unchanged with --raw")
  func binary() throws {
    let payload: [UInt8] = [0, 1, 254, 255, 65, 10]
    let picture = try PNM.bytes(#require(QRSymbol(payload)).picture(pixelsPerModule: 4))
    #expect(try command.run(["-"], input: picture).text == "\\x00\\x01\\xfe\\xffA\\x0a\n")
    #expect(try command.run(["-", "--raw", "-0"], input: picture).output == payload + [0])
    let json = try command.run(["-", "--json"], input: picture).text
    #expect(json.contains(#""text":null,"bytes":"AAH+/0EK""#))
  }

  @Test("JSON contains the payload's bytes if they differ from the text in UTF-8")
  func bytes() throws {
    let payload: [UInt8] = [1, 0xc5, 0x8d, 0xe9]
    let picture = try PNM.bytes(#require(QRSymbol(payload)).picture(pixelsPerModule: 4))
    #expect(try command.run(["-", "--json"], input: picture).text.contains(#""bytes":"AcWN6Q==""#))
    #expect(try !command.run(["-", "--json"], input: code("é")).text.contains("bytes"))
  }

  @Test(
    "JSON contains the position of a part in a message over several codes",
    arguments: CodeScanner.defaultEngines.filter { $0.readableTypes.contains(.qr) }.map(\.name))
  func parts(_ engine: String) throws {
    try TemporaryFolder.with { folder in
      let message = Array(String(repeating: "in two codes ", count: 8).utf8)
      let parts = QRSymbol.parts(of: message, level: .low, version: 4)
      for (index, part) in parts.enumerated() {
        folder.file("\(index).pgm", PNM.bytes(try part.picture(pixelsPerModule: 4)))
      }
      let files = parts.indices.map { "\($0).pgm" }
      let outcome = try command.run(["--json", "--engines", engine] + files, in: folder.url)
      let parity = message.reduce(0, ^)
      #expect(parts.count == 2)
      for index in parts.indices {
        #expect(outcome.lines[index].hasSuffix("\"engine\":\"\(engine)\",\"part\":[\(index),2,\(parity)]}"))
      }
    }
  }

  @Test("JSON contains the members in order, with corners and bounds in pixels")
  func json() throws {
    try TemporaryFolder.with { folder in
      folder.file("a \"b\".pgm", try code("q\"\\\n\u{7f}é"))
      let outcome = try command.run(["--json", "a \"b\".pgm"], in: folder.url)
      #expect(
        outcome.text.hasPrefix(#"{"source":"a \"b\".pgm","type":"qr","text":"q\"\\\n\u007fé","corners":[["#))
      let engines = CodeScanner.defaultEngines.map { "\"engine\":\"\($0.name)\"}\n" }
      #expect(engines.contains(where: outcome.text.hasSuffix))
      let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
      #expect(object["text"] as? String == "q\"\\\n\u{7f}é")
      let corners = try #require(object["corners"] as? [[Double]])
      let bounds = try #require(object["bounds"] as? [Double])
      // Version 1 with 4 pixels per module: from 16 to 100.
      for (corner, exact) in zip(corners, [[16, 16], [16, 100], [100, 100], [100, 16]] as [[Double]]) {
        #expect(zip(corner, exact).allSatisfy { abs($0 - $1) <= 1.5 })
      }
      #expect(zip(bounds, [16, 16, 84, 84] as [Double]).allSatisfy { abs($0 - $1) <= 3 })
    }
  }

  @Test("--one stops at the first code in the order of the inputs")
  func one() throws {
    try TemporaryFolder.with { folder in
      folder.file("0.pgm", try blank())
      for index in 1..<20 { folder.file("\(index).pgm", try code("code \(index)")) }
      let outcome = try command.run(["--one", "--jobs", "4"] + (0..<20).map { "\($0).pgm" }, in: folder.url)
      #expect(outcome.lines == ["1.pgm: code 1"])
      #expect(outcome.status == 0)
    }
  }

  @Test("--one ends the run while the list of inputs is still open")
  func oneOfAnOpenList() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("first"))
      let script = #"mkfifo list; "$0" --one -j2 --files-from list & exec 3>list; echo a.pgm >&3; wait $!; echo $?"#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "a.pgm: first\n0\n")
    }
  }

  @Test("Named pipes are read if they are named, and skipped in folders")
  func namedPipes() throws {
    try TemporaryFolder.with { folder in
      folder.file("pics/a.pgm", try code("A"))
      let script = #"mkfifo pics/pipe; cat pics/a.pgm >pics/pipe & "$0" pics/pipe; "$0" -r pics"#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "A\npics/a.pgm: A\n")
    }
  }

  @Test("Closed standard descriptors are errors, and do not block")
  func closedDescriptors() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      let script = #""$0" - <&-; echo $?; "$0" --files-from - <&-; echo $?; "$0" a.pgm >&-; echo $?"#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "1\n1\n1\n")
    }
  }

  @Test("--quiet suppresses messages on failures; --verbose prints the kind of each input")
  func verbosity() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      let quiet = try command.run(["--quiet", "missing", "a.pgm"], in: folder.url)
      #expect(quiet.errors.isEmpty)
      #expect(quiet.status == 1)
      #expect(quiet.text == "a.pgm: A\n")
      let verbose = try command.run(["--verbose", "a.pgm"], in: folder.url)
      #expect(verbose.errors.hasPrefix("a.pgm: PNM"))
      #expect(verbose.errors.contains("116×116"))
    }
  }

  @Test("A picture over the limit is rejected with its size")
  func limit() throws {
    let outcome = try command.run(
      ["--max-megapixels", "1", "-"],
      input: Array("P5 1001 1000 255\n".utf8) + [UInt8](repeating: 9, count: 1_001_000))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("1001×1000"))
  }

  @Test("File names that are not UTF-8 are opened and printed unchanged")
  func rawNames() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      let script = #"cp a.pgm $'\xff.pgm' && "$0" $'\xff.pgm' a.pgm"#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.output == [0xff] + Array(".pgm: A\na.pgm: A\n".utf8))
    }
  }

  @Test("A file name with a line break stays on one line")
  func nameWithLineBreak() throws {
    try TemporaryFolder.with { folder in
      folder.file("a\n\u{1b}[31m.pgm", try code("A"))
      #expect(try command.run(["-r", "."], in: folder.url).text == "./a\\n\\u{1B}[31m.pgm: A\n")
      #expect(try command.run(["-r", ".", "--null"], in: folder.url).text == "./a\n\u{1b}[31m.pgm: A\0")
    }
  }

  @Test("A closed pipe ends the run without a message")
  func closedPipe() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code(String(repeating: "long ", count: 200)))
      let names = String(repeating: "a.pgm ", count: 300)
      let script = #""$0" --jobs 1 "# + names + #"| head -c 10 >/dev/null; echo "${PIPESTATUS[0]}""#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.text == "0\n")
    }
  }

  @Test(
    "A signal ends the run with its status after the codes found so far are printed",
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func interrupt(_ signal: String, _ status: Int) throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("before"))
      // The list stays open after the first name, so that the run waits until it is interrupted.
      let script = #"""
        mkfifo list; set -m; "$0" --files-from list >out 2>&1 & pid=$!
        exec 3>list; echo a.pgm >&3
        until grep -q before out; do sleep 0.02; done
        kill -$1 $pid; wait $pid; echo "$? $(cat out)"
        """#
      let arguments = ["-c", script, command.executable.path, signal]
      let outcome = try Command(at: "/bin/bash").run(arguments, in: folder.url)
      #expect(outcome.text == "\(status) a.pgm: before\n")
    }
  }

  @Test("Blocked work is ended by a signal, after the other results are printed")
  func deafWork() throws {
    try TemporaryFolder.with { folder in
      folder.file("0.pgm", try code("blocked"))
      folder.file("1.pgm", try code("beside"))
      // Opening the pipe for the first picture blocks, because it has no reader.
      let script = #"""
        mkdir out; mkfifo out/0.png; set -m; "$0" -j2 --annotate out 0.pgm 1.pgm >found & pid=$!
        until [ -e out/1.png ]; do sleep 0.02; done
        kill -INT $pid; wait $pid; echo "$? $(cat found)"
        """#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "130 1.pgm: beside\n")
    }
  }

  @Test("A list from a pipe without a writer does not block named inputs or signals")
  func silentList() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      let script = #"""
        mkfifo list; set -m; "$0" --files-from list a.pgm >found & pid=$!
        until grep -q A found; do sleep 0.02; done
        kill -TERM $pid; wait $pid; echo "$? $(cat found)"
        """#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "143 a.pgm: A\n")
    }
  }

  @Test("Too few descriptors are reported, and do not end the process by a trap", arguments: [8, 16, 24, 32])
  func fewDescriptors(_ count: Int) throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      let script = "ulimit -n \(count); exec \"$0\" a.pgm a.pgm"
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("The limit of open files is \(count)"))
      #expect(outcome.errors.contains("ulimit -n"))
    }
  }

  @Test("A soft limit of descriptors that is too low is raised")
  func softLimit() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      let script = #"ulimit -S -n 8; exec "$0" a.pgm"#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "A\n")
    }
  }

  @Test("A picture that needs more than a gigabyte is rejected with the option that raises the limit")
  func memoryLimit() throws {
    // Interlaced pictures need all rows in memory besides the luma.
    var png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
    png += [0, 0, 0x3b, 0, 0, 0, 0x3b, 0, 8, 6, 0, 0, 1, 0, 0, 0, 0]
    png += [UInt8](repeating: 0, count: 1 << 20)
    let outcome = try command.run(["-"], input: png)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MB of memory, more than the limit of 1000 MB"))
    #expect(outcome.errors.contains("--max-megapixels"))
    #expect(try !command.run(["--max-megapixels", "300", "-"], input: png).errors.contains("MB of memory"))
  }

  @Test("The annotated picture is a PNG; several inputs are written to a folder")
  func annotate() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      folder.file("sub/a.pgm", try code("B"))
      #expect(try command.run(["a.pgm", "--annotate", "out.png"], in: folder.url).status == 0)
      let png = try Data(contentsOf: folder.url.appending(path: "out.png"))
      #expect(Array(png.prefix(4)) == [0x89, 0x50, 0x4e, 0x47])
      #expect(try command.run(["-r", ".", "--annotate", "marked"], in: folder.url).status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("marked"))
      #expect(Set(names) == ["a-2.png", "a.png", "out.png"])
    }
  }

  @Test("An existing picture is overwritten only with --force")
  func force() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      folder.file("b.pgm", try code("B"))
      let old = folder.file("out.png", [1])
      let refused = try command.run(["a.pgm", "--annotate", "out.png"], in: folder.url)
      #expect(
        refused.status != 0 && refused.errors.contains("the file exists") && refused.errors.contains("--force"))
      #expect(try Data(contentsOf: old) == Data([1]))
      #expect(try command.run(["a.pgm", "--force", "--annotate", "out.png"], in: folder.url).status == 0)
      #expect(try Data(contentsOf: old).count > 1)
      let several = ["a.pgm", "b.pgm", "--annotate", "both.png"]
      let outcome = try command.run(several, in: folder.url)
      #expect(outcome.status == 2 && outcome.errors.contains("'both.png' names one file"))
    }
  }

  @Test("With --json --all, each input has a line, and the last line is a summary")
  func allInputs() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      folder.file("blank.pgm", try blank())
      folder.file("bad.png", [1, 2, 3])
      let arguments = ["--json", "--all", "--jobs", "3", "a.pgm", "blank.pgm", "bad.png"]
      let outcome = try command.run(arguments, in: folder.url)
      let lines = try outcome.lines.map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      try #require(lines.count == 5)
      #expect(lines[0]["text"] as? String == "A" && lines[0]["status"] == nil)
      #expect(lines[1...3].map { $0["source"] as? String } == ["a.pgm", "blank.pgm", "bad.png"])
      #expect(lines[1...3].map { $0["status"] as? String } == ["ok", "ok", "failed"])
      #expect(lines[1...3].map { $0["codes"] as? Int } == [1, 0, 0])
      #expect((lines[3]["error"] as? [String: Any])?["text"] != nil)
      let summary = try #require(lines[4]["summary"] as? [String: Any])
      let counts = ["inputs", "ok", "damaged", "failed", "timeout", "skipped", "codes"].map { summary[$0] as? Int }
      #expect(counts == [3, 2, 0, 1, 0, 0, 1])
    }
  }

  @Test("With --resume, inputs that an earlier run finished are skipped")
  func resume() throws {
    try TemporaryFolder.with { folder in
      for name in ["a", "b", "c"] { folder.file("\(name) \"1\".pgm", try code(name)) }
      let first = try command.run(["--json", "--all", "a \"1\".pgm", "b \"1\".pgm"], in: folder.url)
      // The last line is incomplete, as after a power failure.
      folder.file("found.jsonl", Array((first.text + #"{"source":"c \"1\".pgm","status":"o"#).utf8))
      let named = ["a \"1\".pgm", "b \"1\".pgm", "c \"1\".pgm"]
      let second = try command.run(["--json", "--all", "--resume", "found.jsonl"] + named, in: folder.url)
      #expect(second.lines.count == 3 && second.lines[0].contains(#""text":"c""#), "\(second.text)")
      #expect(second.lines[2].contains(#""skipped":2"#))
    }
  }

  @Test("An annotated picture never overwrites its input")
  func annotateOverInput() throws {
    try TemporaryFolder.with { folder in
      let picture = folder.file("a.png", try code("A"))
      let outcome = try command.run(["a.png", "--annotate", "./a.png"], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.text == "A\n")
      #expect(outcome.errors.contains("overwrite"))
      #expect(try Data(contentsOf: picture) == Data(try code("A")))
    }
  }

  @Test("An annotated picture never overwrites standard input's file", arguments: ["a.png", "link.png"])
  func annotateOverStandardInput(_ output: String) throws {
    try TemporaryFolder.with { folder in
      let picture = folder.file("a.png", try code("A"))
      symlink("a.png", folder.path("link.png"))
      let line = "exec \"$0\" - --annotate \(output) < a.png"
      let outcome = try Command(at: "/bin/sh").run(["-c", line, command.executable.path], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "scan-qr: \(output): this would overwrite an input; choose another name\n")
      #expect(try Data(contentsOf: picture) == Data(try code("A")))
    }
  }

  @Test("An annotated picture never overwrites an input that a list names later")
  func annotateOverListedInput() throws {
    try TemporaryFolder.with { folder in
      folder.file("pics/a.jpg", try code("A"))
      let later = folder.file("pics/a.png", try code("B"))
      let names = Array("pics/a.jpg\npics/a.png\n".utf8)
      let outcome = try command.run(["--files-from", "-", "--annotate", "pics"], input: names, in: folder.url)
      #expect(outcome.lines == ["pics/a.jpg: A", "pics/a.png: B"])
      #expect(outcome.errors.contains("overwrite"))
      #expect(try Data(contentsOf: later) == Data(try code("B")))
    }
  }

  @Test("The error for an unwritable annotated picture names the output", arguments: ["no/such/out.png", "."])
  func annotateNowhere(_ target: String) throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try code("A"))
      let outcome = try command.run(["a.pgm", "--annotate", target], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("scan-qr: \(target): "))
    }
  }
}
