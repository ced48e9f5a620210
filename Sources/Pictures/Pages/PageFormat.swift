import COpenCaptureHEIF
import COpenCapturePoppler
import COpenCaptureTIFF
public import OpenCapturePictures

/// A file format with pages, each of which is a picture.
public enum PageFormat: String, Sendable, Hashable, CaseIterable {
  /// A PDF document, rendered by Poppler at ``PicturePages/pixelsPerInch``.
  case pdf = "PDF"
  /// TIFF, the format of scanners and faxes.
  case tiff = "TIFF"
  /// An icon or cursor in several sizes.
  case icon = "ICO"
  /// HEIC and other HEIF, the format of phones.
  case heif = "HEIF"
  /// AVIF.
  case avif = "AVIF"
}

extension PageFormat {
  /// Detects the format from the first bytes of a file; nil if they belong to no page format.
  ///
  /// Image sequences in HEIF and AVIF are movies, so that the result is nil for them.
  ///
  /// - Parameter bytes: The file, or at least its first 16 bytes.
  public init?(signature bytes: RawSpan) {
    guard let name = PictureFormat.unsupportedFormatName(signature: bytes), let format = PageFormat(rawValue: name)
    else { return nil }
    // ISO/IEC 14496-12, 4.3: the brand follows the length and the type of the first box.
    let brand = bytes.byteCount >= 12 ? (8..<12).map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) } : []
    guard !Self.sequenceBrands.contains(String(decoding: brand, as: UTF8.self)) else { return nil }
    self = format
  }

  private static let sequenceBrands: Set = ["avis", "msf1", "hevc", "hevx"]
}

extension PageFormat: CustomStringConvertible {
  /// The common name of the format.
  public var description: String { rawValue }
}

/// A library that decodes pages, loaded when the first file of its format is opened.
public enum PageEngine: Sendable, Hashable, CaseIterable {
  /// Poppler, for PDF.
  case poppler
  /// libheif, for HEIC and AVIF.
  case libheif
  /// libtiff, for TIFF.
  case libtiff

  /// The common name of the library.
  public var name: String {
    switch self {
    case .poppler: "Poppler"
    case .libheif: "libheif"
    case .libtiff: "libtiff"
    }
  }

  /// Loads the library if it isn't loaded, to check whether its formats can be read.
  ///
  /// - Throws: `PictureError` with `libraryMissing`; its hint names the package to install.
  public func load() throws(PictureError) {
    switch self {
    case .poppler: guard cpoppler_load() else { throw missing(name) }
    case .libheif: guard cheif_load() else { throw missing(name) }
    case .libtiff: guard ctiff_load() else { throw missing(name) }
    }
  }

  /// Returns the error of a missing library.
  func missing(_ subject: String) -> PictureError {
    let (library, formats, package) =
      switch self {
      case .poppler: ("libpoppler-glib.so.8", "required with libcairo.so.2 for PDF", "libpoppler-glib8")
      case .libheif: ("libheif.so.1", "required for HEIC and other HEIF", "libheif1")
      case .libtiff: ("libtiff.so.6", "required for TIFF", "libtiff6")
      }
    return PictureError(
      .libraryMissing, subject: subject, reason: "\(library) not found (\(formats))",
      hint: "sudo apt install \(package)")
  }
}
