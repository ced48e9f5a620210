import OpenCaptureMediaSamples
import OpenCaptureMovies

extension FuzzTarget {
  static let movies = [movie, seek, still, film]

  private static let options = MovieReadingOptions(maximumPixelCount: 1 << 18, maximumMemory: 1 << 27)

  private static let movie = FuzzTarget("movie", longestInput: 16384) { input in
    let reader = try MovieReader(DataBuffer(copying: input.span.bytes), options: options)
    for _ in 0..<8 { guard try reader.nextSample() != nil else { return } }
  }

  /// Two bytes say where to, the others are the movie.
  private static let seek = FuzzTarget("seek", longestInput: 16384) { input in
    guard input.count > 2 else { return }
    let movie = Array(input.dropFirst(2))
    let reader = try MovieReader(DataBuffer(copying: movie.span.bytes), options: options)
    for byte in input.prefix(2) {
      try reader.seek(to: MediaTime(value: Int64(byte) - 16, timescale: 10))
      _ = try reader.nextSample()
    }
  }

  private static let still = FuzzTarget("still", longestInput: 8192) { input in
    _ = try StillPictureReader(options: options).sample(DataBuffer(copying: input.span.bytes))
  }

  /// What a camera encodes: a bit of the first byte says how; three bytes before each picture whether it is wanted at once, or
  /// later, how many are lost before it, and how long it is.
  private static let film = FuzzTarget("film", longestInput: 8192) { input in
    var numbers = InputNumbers(input)
    let stream = try StreamDecoder(
      numbers.number(UInt8.self) & 1 == 0 ? .h264 : .hevc, VideoDimensions(width: 256, height: 256), name: "film")
    var (kept, number, hasKey) = ([StreamPicture](), UInt64(0), false)
    while !numbers.isAtEnd {
      let wishes = numbers.number(UInt8.self)
      number += UInt64(wishes >> 6)
      let bytes = numbers.some(UInt16.self)
      let taken = try stream.take(DataBuffer(copying: bytes.span.bytes), number: number)
      number += 1
      guard case .picture(let picture) = taken else { continue }
      hasKey = hasKey || picture.isKey
      precondition(hasKey, "a picture builds on nothing")
      if wishes & 1 != 0 { _ = try? picture.decodeImage(picture.data, as: .i420) }
      if wishes & 2 != 0 { kept.append(picture) }
    }
    for picture in kept.reversed() { _ = try? picture.decodeLuma(picture.data) }
  }
}
