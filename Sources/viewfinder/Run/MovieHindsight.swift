import OpenCapture

/// How many frames of a movie wait for what is found out about them later: of a file, what comes is known.
enum MovieHindsight {
  private static let (fewest, longest) = (4, 24)

  /// The most memory that frames take for as long, in bytes: of the largest, there are fewer.
  private static let memory = 192_000_000

  /// The same where an encoder takes memory, too.
  private static let memoryBesideEncoder = 20_000_000

  /// - Parameter isWritten: Whether the frames are shown in a movie.
  static func frames(of movie: MovieInfo, isWritten: Bool = false) -> Int {
    // In I420, as most movies are.
    let frame = max(1, movie.dimensions.width * movie.dimensions.height * 3 / 2)
    return min(longest, max(fewest, (isWritten ? memoryBesideEncoder : memory) / frame))
  }
}
