import Fixtures
import Foundation
import OpenCapturePictures
import Testing

@Suite("Core Image and Vision code in the style of Apple's documentation")
struct SnippetTests {
  @Test("A frame is saved, its code and faces are detected, and more codes are read")
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
