import COpenCaptureHEIF
import COpenCapturePoppler
import COpenCaptureTIFF
public import OpenCapturePictures

/// A library that reads pages, which is opened when the first file of its kind is.
public enum PageEngine: Sendable, Hashable, CaseIterable {
  /// Poppler, for PDF.
  case poppler
  /// libheif, for HEIC and AVIF.
  case libheif
  /// libtiff, for TIFF.
  case libtiff

  /// What people call it.
  public var name: String {
    switch self {
    case .poppler: "Poppler"
    case .libheif: "libheif"
    case .libtiff: "libtiff"
    }
  }

  /// Opens the library, where that was not done yet: to know beforehand whether such files can be read.
  ///
  /// - Throws: `PictureError` with `libraryMissing`, which says what to install.
  public func load() throws(PictureError) {
    switch self {
    case .poppler: guard cpoppler_load() else { throw missing(name) }
    case .libheif: guard cheif_load() else { throw missing(name) }
    case .libtiff: guard ctiff_load() else { throw missing(name) }
    }
  }

  /// The error where the library isn't there.
  func missing(_ subject: String) -> PictureError {
    let (library, formats, package) =
      switch self {
      case .poppler: ("libpoppler-glib.so.8", "PDF needs it, and libcairo.so.2", "libpoppler-glib8")
      case .libheif: ("libheif.so.1", "HEIC and other HEIF need it", "libheif1")
      case .libtiff: ("libtiff.so.6", "TIFF needs it", "libtiff6")
      }
    return PictureError(
      .libraryMissing, subject: subject, reason: "\(library) was not found; \(formats)",
      remedy: "sudo apt-get install \(package)")
  }
}
