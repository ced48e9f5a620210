import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("viewfinder with movies")
struct MovieTests {
  private let command = Command(built: "viewfinder")

  /// Writes a movie with ten frames per second, which shows a code from the third frame on.
  private func movie(_ name: String, frames: Int = 6, in folder: TemporaryFolder) throws {
    let code = try #require(QRSymbol("in a movie")).picture(pixelsPerModule: 6)
    var blank = try code.copy()
    try blank.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 128) }
    let writer = try MovieWriter(
      contentsOfPath: Array(folder.path(name).utf8), dimensions: code.dimensions,
      options: MovieWritingOptions(expectedFrameRate: 10, timescale: 600))
    for frame in 0..<frames {
      let timing = SampleTiming(
        presentationTimeStamp: MediaTime(value: Int64(frame) * 60, timescale: 600),
        duration: MediaTime(value: 60, timescale: 600))
      try writer.append(SampleBuffer(pixelBuffer: frame < 2 ? blank : code, timing: timing))
    }
    try writer.finish()
  }

  private func frames(_ file: String, in folder: TemporaryFolder) throws -> [SampleBuffer] {
    let reader = try MovieReader(contentsOf: folder.path(file))
    var frames: [SampleBuffer] = []
    while let frame = try reader.nextSample() { frames.append(frame) }
    return frames
  }

  @Test("Detections are printed with the number and time of their frame")
  func json() throws {
    try TemporaryFolder.with { folder in
      try movie("a.mp4", in: folder)
      let outcome = try command.run(["--with", "codes", "--json", "a.mp4"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.lines.count == 4)
      #expect(
        outcome.lines.first?.hasPrefix(#"{"source":"a.mp4","frame":2,"time":0.2,"type":"qr","text":"in a movie","#)
          == true)
    }
  }

  @Test("A movie is written to a movie with the same frames and times, in the size of the view")
  func movieToMovie() throws {
    try TemporaryFolder.with { folder in
      try movie("a.mp4", in: folder)
      let outcome = try command.run(
        ["--with", "codes", "a.mp4", "--rotate", "90", "--size", "96x64", "-o", "b.mkv"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
      let result = try frames("b.mkv", in: folder)
      #expect(result.map { $0.presentationTimeStamp.seconds } == [0, 0.1, 0.2, 0.3, 0.4, 0.5])
      #expect(result.allSatisfy { $0.format.videoDimensions == VideoDimensions(width: 96, height: 64) })
    }
  }

  @Test("The readable part of a truncated movie is written, with status 1")
  func truncated() throws {
    try TemporaryFolder.with { folder in
      try movie("a.mkv", frames: 30, in: folder)
      let bytes = try [UInt8](Data(contentsOf: folder.url.appending(path: "a.mkv")))
      folder.file("cut.mkv", Array(bytes.prefix(bytes.count * 3 / 4)))
      let outcome = try command.run(["--with", "codes", "--json", "cut.mkv", "-o", "b.mp4"], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("viewfinder: cut.mkv: "))
      let written = try frames("b.mp4", in: folder)
      #expect(written.count > 2 && written.count < 30)
      #expect(outcome.lines.count == written.count - 2)
    }
  }

  @Test(
    "An interrupted run leaves a movie with all frames until then",
    arguments: [("HUP", 129), ("TERM", 143)])
  func interrupted(_ signal: String, _ status: Int) throws {
    try TemporaryFolder.with { folder in
      let script = #"""
        mkfifo printed; set -m
        "$0" --camera synthetic --preset low --with codes --every-frame --json --quiet -o a.mp4 >printed & pid=$!
        { for _ in 1 2 3 4 5; do read -r line; done; kill -$1 $pid; cat >rest; } <printed
        wait $pid; echo $?; cat rest | wc -l
        """#
      let arguments = ["-c", script, command.executable.path, signal]
      let lines = try Command(at: "/bin/bash").run(arguments, in: folder.url).lines.compactMap { Int($0) }
      try #require(lines.count == 2)
      #expect(lines[0] == status)
      #expect(try frames("a.mp4", in: folder).count == 5 + lines[1])
    }
  }

  /// Processes two movies in workers, sends a signal to processes after five printed lines, and returns the result.
  ///
  /// - Parameter processes: The shell command that prints the processes; `$pid` is the command's.
  private func signal(_ signal: String, _ processes: String, in folder: TemporaryFolder) throws -> Command.Outcome {
    try movie("long.mkv", frames: 2000, in: folder)
    try movie("other.mkv", in: folder)
    let script = #"""
      children() { grep -l "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status 2>&- | cut -d/ -f3; }
      mkfifo printed
      "$0" long.mkv other.mkv --with codes --json --isolation process -o out/ >printed & pid=$!
      { for _ in 1 2 3 4 5; do read -r line; done; kill -$1 $(\#(processes)); cat >rest; } <printed
      wait $pid; echo $?; cat rest | wc -l
      """#
    return try Command(at: "/bin/bash").run(["-c", script, command.executable.path, signal], in: folder.url)
  }

  @Test("An interrupted run with workers leaves a movie with all frames until then")
  func interruptedWorker() throws {
    try TemporaryFolder.with { folder in
      let lines = try signal("TERM", "echo $pid", in: folder).lines.compactMap { Int($0) }
      try #require(lines.count == 2)
      #expect(lines[0] == 143)
      let written = try frames("out/long.mkv", in: folder).count
      #expect(written == 5 + lines[1] + 2 && written < 2000)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == ["long.mkv"])
    }
  }

  @Test("A movie whose decoder crashes fails alone")
  func crashedWorker() throws {
    try TemporaryFolder.with { folder in
      let outcome = try signal("KILL", "children $(children $pid)", in: folder)
      #expect(outcome.lines.first == "1")
      #expect(
        outcome.errors == "viewfinder: long.mkv: the decoder crashed (SIGKILL); the file is damaged or hostile\n")
      #expect(try frames("out/other.mkv", in: folder).count == 6)
    }
  }

  @Test("A pipe without a reader blocks the run, but not its end by a signal")
  func unreadPipe() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", PNM.bytes(try #require(QRSymbol("a")).picture(pixelsPerModule: 4)))
      let script = #"""
        mkfifo b.png; set -m; "$0" --with codes --json a.pgm -o b.png >printed & pid=$!
        until grep -q text printed; do sleep 0.02; done
        kill -TERM $pid; wait $pid; echo $?
        """#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "143\n")
    }
  }

  @Test("A recording is finished even if the printed objects are not read")
  func unreadOutput() throws {
    try TemporaryFolder.with { folder in
      // The pipe's reader does not read, and the pipe is full once the movie has begun, so that writing blocks.
      let script = #"""
        mkfifo pipe; exec 3<>pipe; yes | head -c 57344 >&3; set -m
        "$0" --camera synthetic --preset low --with codes --json --quiet --every-frame -o a.mp4 >pipe & pid=$!
        until [ -e a.mp4 ]; do sleep 0.02; done
        written() { grep wchar /proc/$pid/io; }
        until last=$(written); sleep 0.5; [ "$last" = "$(written)" ]; do :; done
        kill -TERM $pid; wait $pid; echo $?
        """#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.text == "143\n")
      #expect(try !frames("a.mp4", in: folder).isEmpty)
    }
  }

  @Test("When the reader of printed objects is gone, the recording ends and is complete")
  func closedOutput() throws {
    try TemporaryFolder.with { folder in
      let script = #"""
        "$0" --camera synthetic --preset low --with codes --json --quiet --duration 60 -o a.mp4 | head -n 1
        echo ${PIPESTATUS[0]}
        """#
      let outcome = try Command(at: "/bin/bash").run(["-c", script, command.executable.path], in: folder.url)
      #expect(outcome.lines.last == "0")
      #expect(try !frames("a.mp4", in: folder).isEmpty)
    }
  }

  @Test(
    "A 1080p movie is processed and written within 250 MB",
    .enabled(if: isOptimized && Command.canMeasureMemory, "debug builds need more memory"))
  func memory() throws {
    try TemporaryFolder.with { folder in
      try MovingMovie.write(folder.path("a.mp4"), VideoDimensions(width: 1920, height: 1080), frames: 60)
      let run = try command.measuringMemory([folder.path("a.mp4"), "-o", folder.path("b.mp4")])
      #expect(run.outcome.status == 0)
      #expect(try frames("b.mp4", in: folder).count == 60)
      #expect((1..<250_000_000).contains(run.byteCount))
    }
  }

  @Test("A movie keeps the colour matrix of its original, whether frames are copied or drawn")
  func colorMatrix() throws {
    try TemporaryFolder.with { folder in
      try MovingMovie.write(folder.path("a.mp4"), VideoDimensions(width: 640, height: 360), frames: 4)
      for view in [[], ["--rotate", "180"]] {
        let outcome = try command.run(["--with", "none", "--force", "a.mp4", "-o", "b.mkv"] + view, in: folder.url)
        #expect(outcome.status == 0)
        let matrices = try frames("b.mkv", in: folder).map(\.format.colorMatrix)
        #expect(matrices == Array(repeating: .bt709, count: 4))
      }
    }
  }

  @Test("In a folder, movies are written as movies and pictures as pictures")
  func folder() throws {
    try TemporaryFolder.with { folder in
      folder.file("in/b.pgm", PNM.bytes(try #require(QRSymbol("b")).picture(pixelsPerModule: 2)))
      try movie("in/a.mp4", in: folder)
      let outcome = try command.run(["--with", "mirror", "-r", "in", "-o", "out"], in: folder.url)
      #expect(outcome.status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
      #expect(names == ["a.mp4", "b.png"])
    }
  }

  @Test("A movie cannot be written to a picture, a picture to a movie, or either to its input")
  func refused() throws {
    try TemporaryFolder.with { folder in
      try movie("a.mp4", in: folder)
      folder.file("b.pgm", PNM.bytes(try #require(QRSymbol("b")).picture(pixelsPerModule: 2)))
      for (arguments, hint) in [
        (["a.mp4", "-o", "c.png"], ".mp4"), (["b.pgm", "-o", "c.mp4"], ".png"),
        (["a.mp4", "-o", "a.mp4"], "overwrite"),
      ] {
        let outcome = try command.run(["--with", "mirror"] + arguments, in: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(hint))
      }
      #expect(try frames("a.mp4", in: folder).count == 6)
    }
  }
}
