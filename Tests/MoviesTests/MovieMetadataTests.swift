import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("Movie metadata")
struct MovieMetadataTests {
  private static let ffprobe = "/usr/bin/ffprobe"

  private var metadata: MovieMetadata {
    var metadata = MovieMetadata()
    metadata.title = "A title = \"x\"; Größe"
    metadata.author = "Ada"
    metadata.comment = "two\nlines"
    metadata.make = "Maker"
    metadata.model = "Model 1"
    metadata.software = "OpenCapture"
    metadata.creationDate = WallTime(nanosecondsSince1970: 1_709_226_300_250_000_000, secondsFromGMT: 3_600)
    metadata.location = MediaLocation(latitude: -33.8568, longitude: 151.2153, altitude: 12.5)
    metadata.contentIdentifier = "1F4E"
    metadata.tags = ["com.example.take": "7"]
    return metadata
  }

  /// Returns the tags that ffprobe reads, by lowercase names.
  private func written(_ path: String, _ metadata: MovieMetadata) throws -> [String: String] {
    var options = MovieWritingOptions()
    options.metadata = metadata
    try TestMovie.write(path, times: TestMovie.steadyTimes(3), options: options)
    let probed = try Command(at: Self.ffprobe).run([
      "-v", "warning", "-show_entries", "format_tags", "-of", "json", path,
    ])
    #expect(probed.errors.isEmpty)
    let all = try #require(try JSONSerialization.jsonObject(with: Data(probed.output)) as? [String: Any])
    let tags = (all["format"] as? [String: Any])?["tags"] as? [String: String] ?? [:]
    return Dictionary(uniqueKeysWithValues: tags.map { ($0.key.lowercased(), $0.value) })
  }

  @Test(
    "Each file format stores all tags that it supports",
    .enabled(if: FileManager.default.isExecutableFile(atPath: ffprobe)), arguments: MovieContainer.allCases)
  func everything(container: MovieContainer) throws {
    try TemporaryFolder.with { folder in
      let tags = try written(folder.path("movie.\(container.usualExtension)"), metadata)
      switch container {
      case .mp4, .quickTime:
        func key(_ name: String) -> String? { tags["com.apple.quicktime." + name] }
        #expect(key("title") == metadata.title && key("author") == "Ada" && key("comment") == metadata.comment)
        #expect(key("make") == "Maker" && key("model") == "Model 1" && key("software") == "OpenCapture")
        #expect(key("creationdate") == "2024-02-29T18:05:00+0100")
        #expect(key("location.iso6709") == "-33.8568+151.2153+012.500/")
        #expect(key("content.identifier") == "1F4E" && tags["com.example.take"] == "7")
        // FFmpeg 9 lists the time of the header as well, in whole seconds.
        #expect(tags["creation_time"]?.hasSuffix("2024-02-29T17:05:00.250000Z") == true)
      case .matroska, .webM:
        #expect(tags["title"] == metadata.title && tags["artist"] == "Ada" && tags["make"] == "Maker")
        #expect(tags["date_recorded"] == "2024-02-29T18:05:00+0100" && tags["com.example.take"] == "7")
        #expect(tags["recording_location"] == "-33.8568+151.2153+012.500/")
        #expect(tags["creation_time"] == "2024-02-29T17:05:00.250000Z")
      case .avi:
        #expect(tags["title"] == metadata.title && tags["artist"] == "Ada" && tags["isrc"] == "Maker Model 1")
        #expect(tags["date"] == "2024-02-29T18:05:00+0100")
      }
    }
  }

  @Test(
    "A movie without metadata contains only FFmpeg's own tags",
    .enabled(if: FileManager.default.isExecutableFile(atPath: ffprobe)))
  func nothing() throws {
    try TemporaryFolder.with { folder in
      let tags = try written(folder.path("movie.mp4"), MovieMetadata())
      #expect(Set(tags.keys) == ["major_brand", "minor_version", "compatible_brands", "encoder"])
    }
  }
}

extension MovieContainer {
  fileprivate var usualExtension: String {
    switch self {
    case .mp4: "mp4"
    case .quickTime: "mov"
    case .matroska: "mkv"
    case .webM: "webm"
    case .avi: "avi"
    }
  }
}
