public import OpenCaptureMediaSamples
public import OpenCapturePictures

/// The pages of a file with several pictures: PDF, TIFF, ICO, HEIF (HEIC) or AVIF.
///
///     let pages = try PicturePages(contentsOf: "tickets.pdf")
///     for number in 1...pages.count {
///       let codes = try scanner.scan(pages.page(number).sampleBuffer)
///     }
///
/// Animations are not pages, because their frames have times: read them with `MovieReader`.
///
/// Poppler renders PDF, libheif decodes HEIF and AVIF, libtiff decodes TIFF, and FFmpeg decodes icons. Each library is
/// loaded when the first file of its format is opened. The libraries receive the bytes of the file only.
///
/// Instances can be used from several threads, which wait for each other.
public struct PicturePages: Sendable {
  /// The name of the file in errors.
  public let name: String
  /// The format of the file.
  public let format: PageFormat
  /// The number of pages, at least 1.
  public let count: Int
  /// The largest size of a page and the largest number of pages.
  public let limits: PictureLimits
  private var decoder: any PageDecoder

  /// The default resolution of PDF pages in pixels per inch, 79 pixels per centimetre.
  public static let defaultPixelsPerInch = 200.0

  /// The range of resolutions for PDF pages, in pixels per inch.
  public static let pixelsPerInchRange = 18.0...2400.0

  /// The resolution of PDF pages in pixels per inch.
  ///
  /// Pages of other formats keep their own pixels.
  public private(set) var pixelsPerInch: Double

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limits: The largest size of a page and the largest number of pages.
  ///   - pixelsPerInch: The resolution of PDF pages (default: 200).
  /// - Throws: `PictureError` if the file cannot be read, has no pages or needs a password, or the library for its
  ///   format is missing.
  public init(
    contentsOf path: String, limits: PictureLimits = PictureLimits(),
    pixelsPerInch: Double = Self.defaultPixelsPerInch
  ) throws(PictureError) {
    try self.init(contentsOfPath: Array(path.utf8), limits: limits, pixelsPerInch: pixelsPerInch)
  }

  /// Reads a file whose path may contain any bytes.
  ///
  /// Errors show the path as UTF-8, with replacement characters for invalid bytes.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a terminating zero.
  ///   - limits: The largest size of a page and the largest number of pages.
  ///   - pixelsPerInch: The resolution of PDF pages (default: 200).
  /// - Throws: `PictureError`; see ``init(contentsOf:limits:pixelsPerInch:)``.
  public init(
    contentsOfPath path: [UInt8], limits: PictureLimits = PictureLimits(),
    pixelsPerInch: Double = Self.defaultPixelsPerInch
  ) throws(PictureError) {
    let name = String(decoding: path, as: UTF8.self)
    let data = try FileContents.read(path: path, name: name, limits: limits)
    try self.init(data, name: name, limits: limits, pixelsPerInch: pixelsPerInch)
  }

