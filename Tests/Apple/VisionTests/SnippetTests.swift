import Fixtures
import Foundation
import OpenCapturePictures
import Testing

@Suite("Code in the manner of tutorials on Core Image and Vision")
struct SnippetTests {
  @Test("It saves a camera's frame, finds a code and faces in it, and reads codes from then on")
  func cameras() throws {
    try TemporaryFolder.with { folder in
      let outcome = try Command(built: "AppleSnippetsVision").run(
        [folder.url.path], environment: ["OPENCAPTURE_SYNTHETIC_DEVICES": "1"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.lines.contains { $0.hasPrefix("messages [\"frame ") })
      #expect(outcome.lines.contains("face true false"))
      #expect(outcome.lines.contains("box true true"))
      #expect(outcome.lines.contains { $0.hasPrefix("code frame ") })
      let (whole, turned) = (
        try EncodedPicture(contentsOf: folder.path("frame.jpg")).info().dimensions,
        try EncodedPicture(contentsOf: folder.path("turned.jpg")).info().dimensions
      )
      #expect(turned.width * 2 == whole.height && turned.height * 2 == whole.width)
    }
  }
}
