package import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages

/// A still picture of an input, decoded on request: a file, or a page of a document.
package struct StillPicture {
  private enum Source {
    case encoded(EncodedPicture)
    case page(PicturePages)
    /// A picture in a format that only FFmpeg reads.
    case movie(MovieReader)
    /// A picture that another process has decoded, and its damage.
    case decoded(SampleBuffer, FileFailure?)
  }

  private let source: Source
  /// The name of the format, and the page if the document has several.
  package let format: String
  /// The size as stored, in pixels.
  package let dimensions: VideoDimensions
  /// The page's number; nil if the input has no pages.
  package let page: PageNumber?

  /// Makes a picture in a format that is read without FFmpeg.
  ///
  /// - Throws: `PictureError` if the header is damaged.
  init(_ picture: EncodedPicture) throws(PictureError) {
    let info = try picture.info()
    source = .encoded(picture)
    format = "\(info.format)"
    dimensions = info.dimensions
    page = nil
  }

  /// Makes a picture that FFmpeg decodes.
  init(_ movie: MovieReader) {
    source = .movie(movie)
    format = movie.info.codecName
    dimensions = movie.info.dimensions
    page = nil
  }

  /// Makes a picture of a page, from number 1.
  ///
  /// - Throws: `PictureError` if the page exceeds the limits.
  init(page number: Int, of pages: PicturePages) throws(PictureError) {
    source = .page(pages)
    format = pages.count > 1 ? "\(pages.format) page \(number)" : "\(pages.format)"
    dimensions = try pages.dimensions(ofPage: number)
    page = PageNumber(number: number, count: pages.count)
  }

  /// Makes a picture that another process has decoded, and may have found damaged.
  init(_ picture: SampleBuffer, format: String, page: PageNumber?, damage: FileFailure?) {
    source = .decoded(picture, damage)
    self.format = format
    dimensions = picture.format.videoDimensions
    self.page = page
  }

  /// Returns the same page of a PDF document at another resolution.
  ///
  /// - Returns: The page; nil if it exceeds the limits, or if the picture is no PDF page.
  package func drawn(at pixelsPerInch: Double) -> StillPicture? {
    guard let page, case .page(let pages) = source, pages.format == .pdf else { return nil }
    return try? StillPicture(page: page.number, of: pages.drawn(at: pixelsPerInch))
  }

  /// Decodes the picture and passes it to `body`, unless the run is interrupted.
  ///
  /// - Parameter format: The pixel format, for pictures that are read without FFmpeg. Default: BGRA.
  /// - Throws: `PictureError` or `MovieError` if the picture is damaged, after `body` got the readable part.
  package func decode(to format: PixelFormat = .bgra, _ body: (SampleBuffer) throws -> Void) throws {
    let sample: SampleBuffer
    var damage: (any Error)?
    switch source {
    case .encoded(let encoded):
      let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: format, acceptsDamage: true))
      sample = SampleBuffer(pixelBuffer: picture.pixelBuffer, orientation: picture.orientation)
      damage = picture.damage
    case .page(let pages):
      let picture = try pages.page(page?.number ?? 1)
      sample = picture.sampleBuffer
      damage = picture.damage
    case .movie(let movie):
      guard var first = try movie.nextSample() else { return }
      // A still picture has no time.
      first.timing = SampleTiming()
      first.sequenceNumber = nil
      sample = first
    case .decoded(let picture, let failure):
      sample = picture
      damage = failure
    }
    if !Interruption.isRequested { try body(sample) }
    // Reading on reports the damage of a truncated file.
    if case .movie(let movie) = source { _ = try movie.nextSample() }
    if let damage { throw damage }
  }

  /// Returns the picture in color, for a sample that was decoded to gray.
  ///
  /// - Throws: The errors of ``decode(to:_:)``.
  package func colorImage(of sample: SampleBuffer) throws -> PixelBuffer {
    guard case .encoded(let encoded) = source else { return try sample.image() }
    return try encoded.decoded(PictureReadingOptions(pixelFormat: .bgra, acceptsDamage: true)).pixelBuffer
  }
}

/// The number of a page in a file.
package struct PageNumber: Sendable, Hashable {
  /// The page's number, from 1.
  package let number: Int
  /// The number of pages.
  package let count: Int

  package init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }
}
