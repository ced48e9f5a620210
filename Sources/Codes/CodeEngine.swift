public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A library that reads codes; ``CodeScanner`` drives any number of them.
///
/// What an engine finds must depend on the picture and the options alone, not on what it saw before.
public protocol CodeEngine: Sendable {
  /// The name by which results and options call the engine, such as `zbar`.
  var name: String { get }

  /// The version of the library behind it, such as `0.23.92`.
  var version: String { get }

  /// The types that the engine reads.
  var readableTypes: Set<MetadataObjectType> { get }

  /// Looks for codes.
  ///
  /// - Parameters:
  ///   - luma: The picture, in `PixelFormat.grey`.
  ///   - types: What to look for; types that the engine doesn't read are ignored.
  ///   - options: How to look; an engine ignores what it has no means for.
  /// - Returns: The codes in no order.
  /// - Throws: ``CodeScannerError`` where the engine fails; finding nothing is no failure.
  func scan(
    _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws(CodeScannerError) -> EngineFindings
}

/// How an engine is to look at one picture.
public struct EngineOptions: Sendable, Hashable {
  /// How grey becomes black and white.
  public enum Thresholding: Sendable, Hashable {
    /// Against the mean of the neighbourhood.
    case local
    /// Against one threshold for all of the picture.
    case global
    /// The picture is black and white already.
    case none
  }

  /// How grey becomes black and white; default ``Thresholding/local``.
  public var thresholding = Thresholding.local
  /// Whether light codes on dark are looked for too; default true.
  public var triesInverted = true
  /// Whether linear codes are looked for in all four directions; default true.
  public var triesTurned = true
  /// Whether smaller copies of the picture are looked at too; default true.
  public var triesSmaller = true
  /// Whether the engine spends more time on each copy; default true.
  public var triesHarder = true
  /// Whether places are reported where something looks like a code that can't be read; default false.
  public var reportsUnread = false

  /// Makes the default options.
  public init() {}
}

/// What an engine found in one picture.
public struct EngineFindings: Sendable, Hashable {
  /// What it read.
  public var codes: [EngineCode]
  /// What it saw and could not read, where that was asked for.
  public var unread: [UnreadCode]

  /// Makes findings; default none.
  public init(codes: [EngineCode] = [], unread: [UnreadCode] = []) {
    (self.codes, self.unread) = (codes, unread)
  }
}

/// A place that looks like a code, which could not be read.
public struct UnreadCode: Sendable, Hashable {
  /// The symbology that it looks like.
  public var type: MetadataObjectType
  /// About where it lies, as ``EngineCode/corners``.
  public var corners: Corners

  /// Makes a place.
  public init(type: MetadataObjectType, corners: Corners) {
    (self.type, self.corners) = (type, corners)
  }
}

/// A code as an engine found it.
public struct EngineCode: Sendable, Hashable {
  /// The symbology.
  public var type: MetadataObjectType
  /// The payload, as it stands in the code.
  public var bytes: [UInt8]
  /// Where the code lies, in pixels of the scanned picture; (0, 0) is the top left corner of the top left pixel.
  public var corners: Corners
  /// What the engine tells about the symbol besides; nil where it tells nothing.
  public var descriptor: CodeDescriptor?
  /// The text, where the code itself declares how its text is encoded; else nil, and the bytes are asked.
  public var text: String?
  /// Whether it is light on dark; false also where the engine doesn't tell.
  public var isInverted: Bool

  /// Makes a result; by default one of dark on light of which nothing is told besides.
  public init(
    type: MetadataObjectType, bytes: [UInt8], corners: Corners, descriptor: CodeDescriptor? = nil,
    text: String? = nil, isInverted: Bool = false
  ) {
    (self.type, self.bytes, self.corners) = (type, bytes, corners)
    (self.descriptor, self.text, self.isInverted) = (descriptor, text, isInverted)
  }
}
