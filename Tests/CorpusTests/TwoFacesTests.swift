import Fixtures
import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies
import Testing

/// Videos of one person each, combined side by side to simulate two people in front of one camera.
@Suite("Two people side by side", .enabled(if: Corpus.faces != nil, "skipped: no corpus found"))
struct TwoFacesTests {
  /// The labelled frames of a video as grey pictures of equal height, with the bounds of the face.
  private struct Clip {
    static let height = 240
    var pictures: [PixelBuffer] = []
    var faces: [Rect] = []

    init(_ name: String, atMost count: Int) throws {
      let folder = try #require(Corpus.faces)
      let truths = try FaceTruth.load("\(folder)/truth.jsonl").filter { $0.file == "video/\(name)" }
      let labelled = truths.compactMap { truth in truth.frame.map { ($0, truth.faces) } }
      let byFrame = Dictionary(uniqueKeysWithValues: labelled)
      let movie = try MovieReader(contentsOf: "\(folder)/video/\(name)")
      var index = 0
      while let sample = try movie.nextSample(), pictures.count < count {
        defer { index += 1 }
        guard let faces = byFrame[index], faces.count == 1, !faces[0].isIgnored else { continue }
        let luma = try sample.luma()
        let factor = Double(Self.height) / Double(luma.height)
        let size = VideoDimensions(width: Int(Double(luma.width) * factor), height: Self.height)
        pictures.append(try luma.scaled(to: size))
        self.faces.append(faces[0].bounds.scaled(x: factor, y: factor))
      }
    }
  }

  /// Returns two pictures side by side; the hidden one is grey.
  private func frame(_ left: PixelBuffer, _ right: PixelBuffer, hiding hidden: Int?) throws -> PixelBuffer {
    let width = left.width + right.width
    var both = try PixelBuffer(format: .grey, width: width, height: Clip.height, rowAlignment: 1)
    try both.withUnsafeMutablePlane(0) { target in
      for (index, part) in [left, right].enumerated() {
        let x = index == 0 ? 0 : left.width
        let stride = part.planes[0].bytesPerRow
        part.withUnsafePlane(0) { source in
          for y in 0..<Clip.height {
            for column in 0..<part.width {
              target[y * width + x + column] = hidden == index ? 128 : source[y * stride + column]
            }
          }
        }
      }
    }
    return both
  }

  /// Returns the numbers of the two people in each frame; nil if a person wasn't found.
  private func numbers(
    _ clips: [Clip], tracker: inout FaceTracker, hiding hidden: (Int) -> Int?
  ) throws -> [[Int?]] {
    var numbers: [[Int?]] = [[], []]
    for index in 0..<min(clips[0].pictures.count, clips[1].pictures.count) {
      let picture = try frame(clips[0].pictures[index], clips[1].pictures[index], hiding: hidden(index))
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 25))
      let found = try tracker.track(SampleBuffer(pixelBuffer: picture, timing: timing))
      for person in 0..<2 {
        let x = person == 0 ? 0 : Double(clips[0].pictures[index].width)
        let place = clips[person].faces[index].center
        let face = found.first {
          let bounds = $0.boundingBox.scaled(x: Double(picture.width), y: Double(picture.height))
          return bounds.contains(Point(x: place.x + x, y: place.y))
        }
        numbers[person].append(face?.faceID)
      }
    }
    return numbers
  }

  private static let pairs = [
    ["asl_help.mkv", "headpose_male.mkv"], ["headpose_male.mkv", "david.webm"], ["david.webm", "asl_help.mkv"],
  ]

  @Test("Each person is tracked with one number", arguments: pairs)
  func together(names: [String]) throws {
    let clips = try names.map { try Clip($0, atMost: 200) }
    var tracker = try FaceTracker()
    let numbers = try numbers(clips, tracker: &tracker) { _ in nil }
    for person in 0..<2 {
      let found = numbers[person].compactMap(\.self)
      print("\(names[person]) beside the other: \(found.count) of \(numbers[person].count), \(Set(found).sorted())")
      #expect(Set(found).count == 1)
    }
  }

  @Test("A person who is hidden briefly keeps the number, and so does the other", arguments: pairs)
  func hidden(names: [String]) throws {
    let clips = try names.map { try Clip($0, atMost: 200) }
    for hidden in 0..<2 {
      var tracker = try FaceTracker()
      let numbers = try numbers(clips, tracker: &tracker) { (25..<43).contains($0) ? hidden : nil }
      for person in 0..<2 {
        let found = numbers[person].compactMap(\.self)
        print(
          "\(names[person]), \(names[hidden]) hidden: \(found.count) of \(numbers[person].count), \(Set(found))")
        #expect(Set(found).count == 1)
      }
    }
  }
}
