import Fixtures
import Foundation
import OpenCapture
import Testing

/// Files with a movie extension that refer to other files.
@Suite("Rejected files")
struct RefusedFilesTests {
  private static let address = "file:///etc/hostname"

  private static let leading: [(name: String, text: String, kind: String)] = [
    (
      "playlist", "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n\(address)\n#EXT-X-ENDLIST\n", "a playlist (HLS)"
    ),
    ("list", "ffconcat version 1.0\nfile other.mp4\n", "a list of other files (ffconcat)"),
    (
      "session",
      "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
        + "m=video 5004 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n", "a description of a network session (SDP)"
    ),
    (
      "manifest",
      """
      <?xml version="1.0"?>
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
      <Period><AdaptationSet><Representation id="0" bandwidth="1"><BaseURL>\(address)</BaseURL></Representation>
      </AdaptationSet></Period></MPD>
      """, "a manifest (DASH)"
    ),
  ]

  @Test(
    "Files that refer to other files or the network are rejected, and the error names their kind",
    arguments: leading)
  func refused(name: String, text: String, kind: String) throws {
    try TemporaryFolder.with { folder in
      let file = folder.file("\(name).mp4", Array(text.utf8)).path
      for read in [{ try MovieReader(contentsOf: file) }, { try TestMovie.reader(Array(text.utf8), name: file) }] {
        let error = #expect(throws: MovieError.self) { _ = try read() }
        #expect(error?.code == .refusedFormat)
        #expect(
          error?.description
            == "\(file): not a movie but \(kind); referenced files are not opened; open the movie itself")
      }
      #expect(throws: (any Error).self) { try SampleBuffer(pictureAt: file) }
    }
  }

  @Test("Rare file formats are not parsed")
  func strange() throws {
    // Smacker, a format of games in the 1990s.
    let bytes = Array("SMK2".utf8) + [UInt8](repeating: 1, count: 4096)
    let error = #expect(throws: MovieError.self) { try TestMovie.reader(bytes) }
    #expect(error?.code == .refusedFormat)
    #expect(error?.reason == "this file format is not supported (smk)")
  }
}
