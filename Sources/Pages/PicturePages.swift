public import OpenCaptureMediaSamples
public import OpenCapturePictures

/// The pages of a file that can hold several pictures: PDF, TIFF, ICO, HEIF (HEIC) and AVIF.
///
///     let pages = try PicturePages(contentsOf: "tickets.pdf")
///     for number in 1...pages.count {
///       let codes = try scanner.scan(pages.page(number).sampleBuffer)
///     }
///
/// What a file holds beside pages, an animation's frames, has times: `MovieReader` reads that. Poppler draws PDF,
/// libheif decodes HEIF and AVIF, libtiff TIFF, and FFmpeg icons. Each is loaded when the first such file is opened, and reads
/// the bytes of the file alone.
///
/// Safe from several threads, which take turns.
public struct PicturePages: Sendable {
  /// What errors call the file.
  public let name: String
  /// The file's format.
  public let format: PageFormat
  /// How many pages there are; 1 at least.
  public let count: Int
  /// How large a page may be, and how many there may be.
  public let limits: PictureLimits
  private let decoder: any PageDecoder

  /// The default resolution of pages of PDF, in pixels an inch: codes of a centimetre have 79 across.
  public static let defaultPixelsPerInch = 200.0

  /// The resolutions that pages of PDF can be drawn at, in pixels an inch.
  public static let pixelsPerInchRange = 18.0...2400.0

  /// The resolution that pages of PDF are drawn at, in pixels an inch.
  ///
  /// Other pages have their own pixels.
  public let pixelsPerInch: Double

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - limits: How large a page may be, and how many there may be.
  ///   - pixelsPerInch: The resolution of pages of PDF; default 200.
  /// - Throws: `PictureError` where it can't be read, has no pages, is locked by a password, or the library is missing
  ///   that reads its format.
  public init(
    contentsOf path: String, limits: PictureLimits = PictureLimits(),
    pixelsPerInch: Double = Self.defaultPixelsPerInch
  ) throws(PictureError) {
    try self.init(contentsOfPath: Array(path.utf8), limits: limits, pixelsPerInch: pixelsPerInch)
  }

  /// Reads a file whose name may be any bytes; errors show it as UTF-8 as well as that goes.
  ///
  /// - Parameters:
  ///   - path: The bytes of its name, without a zero at the end.
  ///   - limits: How large a page may be, and how many there may be.
  ///   - pixelsPerInch: The resolution of pages of PDF; default 200.
  /// - Throws: `PictureError`; see ``init(contentsOf:limits:)``.
  public init(
    contentsOfPath path: [UInt8], limits: PictureLimits = PictureLimits(),
    pixelsPerInch: Double = Self.defaultPixelsPerInch
  ) throws(PictureError) {
    let name = String(decoding: path, as: UTF8.self)
    let data = try FileContents.read(path: path, name: name, limits: limits)
    try self.init(data, name: name, limits: limits, pixelsPerInch: pixelsPerInch)
  }

  /// Takes bytes.
  ///
  /// - Parameters:
  ///   - data: A whole file.
  ///   - name: What errors call it; default `pages`.
  ///   - limits: How large a page may be, and how many there may be.
  ///   - pixelsPerInch: The resolution of pages of PDF; default 200.
  /// - Throws: `PictureError`; see ``init(contentsOf:limits:)``.
  public init(
    _ data: DataBuffer, name: String = "pages", limits: PictureLimits = PictureLimits(),
    pixelsPerInch: Double = Self.defaultPixelsPerInch
  ) throws(PictureError) {
    guard Self.pixelsPerInchRange.contains(pixelsPerInch) else {
      throw PictureError(
        .invalidOption, subject: name, reason: "pixelsPerInch is \(pixelsPerInch), it must be from 18 to 2400")
    }
    guard let format = data.withBytes({ PageFormat(signature: $0) }) else {
      throw PictureError(.unknownFormat, subject: name, reason: "this is not a file of pages")
    }
    decoder = try Self.decoder(of: format, data, name: name, limits: limits, pixelsPerInch)
    self.name = name
    self.format = format
    self.limits = limits
    self.pixelsPerInch = pixelsPerInch
    count = decoder.count
    guard count <= limits.maximumPageCount else {
      throw PictureError(
        .tooLarge, subject: name,
        reason: "it has more pages than the limit of \(limits.maximumPageCount)",
        remedy: limits.remedyForPages)
    }
  }

