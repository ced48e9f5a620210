import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

/// The files that the command opens for a hostile file.
@Suite("Hostile files", .enabled(if: SystemCallTrace.isPossible, "strace is missing or has no permission to trace"))
struct ForeignFileTests {
  private let command = Command(built: "scan-qr")

  /// The files by name; each refers to the file `secret.png` or to a URL.
  private static let files: [String: String] = [
    "list.mp4": "ffconcat version 1.0\nfile secret.png\n",
    "playlist.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nsecret.png\n#EXT-X-ENDLIST\n",
    "address.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
    "session.mp4":
      "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video 5004 RTP/AVP 96\r\n"
      + "a=rtpmap:96 H264/90000\r\n",
    "drawing.svg":
      "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\""
      + " xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"64\" height=\"64\">"
      + "<image xlink:href=\"secret.png\" width=\"64\" height=\"64\"/></svg>",
    "subtitles.mp4": "1\n00:00:00,000 --> 00:00:01,000\nsecret.png\n",
  ]

  private func trace(_ names: [String], in folder: TemporaryFolder) throws -> SystemCallTrace {
    for (name, text) in Self.files { folder.file(name, Array(text.utf8)) }
    folder.file("secret.png", try PNM.bytes(#require(QRSymbol("secret")).picture(pixelsPerModule: 4)))
    return try SystemCallTrace(of: command, ["--no-sandbox"] + names, in: folder.url)
  }

  @Test("A file with references opens no other file and no socket", arguments: files.keys.sorted())
  func leading(name: String) throws {
    try TemporaryFolder.with { folder in
      let trace = try trace([name], in: folder)
      #expect(Set(trace.files) == [name])
      #expect(trace.networkCalls == [])
      #expect(!trace.outcome.text.contains("secret"))
    }
  }

  @Test("A hostile file does not keep the other inputs from being scanned")
  func others() throws {
    try TemporaryFolder.with { folder in
      let trace = try trace(["--jobs", "1"] + Self.files.keys.sorted() + ["secret.png"], in: folder)
      #expect(trace.outcome.lines == ["secret.png: secret"])
      #expect(trace.networkCalls == [])
    }
  }

  @Test("Scanning a movie opens only its file, and no socket")
  func movie() throws {
    try TemporaryFolder.with { folder in
      let picture = try #require(QRSymbol("in a movie")).picture(pixelsPerModule: 4)
      let writer = try MovieWriter(
        contentsOfPath: Array(folder.path("a.mp4").utf8), dimensions: picture.dimensions)
      for frame in 0..<3 {
        let time = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(frame), timescale: 10))
        try writer.append(SampleBuffer(pixelBuffer: picture, timing: time))
      }
      try writer.finish()
      let trace = try trace(["a.mp4"], in: folder)
      #expect(trace.outcome.lines == ["0.000 s: in a movie"])
      #expect(Set(trace.files) == ["a.mp4"])
      #expect(trace.networkCalls == [])
    }
  }
}
