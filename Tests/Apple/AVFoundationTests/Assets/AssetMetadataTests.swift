import Fixtures
import Foundation
import Testing
@testable import AVFoundation

@Suite("Metadata of movies")
struct AssetMetadataTests {
  private func item(_ identifier: AVMetadataIdentifier, _ value: Any) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    item.value = value
    return item
  }

  @Test("Items derive the identifier from the key, and the key from the identifier")
  func names() {
    let byKey = AVMutableMetadataItem()
    byKey.keySpace = .common
    byKey.key = AVMetadataKey.commonKeyTitle.rawValue
    byKey.value = NSString("Sea")
    #expect(byKey.identifier == .commonIdentifierTitle && byKey.commonKey == .commonKeyTitle)
    #expect(byKey.stringValue == "Sea")
    let byIdentifier = item(.quickTimeMetadataMake, 7)
    #expect(byIdentifier.keySpace == .quickTimeMetadata && byIdentifier.commonKey == nil)
    #expect(byIdentifier.key as? String == "com.apple.quicktime.make" && byIdentifier.stringValue == "7")
    let items = AVMetadataItem.metadataItems(
      from: [byKey, byIdentifier], filteredByIdentifier: .quickTimeMetadataMake)
    #expect(items.count == 1 && items.first === byIdentifier)
    #expect(item(.commonIdentifierTitle, Data()).stringValue == nil)
  }

  @Test("An asset writer writes its metadata to the file", .enabled(if: WrittenMovie.canProbe))
  func written() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      writer.metadata = [
        item(.commonIdentifierTitle, "Sea"), item(.quickTimeMetadataModel, "One"),
        item(.commonIdentifierCreationDate, Date(timeIntervalSince1970: 0)),
        item(.quickTimeMetadataLocationISO6709, "+47.1-122.3/"),
        item(AVMetadataIdentifier("mdta/org.example.x"), 5),
        item(.commonIdentifierAuthor, Data([1])),
      ]
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      writer.add(input)
      writer.startWriting()
      writer.startSession(atSourceTime: .zero)
      try await WrittenMovie.append(WrittenMovie.frame(0), to: input)
      await writer.finishWriting()
      let outcome = try Command(at: "/usr/bin/ffprobe").run([
        "-v", "error", "-show_entries", "format_tags", url.path,
      ])
      for line in [
        "title=Sea", "com.apple.quicktime.model=One", "com.apple.quicktime.creationdate=1970-01-01T00:00:00Z",
        "com.apple.quicktime.location.ISO6709=+47.1-122.3/", "org.example.x=5",
      ] { #expect(outcome.lines.contains { $0.hasSuffix(line) }, "\(line) \(outcome.lines)") }
      #expect(!outcome.text.contains("author"))
    }
  }

  @Test("Outputs return the metadata items that were set")
  func outputs() {
    let movies = AVCaptureMovieFileOutput()
    let sound = AVCaptureAudioFileOutput()
    #expect(movies.metadata == nil && sound.metadata.isEmpty)
    movies.metadata = [item(.commonIdentifierTitle, "Sea"), item(.quickTimeMetadataMake, "Two")]
    sound.metadata = [item(.commonIdentifierTitle, "Wind")]
    #expect(movies.metadata?.map(\.stringValue) == ["Sea", "Two"])
    #expect(movies.metadata?.map(\.identifier) == [.quickTimeMetadataTitle, .quickTimeMetadataMake])
    #expect(sound.metadata.map(\.stringValue) == ["Wind"])
    let settings = AVCapturePhotoSettings()
    settings.livePhotoMovieMetadata = [item(.quickTimeMetadataComment, "Calm")]
    #expect(settings.livePhotoMovieMetadata.map(\.identifier) == [.quickTimeMetadataComment])
    settings.livePhotoMovieMetadata = [item(.quickTimeMetadataContentIdentifier, "of both files")]
    #expect(settings.photo.livePhotoMovieMetadata.contentIdentifier == "of both files")
    settings.livePhotoMovieMetadata = nil
    #expect(settings.livePhotoMovieMetadata.isEmpty)
  }
}
