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
/// The raw value is AVFoundation's, if AVFoundation has the type. The commands print and accept the ``name``. A
/// custom detector defines its own type: `MetadataObjectType(rawValue: "number-plate")`.
public struct MetadataObjectType: RawRepresentable, Sendable, Hashable {
  /// The identifier of the type, such as `org.iso.QRCode`.
  public let rawValue: String

  /// Makes the type with this identifier, which may be unknown.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes the type with this ``name``; nil if the library defines no type with the name.
  public init?(name: String) {
    guard let type = Self.types[name] else { return nil }
    self = type
  }

  /// The printed name, such as `qr`; the raw value of a type that the library does not define.
  public var name: String { Self.names[self] ?? rawValue }

  private static let names: [Self: String] = [
    .face: "face", .qr: "qr", .microQR: "microqr", .rMQR: "rmqr", .ean13: "ean13", .ean8: "ean8", .upca: "upca",
    .upce: "upce", .code39: "code39", .code39Mod43: "code39mod43", .code32: "code32", .code93: "code93",
    .code128: "code128", .itf: "itf", .itf14: "itf14", .codabar: "codabar", .gs1DataBar: "databar",
    .gs1DataBarLimited: "databar-limited", .gs1DataBarExpanded: "databar-expanded", .pdf417: "pdf417",
    .microPDF417: "micropdf417", .aztec: "aztec", .dataMatrix: "datamatrix",
  ]

  private static let types = Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) })

  /// A face: a ``FaceObject``.
  public static let face = Self(rawValue: "face")

  /// QR code, versions 1 to 40.
  public static let qr = Self(rawValue: "org.iso.QRCode")
  /// Micro QR code, versions M1 to M4, with a single finder pattern.
  public static let microQR = Self(rawValue: "org.iso.MicroQR")
  /// Rectangular micro QR code.
  public static let rMQR = Self(rawValue: "rmqr")
  /// EAN-13, including ISBN and JAN; thirteen digits.
  public static let ean13 = Self(rawValue: "org.gs1.EAN-13")
  /// EAN-8; eight digits.
  public static let ean8 = Self(rawValue: "org.gs1.EAN-8")
  /// UPC-A; twelve digits.
  ///
  /// AVFoundation does not have this type, and reports such codes as EAN-13 that begin with 0.
  public static let upca = Self(rawValue: "upca")
  /// UPC-E: a UPC-A with its zeros omitted.
  public static let upce = Self(rawValue: "org.gs1.UPC-E")
  /// Code 39, with or without its check character.
  public static let code39 = Self(rawValue: "org.iso.Code39")
  /// Code 39 with a check character.
  ///
  /// Detectors report ``code39``. A metadata output reports this type if it is requested without ``code39``.
  public static let code39Mod43 = Self(rawValue: "org.iso.Code39Mod43")
  /// Code 32, Italian pharmacy codes: an A and nine digits, encoded as a Code 39 of six characters.
  ///
  /// AVFoundation does not have this type, and reports such codes as Code 39.
  public static let code32 = Self(rawValue: "code32")
  /// Code 93.
  public static let code93 = Self(rawValue: "com.intermec.Code93")
  /// Code 128, including GS1-128.
  public static let code128 = Self(rawValue: "org.iso.Code128")
  /// Interleaved 2 of 5, of any length; AVFoundation's `interleaved2of5`.
  public static let itf = Self(rawValue: "org.ansi.Interleaved2of5")
  /// Interleaved 2 of 5 with fourteen digits.
  ///
  /// Detectors report ``itf``. A metadata output reports this type if it is requested.
  public static let itf14 = Self(rawValue: "org.gs1.ITF14")
  /// Codabar.
  public static let codabar = Self(rawValue: "Codabar")
  /// GS1 DataBar, stacked or not.
  public static let gs1DataBar = Self(rawValue: "org.gs1.GS1DataBar")
  /// GS1 DataBar Limited.
  public static let gs1DataBarLimited = Self(rawValue: "org.gs1.GS1DataBarLimited")
  /// GS1 DataBar Expanded, stacked or not.
  public static let gs1DataBarExpanded = Self(rawValue: "org.gs1.GS1DataBarExpanded")
  /// PDF417.
  public static let pdf417 = Self(rawValue: "org.iso.PDF417")
  /// MicroPDF417.
  public static let microPDF417 = Self(rawValue: "org.iso.MicroPDF417")
  /// Aztec code.
  public static let aztec = Self(rawValue: "org.iso.Aztec")
  /// Data Matrix.
  public static let dataMatrix = Self(rawValue: "org.iso.DataMatrix")

  /// The symbologies in the order of the commands' lists: the types of a ``MachineReadableCodeObject``.
  public static let machineReadableCodes: [Self] = [
    .qr, .microQR, .rMQR, .ean13, .ean8, .upca, .upce, .code39, .code32, .code93, .code128, .itf, .codabar,
    .gs1DataBar, .gs1DataBarLimited, .gs1DataBarExpanded, .pdf417, .microPDF417, .aztec, .dataMatrix,
  ]

  /// The types that a metadata output derives from those of its detectors.
  package static let derivedTypes: [Self] = [.code39Mod43, .itf14]

  /// The type that detectors report for codes of this type.
  package var detectedType: Self {
    switch self {
    case .code39Mod43: .code39
    case .itf14: .itf
    default: self
    }
  }
}

extension MetadataObjectType: CustomStringConvertible {
  /// The printed name.
  public var description: String { name }
}
