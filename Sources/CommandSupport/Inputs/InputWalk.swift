package import OpenCaptureMovies
import OpenCapturePages
package import OpenCapturePictures
package import OpenCaptureSystem

/// A processor of an input's content.
package protocol InputVisitor {
  /// Checks that a document with a number of pages can be processed. Accepts any number by default.
  func check(pageCount: Int) throws
  /// Processes a picture, or a page of a document.
  mutating func process(_ picture: StillPicture) throws
  /// Processes a movie or an animation.
  mutating func process(_ movie: MovieReader) throws
  /// Records the end of a page, and returns whether another one is needed. Returns true by default.
  mutating func finish(_ page: PageNumber) -> Bool
  /// Records an error of an input; other pages are still processed.
  mutating func record(_ error: any Error, of input: Input)
}

extension InputVisitor {
  package func check(pageCount: Int) throws {}
  package mutating func finish(_ page: PageNumber) -> Bool { true }
}

/// A walk over the content of inputs: pictures, pages and movies.
package struct InputWalk: Sendable {
  package let limits: PictureLimits
  /// The resolutions for PDF pages in pixels per inch; pages are drawn at the first.
  package let resolutions: [Double]
  /// The limit of processor time for each input; nil for none.
  package let deadline: Duration?
  /// Waits until another process grants memory for an opened input, in bytes; nil outside of workers.
  package var reserve: (@Sendable (Int) -> Void)?
  /// The memory that all concurrent inputs share.
  private let memory: InputMemory

  /// Makes a walk.
  ///
  /// - Parameters:
  ///   - limits: The limits on an input's size, and on the memory of all concurrent inputs.
  ///   - resolutions: The resolutions for PDF pages that the visitor needs. Default: 200 pixels per inch.
  ///   - deadline: The limit of processor time for each input. Default: none.
  package init(
    _ limits: PictureLimits, resolutions: [Double] = [PicturePages.defaultPixelsPerInch], deadline: Duration? = nil
  ) {
    self.limits = limits
    self.resolutions = resolutions
    self.deadline = deadline
    memory = InputMemory(capacity: limits.maximumMemory)
  }

  /// Opens an input as soon as enough memory is free, and passes its content to a visitor.
  ///
  /// - Parameter isOver: Whether the input is no longer needed. Default: never.
  /// - Returns: The reason why the input was abandoned; nil if it was not.
  @discardableResult
  package func process(
    _ input: Input, isOver: @escaping @Sendable () -> Bool = { false }, with visitor: inout some InputVisitor
  ) -> WorkLimitError? {
    let limit = WorkLimit(cpuTime: deadline, isCancelled: isOver)
    do {
      if let failure = input.failure { throw FileFailure(failure, at: input.path) }
      try limit.run {
        try memory.use(canWait: input.data == nil && input.path.isPipe) {
          let finest = resolutions.max() ?? PicturePages.defaultPixelsPerInch
          guard !isOver(), let media = try MediaInput.open(input, limits: limits, pixelsPerInch: finest) else {
            return nil
          }
          let needed = try media.memory(limits: limits)
          reserve?(needed)
          return (media, needed)
        } work: { media in
          try visit(media, of: input, with: &visitor)
        }
      }
    } catch {
      // For an abandoned input, only the reason for abandoning it is reported.
      if limit.stop == nil { visitor.record(error, of: input) }
    }
    return limit.failure
  }

  private func visit(_ media: MediaInput, of input: Input, with visitor: inout some InputVisitor) throws {
    switch media {
    case .picture(let picture): try visitor.process(StillPicture(picture))
    case .pages(let pages): try visit(pages, of: input, with: &visitor)
    case .movie(let movie) where movie.info.isStillPicture: try visitor.process(StillPicture(movie))
    case .movie(let movie): try visitor.process(movie)
    }
  }

  /// Passes pages to a visitor; a page that fails does not affect the others.
  private func visit(_ pages: PicturePages, of input: Input, with visitor: inout some InputVisitor) throws {
    try visitor.check(pageCount: pages.count)
    let pages = resolutions.first.map { pages.drawn(at: $0) } ?? pages
    for number in 1...pages.count {
      try WorkLimit.check()
      do { try visitor.process(StillPicture(page: number, of: pages)) } catch {
        try WorkLimit.check()
        visitor.record(error, of: input)
      }
      guard visitor.finish(PageNumber(number: number, count: pages.count)) else { return }
    }
  }
}
