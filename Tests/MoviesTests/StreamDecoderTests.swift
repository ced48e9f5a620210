import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
@testable import OpenCaptureMovies
import Testing

@Suite(
  "Pictures that a camera encodes so that they build on each other",
  .enabled(if: EncodedFilm.isAvailable, "there is no ffmpeg"))
struct StreamDecoderTests {
  private func picture(_ stream: StreamDecoder, _ data: DataBuffer, _ index: Int) throws -> StreamPicture {
    guard case .picture(let picture) = try stream.take(data, number: UInt64(index)) else {
      throw TimedOut(what: "picture \(index)")
    }
    return picture
  }

  private func expect(
    _ picture: StreamPicture, _ index: Int, of film: EncodedFilm, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let likeness = try picture.decodeImage(picture.data, as: .i420).likeness(to: film.seen[index])
    #expect(likeness == .infinity, "picture \(index)", sourceLocation: location)
  }

  @Test("Each is what the encoder meant, whichever are wanted", arguments: [StreamCodec.h264, .hevc], [1, 7, 29])
  func wanted(codec: StreamCodec, step: Int) throws {
    let film = try EncodedFilm(codec)
    let stream = try film.stream()
    for index in film.sent.indices {
      let picture = try picture(stream, film.data(index), index)
      #expect(picture.isKey == (index % 10 == 0))
      if index % step == 0 { try expect(picture, index, of: film) }
    }
  }

  @Test("Those that somebody holds are there later as well, in whichever order they are asked for")
  func held() throws {
    let film = try EncodedFilm(.h264)
    let stream = try film.stream()
    let pictures = try film.sent.indices.map { try picture(stream, film.data($0), $0) }
    for index in [25, 3, 29, 10, 0] { try expect(pictures[index], index, of: film) }
    #expect(stream.waitingCount == 0)
  }

  @Test("Where nobody wants any, those wait that the next one would build on")
  func unwanted() throws {
    let film = try EncodedFilm(.h264)
    let stream = try film.stream()
    for index in film.sent.indices {
      _ = try stream.take(film.data(index), number: UInt64(index))
      #expect(stream.waitingCount == index % 10 + 1)
    }
  }

  @Test("What builds on one that was lost, or that came before the beginning, isn't taken")
  func lost() throws {
    let film = try EncodedFilm(.h264)
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
    "What a camera says of its stream once, alone, is put before each picture that builds on none",
    arguments: [StreamCodec.h264, .hevc])
  func said(codec: StreamCodec) throws {
    let film = try EncodedFilm(codec)
    let stream = try film.stream()
    let parameters = film.sent[0].withUnsafeBytes { StreamUnits($0, codec).parameters }
    guard case .nothing = try stream.take(DataBuffer(copying: parameters.span.bytes), number: 0) else {
      Issue.record("a picture was seen where there is none")
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

  @Test("No room is made for pictures that are larger than the camera says")
  func large() throws {
    let film = try EncodedFilm(.h264)
    let stream = try StreamDecoder(.h264, VideoDimensions(width: 16, height: 16), name: "camera")
    let picture = try picture(stream, film.data(0), 0)
    let error = try #require(throws: MovieError.self) { try picture.decodeImage(picture.data, as: .i420) }
    #expect(error.code == .corrupt || error.code == .tooLarge, "\(error)")
  }

  @Test("A picture that is damaged fails alone, or looks damaged, and those behind the next key are whole")
  func damaged() throws {
    let film = try EncodedFilm(.h264)
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
  /// The same without the first place in it that has these bytes.
  fileprivate func removing(_ part: [UInt8]) -> [UInt8] {
    guard let start = indices.first(where: { self[$0...].starts(with: part) }) else { return self }
    return Array(self[..<start] + self[(start + part.count)...])
  }
}
