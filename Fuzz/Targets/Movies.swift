import OpenCaptureMediaSamples
import OpenCaptureMovies

extension FuzzTarget {
  static let movies = [movie, seek, still, film]

  private static let options = MovieReadingOptions(maximumPixelCount: 1 << 18, maximumMemory: 1 << 27)

  private static let movie = FuzzTarget("movie", longestInput: 16384) { input in
    let reader = try MovieReader(DataBuffer(copying: input.span.bytes), options: options)
    for _ in 0..<8 { guard try reader.nextSample() != nil else { return } }
  }

  /// A movie after two bytes that select the times to seek to.
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

  /// Encoded pictures of a camera.
  ///
  /// A bit of the first byte selects the codec. Three bytes before each picture give its length, the number of lost
  /// pictures before it, and whether it is decoded immediately, later, or not at all.
  private static let film = FuzzTarget("film", longestInput: 8192) { input in
    var numbers = InputNumbers(input)
    let stream = try StreamDecoder(
      numbers.number(UInt8.self) & 1 == 0 ? .h264 : .hevc, VideoDimensions(width: 256, height: 256), name: "film")
    var kept: [StreamFrame] = []
    var number = UInt64(0)
    var hasKey = false
    while !numbers.isAtEnd {
      let options = numbers.number(UInt8.self)
      number += UInt64(options >> 6)
      let bytes = numbers.some(UInt16.self)
      let taken = try stream.take(DataBuffer(copying: bytes.span.bytes), number: number)
      number += 1
      guard case .picture(let picture) = taken else { continue }
      hasKey = hasKey || picture.isKey
      precondition(hasKey, "a picture precedes the first key picture")
      if options & 1 != 0 { _ = try? picture.decodeImage(picture.data, as: .i420) }
      if options & 2 != 0 { kept.append(picture) }
    }
    for picture in kept.reversed() { _ = try? picture.decodeLuma(picture.data) }
  }
}

extension FuzzTarget {
  static let sounds = [sound]

  /// A sound file after a byte that selects the time to seek to.
  private static let sound = FuzzTarget("sound", longestInput: 16384) { input in
    guard let first = input.first else { return }
    let file = Array(input.dropFirst())
    let reader = try AudioReader(DataBuffer(copying: file.span.bytes))
    if first & 1 != 0 { try reader.seek(to: MediaTime(value: Int64(first) - 16, timescale: 100)) }
    for _ in 0..<16 {
      guard let sample = try reader.nextSample(), let buffer = sample.audioBuffer else { return }
      precondition(buffer.frameCount > 0 && sample.duration > .zero, "the sample is empty")
    }
  }
}