  /// Reads an open file to its end, and leaves it open.
  package init(
    reading descriptor: Int32, name: String, limits: PictureLimits, pixelsPerInch: Double
  ) throws(PictureError) {
    let data = try FileContents.read(descriptor: descriptor, name: name, limits: limits)
    try self.init(data, name: name, limits: limits, pixelsPerInch: pixelsPerInch)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - data: A whole file.
  ///   - name: The name of the file in errors (default: `pages`).
  ///   - limits: The largest size of a page and the largest number of pages.
  ///   - pixelsPerInch: The resolution of PDF pages (default: 200).
  /// - Throws: `PictureError`; see ``init(contentsOf:limits:pixelsPerInch:)``.
  public init(
    _ data: DataBuffer, name: String = "pages", limits: PictureLimits = PictureLimits(),
    pixelsPerInch: Double = Self.defaultPixelsPerInch
  ) throws(PictureError) {
    guard Self.pixelsPerInchRange.contains(pixelsPerInch) else {
      throw PictureError(
        .invalidOption, subject: name, reason: "pixelsPerInch must be from 18 to 2400, not \(pixelsPerInch)")
    }
    guard let format = data.withBytes({ PageFormat(signature: $0) }) else {
      throw PictureError(.unknownFormat, subject: name, reason: "not a file with pages")
    }
    decoder = try Self.decoder(of: format, data, name: name, limits: limits, pixelsPerInch)
    self.name = name
    self.format = format
    self.limits = limits
    self.pixelsPerInch = pixelsPerInch
    count = decoder.count
    guard count <= limits.maximumPageCount else {
      throw PictureError(
        .tooLarge, subject: name, reason: "the file has more pages than the limit of \(limits.maximumPageCount)",
        hint: limits.pageLimitHint)
    }
  }

  /// Returns the same pages with PDF pages rendered at another resolution.
  ///
  /// - Parameter pixelsPerInch: The resolution, within ``pixelsPerInchRange``.
  public func drawn(at pixelsPerInch: Double) -> Self {
    guard let pdf = decoder as? PDFPages, Self.pixelsPerInchRange.contains(pixelsPerInch) else { return self }
    var pages = self
    pages.decoder = pdf.drawn(at: pixelsPerInch)
    pages.pixelsPerInch = pixelsPerInch
    return pages
  }

  private static func decoder(
    of format: PageFormat, _ data: DataBuffer, name: String, limits: PictureLimits, _ pixelsPerInch: Double
  ) throws(PictureError) -> any PageDecoder {
    switch format {
    case .pdf: return try PDFPages(data, name: name, pixelsPerInch: pixelsPerInch)
    case .heif: return try HEIFPages(data, name: name, limits: limits)
    case .avif:
      do throws(PictureError) {
        return try HEIFPages(data, name: name, limits: limits)
      } catch  where error.code == .libraryMissing {
        // FFmpeg decodes one picture only.
        return try FFmpegPages(data, format, name: name, limits: limits)
      }
    case .tiff: return try TIFFPages(data, name: name, limits: limits)
    case .icon: return try FFmpegPages(data, format, name: name, limits: limits)
    }
  }

  /// Returns the size of a page as stored, without decoding it.
  ///
  /// - Parameter number: The number of the page, from 1.
  /// - Throws: `PictureError` if the page doesn't exist, is damaged or exceeds the limits.
  public func dimensions(ofPage number: Int) throws(PictureError) -> VideoDimensions {
    guard (1...count).contains(number) else {
      throw PictureError(.noSuchPage, subject: name, reason: "page \(number) not found (the file has \(count))")
    }
    return try withPageNumber(number) { () throws(PictureError) in
      let size = try decoder.dimensions(ofPage: number - 1)
      guard size.pixelCount <= limits.maximumPixelCount else {
        throw tooLarge(size, "\(limits.maximumPixelCount) pixels")
      }
      guard memory(size) <= limits.maximumMemory else {
        throw tooLarge(size, "\(limits.maximumMemory / 1_000_000) MB of memory")
      }
      return size
    }
  }

  /// Decodes a page.
  ///
  /// - Parameter number: The number of the page, from 1.
  /// - Throws: `PictureError` if the page doesn't exist, cannot be decoded at all or exceeds the limits.
  public func page(_ number: Int) throws(PictureError) -> PicturePage {
    _ = try dimensions(ofPage: number)
    try PictureError.checkLimits(of: name)
    var page = try withPageNumber(number) { () throws(PictureError) in try decoder.page(number - 1) }
    page.damage = page.damage.map { $0.naming(page: number, of: count) }
    return page
  }

  private func withPageNumber<Value>(
    _ number: Int, _ body: () throws(PictureError) -> Value
  ) throws(PictureError) -> Value {
    do throws(PictureError) { return try body() } catch { throw error.naming(page: number, of: count) }
  }

  /// The approximate memory that processing a page of the file takes, in bytes.
  package var memory: Int {
    let first = (try? decoder.dimensions(ofPage: 0)).map(memory) ?? limits.maximumMemory
    return min(limits.maximumMemory, first)
  }

  /// Returns the memory for the file, the page and its processing; the largest integer if the sum would overflow.
  private func memory(_ size: VideoDimensions) -> Int {
    let bytesPerPixel = max(Self.bytesPerPixel, limits.workingBytesPerPixel)
    guard size.pixelCount <= (Int.max - decoder.byteCount) / bytesPerPixel else { return Int.max }
    return decoder.byteCount + size.pixelCount * bytesPerPixel
  }

  /// The memory of decoders in bytes per pixel: the page in two formats.
  private static let bytesPerPixel = 12

  private func tooLarge(_ size: VideoDimensions, _ limit: String) -> PictureError {
    PictureError(.tooLarge, subject: name, reason: "\(size) exceeds the limit of \(limit)", hint: limits.hint)
  }
}

extension PictureError {
  /// Returns the same error with the page number in its reason, if the file has several pages.
  fileprivate func naming(page number: Int, of count: Int) -> Self {
    guard count > 1 else { return self }
    return Self(code, subject: subject, errno: errno, reason: "page \(number): \(reason)", hint: hint)
  }
}

/// A page of a file as a picture.
public struct PicturePage: Sendable {
  /// The picture with its orientation, without a time.
  public let sampleBuffer: SampleBuffer
  /// The error of a page that was decoded in part; nil if the page is complete.
  public var damage: PictureError?
}

/// A decoder of the pages of one file format, counted from 0.
protocol PageDecoder: Sendable {
  /// The number of pages, at least 1.
  var count: Int { get }

  /// The size of the file in bytes.
  var byteCount: Int { get }

  /// Returns the size of a page as stored; 0×0 if it is known only after decoding.
  func dimensions(ofPage index: Int) throws(PictureError) -> VideoDimensions

  /// Decodes a page whose size is within the limits.
  func page(_ index: Int) throws(PictureError) -> PicturePage
}

extension PixelBuffer {
  /// Creates a BGRA picture with pixels from `draw`.
  static func drawn(
    _ size: VideoDimensions, name: String,
    _ draw: (_ pixels: UnsafeMutablePointer<UInt8>, _ bytesPerRow: Int) throws(PictureError) -> Void
  ) throws(PictureError) -> PixelBuffer {
    do {
      var picture = try PixelBuffer(format: .bgra, width: size.width, height: size.height)
      let bytesPerRow = picture.planes[0].bytesPerRow
      try picture.withUnsafeMutablePlane(0) { bytes in
        if let base = bytes.baseAddress { try draw(base.assumingMemoryBound(to: UInt8.self), bytesPerRow) }
      }
      return picture
    } catch let error as MediaError {
      throw PictureError(error, subject: name)
    } catch let error as PictureError {
      throw error
    } catch {
      throw PictureError(.outOfMemory, subject: name, error)
    }
  }
}
