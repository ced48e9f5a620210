import MediaSamples
import Metadata

/// A library that reads codes; ``CodeScanner`` drives any number of them.
///
/// What an engine finds must depend on the picture alone, not on what it saw before.
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
  ///   - luma: The picture, in ``PixelFormat/grey``.
  ///   - types: What to look for; types that the engine doesn't read are ignored.
  /// - Returns: The codes in no order.
  /// - Throws: ``CodeScannerError`` where the engine fails; finding nothing is no failure.
  func scan(_ luma: PixelBuffer, types: Set<MetadataObjectType>) throws(CodeScannerError) -> [EngineCode]
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

  /// Makes a result.
  public init(
    type: MetadataObjectType, bytes: [UInt8], corners: Corners, descriptor: CodeDescriptor? = nil
  ) {
    (self.type, self.bytes, self.corners, self.descriptor) = (type, bytes, corners, descriptor)
  }
}
