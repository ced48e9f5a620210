import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
@testable import OpenCaptureMovies
import Testing

@Suite(
  "Decoding of interframe camera streams",
  .enabled(if: EncodedVideo.isAvailable, "ffmpeg is not installed"))
struct StreamDecoderTests {
  private func picture(_ stream: StreamDecoder, _ data: DataBuffer, _ index: Int) throws -> StreamFrame {
    guard case .picture(let picture) = try stream.take(data, number: UInt64(index)) else {
      throw TimedOut(what: "picture \(index)")
    }
    return picture
  }

  private func expect(
    _ picture: StreamFrame, _ index: Int, of film: EncodedVideo, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let peakSignalToNoiseRatio = try picture.decodeImage(picture.data, as: .i420).peakSignalToNoiseRatio(
      to: film.seen[index])
    #expect(peakSignalToNoiseRatio == .infinity, "picture \(index)", sourceLocation: location)
  }

  @Test(
    "Every requested frame is decoded correctly, whichever frames are requested",
    arguments: [StreamCodec.h264, .hevc], [1, 7, 29])
  func requested(codec: StreamCodec, step: Int) throws {
    let film = try EncodedVideo(codec)
    let stream = try film.stream()
    for index in film.sent.indices {
      let picture = try picture(stream, film.data(index), index)
      #expect(picture.isKey == (index % 10 == 0))
      if index % step == 0 { try expect(picture, index, of: film) }
    }
  }

  @Test("Retained frames can be decoded later, in any order")
  func held() throws {
    let film = try EncodedVideo(.h264)
    let stream = try film.stream()
    let pictures = try film.sent.indices.map { try picture(stream, film.data($0), $0) }
    for index in [25, 3, 29, 10, 0] { try expect(pictures[index], index, of: film) }
    #expect(stream.waitingCount == 0)
  }

  @Test("Without requests, only the frames since the last key frame are kept")
  func unrequested() throws {
    let film = try EncodedVideo(.h264)
    let stream = try film.stream()
    for index in film.sent.indices {
      _ = try stream.take(film.data(index), number: UInt64(index))
      #expect(stream.waitingCount == index % 10 + 1)
    }
  }

  @Test("Frames with missing reference frames are rejected")
  func lost() throws {
    let film = try EncodedVideo(.h264)
    let stream = try film.stream()
    var taken: [Int] = []
    for index in Array(5..<13) + Array(15..<30) {
      guard case .picture(let picture) = try stream.take(film.data(index), number: UInt64(index)) else { continue }
      taken.append(index)
      try expect(picture, index, of: film)
    }
    #expect(taken == Array(10..<13) + Array(20..<30))
  }

  @Test(
    "Separate parameter sets are inserted before every key frame",
    arguments: [StreamCodec.h264, .hevc])
  func parameterSets(codec: StreamCodec) throws {
    let film = try EncodedVideo(codec)
    let stream = try film.stream()
    let parameters = film.sent[0].withUnsafeBytes { StreamUnits($0, codec).parameters }
    guard case .nothing = try stream.take(DataBuffer(copying: parameters.span.bytes), number: 0) else {
      Issue.record("a frame was detected in data without frames")
      return
    }
    for (index, whole) in film.sent.enumerated() {
      let bytes = index % 10 == 0 ? whole.removing(parameters) : whole
      #expect((bytes.count < whole.count) == (index % 10 == 0))
      let picture = try picture(stream, DataBuffer(copying: bytes.span.bytes), index + 1)
      try expect(picture, index, of: film)
      let begins = picture.data.withUnsafeBytes { $0.starts(with: parameters) }
      #expect(begins == (index % 10 == 0))
    }
  }

  @Test("Frames larger than the camera's format are rejected")
  func large() throws {
    let film = try EncodedVideo(.h264)
    let stream = try StreamDecoder(.h264, VideoDimensions(width: 16, height: 16), name: "camera")
    let picture = try picture(stream, film.data(0), 0)
    let error = try #require(throws: MovieError.self) { try picture.decodeImage(picture.data, as: .i420) }
    #expect(error.code == .corrupt || error.code == .tooLarge, "\(error)")
  }

  @Test("A damaged frame fails or is visibly damaged, and frames after the next key frame are intact")
  func damaged() throws {
    let film = try EncodedVideo(.h264)
    let stream = try film.stream()
    for index in film.sent.indices {
      var bytes = film.sent[index]
      if index == 3 { bytes.replaceSubrange(20..., with: [UInt8](repeating: 0xff, count: bytes.count - 20)) }
      if index == 5 { bytes = [0, 0, 1, 1] }
      let picture = try picture(stream, DataBuffer(copying: bytes.span.bytes), index)
      guard (3..<10).contains(index) else {
        try expect(picture, index, of: film)
        continue
      }
      do { _ = try picture.decodeImage(picture.data, as: .i420) } catch let error as MovieError {
        #expect(error.code == .corrupt || error.code == .invalidFrame)
      }
    }
  }
}

extension [UInt8] {
  /// Returns the data without the first occurrence of these bytes.
  fileprivate func removing(_ part: [UInt8]) -> [UInt8] {
    guard let start = indices.first(where: { self[$0...].starts(with: part) }) else { return self }
    return Array(self[..<start] + self[(start + part.count)...])
  }
}
