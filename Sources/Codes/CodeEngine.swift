public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A library that decodes codes.
///
/// A ``CodeScanner`` uses any number of engines with different names. Their order is their rank.
///
/// The result must depend on the picture and the options alone, not on earlier scans.
public protocol CodeEngine: Sendable {
  /// The name of the engine in results and options, such as `zbar`.
  var name: String { get }

  /// The version of the underlying library, such as `0.23.92`.
  var version: String { get }

  /// The types that the engine can read.
  var readableTypes: Set<MetadataObjectType> { get }

  /// Searches a picture for codes.
  ///
  /// - Parameters:
  ///   - luma: The picture, in `PixelFormat.grey`.
  ///   - types: The types to search for. Types that the engine can't read are ignored.
  ///   - options: The scan options. An engine ignores those that it doesn't support.
  /// - Returns: The codes, in no particular order.
  /// - Throws: ``CodeScannerError`` if the engine fails. A picture without codes is no failure.
  func scan(
    _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws(CodeScannerError) -> EngineResult
}

/// Options for one scan of a picture by an engine.
public struct EngineOptions: Sendable, Hashable {
  /// A method to convert grey values to black and white.
  public enum Thresholding: Sendable, Hashable {
    /// Compares each pixel with the mean of its neighbourhood.
    case local
    /// Compares each pixel with one threshold for the whole picture.
    case global
    /// Uses the picture as it is, because it is already black and white.
    case none
  }

  /// The thresholding method (default: ``Thresholding/local``).
  public var thresholding = Thresholding.local
  /// Whether the engine also searches for light codes on dark ground (default: true).
  public var triesInverted = true
  /// Whether the engine searches for linear codes in all four directions (default: true).
  public var triesRotated = true
  /// Whether the engine also searches smaller copies of the picture (default: true).
  public var triesDownscaled = true
  /// Whether the engine spends more time on each copy (default: true).
  public var triesHarder = true
  /// Whether the engine reports codes that it located but couldn't decode (default: false).
  public var reportsUndecoded = false

  /// Makes the default options.
  public init() {}
}

/// The codes that an engine detected in one picture.
public struct EngineResult: Sendable, Hashable {
  /// The decoded codes.
  public var codes: [EngineCode]
  /// The codes that were located but not decoded, if ``EngineOptions/reportsUndecoded`` is set.
  public var undecodedCodes: [UndecodedCode]

  /// Creates a result (default: empty).
  public init(codes: [EngineCode] = [], undecodedCodes: [UndecodedCode] = []) {
    self.codes = codes
    self.undecodedCodes = undecodedCodes
  }
}

/// A place that looks like a code but couldn't be decoded.
public struct UndecodedCode: Sendable, Hashable {
  /// The likely symbology.
  public var type: MetadataObjectType
  /// The approximate corners, in the coordinates of ``EngineCode/corners``.
  public var corners: Corners

  /// Creates an undecoded code.
  public init(type: MetadataObjectType, corners: Corners) {
    self.type = type
    self.corners = corners
  }
}

/// A code as decoded by an engine.
public struct EngineCode: Sendable, Hashable {
  /// The symbology.
  public var type: MetadataObjectType
  /// The payload as encoded.
  public var bytes: [UInt8]
  /// The corners, in pixels of the scanned picture; (0, 0) is the outer corner of the top left pixel.
  public var corners: Corners
  /// Further properties of the symbol; nil if the engine provides none.
  public var descriptor: CodeDescriptor?
  /// The text, if the code declares its encoding; otherwise nil, and the text is derived from the bytes.
  public var text: String?
  /// Whether the code is light on dark; also false if the engine doesn't report this.
  public var isInverted: Bool
  /// Whether the engine may have converted the bytes to UTF-8 (default: false).
  ///
  /// ``CodeScanner/textEncoding`` doesn't apply to such bytes.
  public var isConvertedToUTF8: Bool

  /// Creates a code (default: dark on light, without further properties).
  public init(
    type: MetadataObjectType, bytes: [UInt8], corners: Corners, descriptor: CodeDescriptor? = nil,
    text: String? = nil, isInverted: Bool = false, isConvertedToUTF8: Bool = false
  ) {
    self.type = type
    self.bytes = bytes
    self.corners = corners
    self.descriptor = descriptor
    self.text = text
    self.isInverted = isInverted
    self.isConvertedToUTF8 = isConvertedToUTF8
  }
}