  private init(_ pages: Self, _ decoder: any PageDecoder, pixelsPerInch: Double) {
    self.decoder = decoder
    self.pixelsPerInch = pixelsPerInch
    name = pages.name
    format = pages.format
    limits = pages.limits
    count = pages.count
  }

  /// Returns the same pages, those of PDF drawn at another resolution.
  ///
  /// - Parameter pixelsPerInch: The resolution, within ``pixelsPerInchRange``.
  public func drawn(at pixelsPerInch: Double) -> Self {
    guard let pdf = decoder as? PDFPages, Self.pixelsPerInchRange.contains(pixelsPerInch) else { return self }
    return Self(self, pdf.drawn(at: pixelsPerInch), pixelsPerInch: pixelsPerInch)
  }

  private static func decoder(
    of format: PageFormat, _ data: DataBuffer, name: String, limits: PictureLimits, _ pixelsPerInch: Double
  ) throws(PictureError) -> any PageDecoder {
    switch format {
    case .pdf: try PDFPages(data, name: name, pixelsPerInch: pixelsPerInch)
    case .heif: try HEIFPages(data, name: name, limits: limits)
    case .avif: try HEIFPages.orForeign(data, name: name, limits: limits)
    case .tiff: try TIFFPages(data, name: name, limits: limits)
    case .icon: try ForeignPages(data, format, name: name, limits: limits)
    }
  }

  /// How large a page is as it is stored; nothing is decoded for it.
  ///
  /// - Parameter number: Of the page, from 1.
  /// - Throws: `PictureError` where there is no such page, or it is damaged or beyond the limits.
  public func dimensions(ofPage number: Int) throws(PictureError) -> VideoDimensions {
    guard (1...count).contains(number) else {
      throw PictureError(.noSuchPage, subject: name, reason: "there is no page \(number) of \(count)")
    }
    return try naming(number) { () throws(PictureError) in
      let size = try decoder.dimensions(ofPage: number - 1)
      if size.pixelCount > limits.maximumPixelCount {
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
  /// - Parameter number: Of the page, from 1.
  /// - Throws: `PictureError` where there is no such page, nothing of it can be decoded, or it is beyond the limits.
  public func page(_ number: Int) throws(PictureError) -> PicturePage {
    _ = try dimensions(ofPage: number)
    try PictureError.checkLimits(of: name)
    var page = try naming(number) { () throws(PictureError) in try decoder.page(number - 1) }
    page.damage = page.damage.map { $0.naming(page: number, of: count) }
    return page
  }

  private func naming<Value>(
    _ number: Int, _ body: () throws(PictureError) -> Value
  ) throws(PictureError) -> Value {
    do throws(PictureError) { return try body() } catch { throw error.naming(page: number, of: count) }
  }

  /// About how much memory the file takes while a page is worked on, in bytes.
  package var memory: Int {
    let first = (try? decoder.dimensions(ofPage: 0)).map(memory) ?? limits.maximumMemory
    return min(limits.maximumMemory, first)
  }

  /// The file, the page, what is made of it; the most that an integer holds where that would be more.
  private func memory(_ size: VideoDimensions) -> Int {
    let bytesPerPixel = max(Self.bytesPerPixel, limits.workingBytesPerPixel)
    guard size.pixelCount <= (Int.max - decoder.byteCount) / bytesPerPixel else { return Int.max }
    return decoder.byteCount + size.pixelCount * bytesPerPixel
  }

  /// What decoders take: the page in two forms.
  private static let bytesPerPixel = 12

  private func tooLarge(_ size: VideoDimensions, _ limit: String) -> PictureError {
    PictureError(
      .tooLarge, subject: name, reason: "\(size) are more than the limit of \(limit)", remedy: limits.remedy)
  }
}

extension PictureError {
  /// The same error, its reason with the page in front where there are several.
  fileprivate func naming(page number: Int, of count: Int) -> Self {
    guard count > 1 else { return self }
    return Self(code, subject: subject, errno: errno, reason: "page \(number): \(reason)", remedy: remedy)
  }
}
