import OpenCaptureMediaSamples
import OpenCaptureMovies

extension FuzzTarget {
  static let movies = [movie, seek, still]

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
}
