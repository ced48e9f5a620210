public import OpenCaptureMediaSamples

/// An object detected in a picture: its type, time and position (`AVMetadataObject`).
///
/// Metadata objects are values: they can be stored, sent to another thread and converted without affecting the
/// original. Detectors report device coordinates; ``PreviewGeometry`` converts whole objects to a view and back.
public protocol MetadataObject: Sendable {
  /// The type of the object.
  var type: MetadataObjectType { get }

  /// The presentation time of the object's picture; `MediaTime.invalid` if unknown.
  var time: MediaTime { get }

  /// The duration of the object's picture; `MediaTime.invalid` if unknown.
  var duration: MediaTime { get }

  /// The smallest upright rectangle that contains the object.
  ///
  /// In device coordinates unless the object was transformed: the unit square of the unrotated sensor picture,
  /// origin top left, y down.
  var boundingBox: Rect { get }

  /// Returns the object in other coordinates: `transform` changes positions and angles, the rest stays the same.
  ///
  /// A custom type conforms by passing its points, rectangles and angles to the transform's `apply`.
  /// ``PictureTransform/inverse`` must reverse the result.
  func transformed(by transform: PictureTransform) -> Self
}

/// The type of a metadata object (`AVMetadataObject.ObjectType`).
///
/// The raw value is the name that the commands print and accept. A custom detector defines its own type:
/// `MetadataObjectType(rawValue: "number-plate")`.
public struct MetadataObjectType: RawRepresentable, Sendable, Hashable {
  /// The printed name.
  public let rawValue: String

  /// Makes the type of this name, which may be unknown.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A face: a ``FaceObject``.
  public static let face = Self(rawValue: "face")

  /// QR code, versions 1 to 40.
  public static let qr = Self(rawValue: "qr")
  /// Micro QR code, versions M1 to M4, with a single finder pattern.
  public static let microQR = Self(rawValue: "microqr")
  /// Rectangular micro QR code.
  public static let rMQR = Self(rawValue: "rmqr")
  /// EAN-13, including ISBN and JAN; thirteen digits.
  public static let ean13 = Self(rawValue: "ean13")
  /// EAN-8; eight digits.
  public static let ean8 = Self(rawValue: "ean8")
  /// UPC-A; twelve digits.
  ///
  /// AVFoundation does not have this type, and reports such codes as EAN-13 that begin with 0.
  public static let upca = Self(rawValue: "upca")
  /// UPC-E: a UPC-A with its zeros omitted.
  public static let upce = Self(rawValue: "upce")
  /// Code 39, with or without its check character; AVFoundation's `code39` and `code39Mod43`.
  public static let code39 = Self(rawValue: "code39")
  /// Code 32, Italian pharmacy codes: an A and nine digits, encoded as a Code 39 of six characters.
  ///
  /// AVFoundation does not have this type, and reports such codes as Code 39.
  public static let code32 = Self(rawValue: "code32")
  /// Code 93.
  public static let code93 = Self(rawValue: "code93")
  /// Code 128, including GS1-128.
  public static let code128 = Self(rawValue: "code128")
  /// Interleaved 2 of 5, of any length; AVFoundation's `interleaved2of5` and, with fourteen digits, `itf14`.
  public static let itf = Self(rawValue: "itf")
  /// Codabar.
  public static let codabar = Self(rawValue: "codabar")
  /// GS1 DataBar, stacked or not.
  public static let gs1DataBar = Self(rawValue: "databar")
  /// GS1 DataBar Limited.
  public static let gs1DataBarLimited = Self(rawValue: "databar-limited")
  /// GS1 DataBar Expanded, stacked or not.
  public static let gs1DataBarExpanded = Self(rawValue: "databar-expanded")
  /// PDF417.
  public static let pdf417 = Self(rawValue: "pdf417")
  /// MicroPDF417.
  public static let microPDF417 = Self(rawValue: "micropdf417")
  /// Aztec code.
  public static let aztec = Self(rawValue: "aztec")
  /// Data Matrix.
  public static let dataMatrix = Self(rawValue: "datamatrix")

  /// The symbologies in the order of the commands' lists: the types of a ``MachineReadableCodeObject``.
  public static let machineReadableCodes: [Self] = [
    .qr, .microQR, .rMQR, .ean13, .ean8, .upca, .upce, .code39, .code32, .code93, .code128, .itf, .codabar,
    .gs1DataBar, .gs1DataBarLimited, .gs1DataBarExpanded, .pdf417, .microPDF417, .aztec, .dataMatrix,
  ]
}

extension MetadataObjectType: CustomStringConvertible {
  /// The printed name.
  public var description: String { rawValue }
}
