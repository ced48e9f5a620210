import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import Testing

/// Command lines of a user who has never seen the command.
@Suite("viewfinder for newcomers")
struct NewcomerTests {
  private let command = Command(built: "viewfinder")
  private let picture = Array("P6 2 1 255\n".utf8) + [255, 0, 0, 0, 0, 255]

  private func read(_ bytes: [UInt8]) throws -> EncodedPicture {
    try EncodedPicture(copying: bytes.span.bytes)
  }

  @Test("With -o -, only the picture is written to standard output: JPEG for JPEG, PNG for others")
  func pictureStream() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.ppm", picture)
      let outcome = try command.run(["--with", "mirror", "a.ppm", "-v", "-o", "-"], in: folder.url)
      #expect(outcome.status == 0 && outcome.errors.contains("a.ppm: PNM"))
      let encoded = try read(outcome.output)
      #expect(encoded.format == .png)
      let options = PictureReadingOptions(pixelFormat: .rgb24)
      #expect(try encoded.decoded(options).pixelBuffer.pixels == [0, 0, 255, 255, 0, 0])
      #expect(try command.run(["-w", "none", "a.ppm", "-o", "b.jpg"], in: folder.url).status == 0)
      #expect(try read(command.run(["-w", "none", "b.jpg", "-o", "-"], in: folder.url).output).format == .jpeg)
      #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)) == ["a.ppm", "b.jpg"])
    }
  }

  @Test(
    "A movie is written to standard output as playable Matroska, after existing output", arguments: [true, false])
  func movieStream(isPipe: Bool) throws {
    try TemporaryFolder.with { folder in
      try MovingMovie.write(folder.path("a.mp4"), VideoDimensions(width: 64, height: 48), frames: 12)
      let script = isPipe ? #"(echo first; "$0" "$@") | cat"# : #"(echo first; "$0" "$@") > out; cat out"#
      let outcome = try Command(at: "/bin/bash").run(
        ["-c", script, command.executable.path, "-w", "none", "a.mp4", "-o", "-"], in: folder.url)
      #expect(outcome.errors == "")
      let first = Array("first\n".utf8)
      #expect(Array(outcome.output.prefix(first.count)) == first)
      let movie = folder.file("b.mkv", Array(outcome.output.dropFirst(first.count)))
      let reader = try MovieReader(contentsOf: movie.path)
      #expect(reader.info.container.contains("matroska"))
      var count = 0
      while try reader.nextSample() != nil { count += 1 }
      #expect(count == 12)
    }
  }

  @Test("A camera can be written to standard output as a movie")
  func cameraStream() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(
        ["--camera", "synthetic", "--preset", "low", "--duration", "0.3", "-w", "none", "-o", "-"], in: folder.url)
      #expect(outcome.status == 0)
      let movie = folder.file("a.mkv", outcome.output)
      #expect(try MovieReader(contentsOf: movie.path).nextSample() != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.mkv"])
    }
  }

  @Test(
    "Conflicting uses of standard output are wrong usage",
    arguments: [
      (["a.ppm", "-o", "-", "--json"], "combined with --json"), (["a.ppm", "b.ppm", "-o", "-"], "one input"),
      (["-r", "x", "-o", "-"], "one input"),
    ] as [([String], String)])
  func refusedStreams(_ arguments: [String], _ words: String) throws {
    let outcome = try command.run(arguments)
    #expect(outcome.status == 2 && outcome.text == "" && outcome.errors.contains(words))
  }

  @Test("A picture is not written to a terminal")
  func terminal() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.ppm", picture)
      let outcome = try Command(at: "/usr/bin/script").run(
        ["-qec", "\(command.executable.path) a.ppm -o -", "/dev/null"], in: folder.url)
      #expect(outcome.status == 2 && outcome.text.contains("-o - | mpv -"))
    }
  }

  @Test("An unknown option is reported before missing ones", arguments: [[], ["run"]])
  func unknownOption(_ start: [String]) throws {
    let outcome = try command.run(start + ["--ouput", "b.png", "a.png"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("Error: Unknown option '--ouput'"))
    // The usage is printed in ArgumentParser's form, each variant on its own line.
    let twice = try command.run(start + ["--json", "-o", "-", "a.png"])
    #expect(twice.errors.hasPrefix("Error: -o - cannot be combined with --json"))
    #expect(twice.errors.contains("\n       viewfinder [run] --camera ID"))
    #expect(twice.errors.contains("See 'viewfinder run --help'"))
  }

  @Test("--with none runs no processor")
  func noProcessors() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.ppm", picture)
      let outcome = try command.run(["--with", "none", "a.ppm", "-o", "b.png"], in: folder.url)
      let written = try Picture(
        contentsOf: folder.path("b.png"), options: PictureReadingOptions(pixelFormat: .rgb24))
      #expect(outcome.status == 0 && written.pixelBuffer.pixels == [255, 0, 0, 0, 0, 255])
    }
  }

  @Test("A picture is not enlarged to gigabytes: the error contains the size and a hint")
  func enlarged() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.ppm", picture)
      let outcome = try command.run(["--with", "scale:by=1000000", "a.ppm", "-o", "b.png"], in: folder.url)
      #expect(outcome.status == 2)
      let large = try command.run(["--with", "scale:by=900,scale:by=900", "a.ppm", "-o", "b.png"], in: folder.url)
      #expect(large.status == 1)
      #expect(large.errors.contains("scale: scaling 1800×900 to 1620000×810000 exceeds the limit of 67108864"))
      #expect(large.errors.contains("use a smaller factor"))
    }
  }

  @Test("A single page is written to a picture, several to a folder, and JSON contains the page")
  func pages() throws {
    try TemporaryFolder.with { folder in
      let codes = try ["one", "two"].map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
      folder.file("one.tiff", PageFiles.tiff([codes[0]]))
      folder.file("two.pdf", PageFiles.pdf(codes))
      let single = try command.run(["-w", "none", "one.tiff", "-o", "a.png"], in: folder.url)
      #expect(single.status == 0)
      #expect(try pixels("a.png", in: folder).dimensions == codes[0].dimensions)
      let refused = try command.run(["-w", "none", "two.pdf", "-o", "b.png"], in: folder.url)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("cannot write 2 pages to one picture; end the name in /"))
      let folders = try command.run(["-w", "codes", "--json", "two.pdf", "-o", "out/"], in: folder.url)
      #expect(folders.lines.map { $0.contains("\"page\":1") } == [true, false])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
      #expect(names == ["two.page-1.png", "two.page-2.png"])
    }
  }

  private func pixels(_ file: String, in folder: TemporaryFolder) throws -> PixelBuffer {
    try Picture(contentsOf: folder.path(file), options: PictureReadingOptions(pixelFormat: .rgb24)).pixelBuffer
  }

  /// Returns the completions that the shell offers for the last word of a line.
  private func completions(of line: String) throws -> [String] {
    let script = #"""
      source <("$0" --generate-completion-script bash)
      PATH=$(dirname "$0"):$PATH
      COMP_LINE=$1 COMP_POINT=${#1}
      read -ra COMP_WORDS <<< "$1"
      [[ $1 == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _viewfinder viewfinder "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    return try TemporaryFolder.with { folder in
      for name in ["party.mp4", "run.png", ".hidden"] { folder.file(name, []) }
      return try Command(at: "/bin/bash").run(["-c", script, command.executable.path, line], in: folder.url).lines
    }
  }

  @Test("Shells complete options, values, files and subcommands with and without run")
  func completions() throws {
    for start in ["viewfinder", "viewfinder run"] {
      #expect(try completions(of: "\(start) --wi") == ["--with"])
      #expect(try completions(of: "\(start) --with fo") == ["focus-peaking"])
      #expect(try completions(of: "\(start) party.mp4 --dur") == ["--duration"])
    }
    #expect(try completions(of: "viewfinder par") == ["party.mp4"])
    #expect(try completions(of: "viewfinder do") == ["doctor"])
    #expect(try completions(of: "viewfinder ru") == ["run", "run.png"])
  }

  @Test("The help and the list of processors refer to each other")
  func processors() throws {
    let help = try command.run(["run", "--help"]).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("with viewfinder processors"))
    #expect(try command.run(["processors"]).lines.first?.contains("--with") == true)
    #expect(try command.run(["processors", "--help"]).text.contains("--with"))
  }
}
