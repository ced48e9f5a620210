public import OpenCaptureMediaSamples

/// A barcode or matrix code read in a picture (`AVMetadataMachineReadableCodeObject`).
public struct MachineReadableCodeObject: MetadataObject, Hashable {
  /// The symbology: one of ``MetadataObjectType/machineReadableCodes``.
  public var type: MetadataObjectType

  /// The presentation time of the code's picture; `MediaTime.invalid` if unknown.
  public var time: MediaTime

  /// The duration of the code's picture; `MediaTime.invalid` if unknown.
  public var duration: MediaTime

  /// The position: top left, bottom left, bottom right and top right in the code's own frame.
  ///
  /// The corners rotate with the code; see ``Corners``.
  public var cornerPoints: Corners

  /// The payload as text; nil if the payload is not text.
  public var stringValue: String?

  /// The encoded payload, after error correction and before text decoding.
  public var bytes: [UInt8]

  /// Details of the symbol; nil if the engine reports none.
  public var symbolDescriptor: CodeDescriptor?

  /// The name of the engine that read the code, such as `zbar`; nil if unknown.
  public var engine: String?

  /// Makes a code.
  ///
  /// - Parameters:
  ///   - type: The symbology.
  ///   - cornerPoints: The position in device coordinates, named in the code's own frame.
  ///   - bytes: The encoded payload.
  ///   - stringValue: The payload as text; nil if the payload is not text. Default: nil.
  ///   - time: The presentation time of the picture. Default: `MediaTime.invalid`.
  ///   - duration: The duration of the picture. Default: `MediaTime.invalid`.
  ///   - symbolDescriptor: Details of the symbol; nil if unknown. Default: nil.
  ///   - engine: The name of the engine that read the code. Default: nil.
  public init(
    type: MetadataObjectType, cornerPoints: Corners, bytes: [UInt8], stringValue: String? = nil,
    time: MediaTime = .invalid, duration: MediaTime = .invalid, symbolDescriptor: CodeDescriptor? = nil,
    engine: String? = nil
  ) {
    self.type = type
    self.cornerPoints = cornerPoints
    self.time = time
    self.duration = duration
    self.bytes = bytes
    self.stringValue = stringValue
    self.symbolDescriptor = symbolDescriptor
    self.engine = engine
  }

  /// Returns the code with the requested type that describes it best; nil if none does.
  ///
  /// A Code 39 has the type `code39Mod43` only if `code39` is not requested, because a correct check character can be
  /// a coincidence.
  package func typed(among requested: Set<MetadataObjectType>) -> Self? {
    let candidates: [MetadataObjectType] =
      switch type {
      case .itf where bytes.count == 14: [.itf14, .itf]
      case .code39 where hasCheckCharacter: [.code39, .code39Mod43]
      default: [type]
      }
    guard let type = candidates.first(where: requested.contains) else { return nil }
    var copy = self
    copy.type = type
    return copy
  }

  /// Whether the last character of a Code 39 is the sum of the others, modulo 43.
  private var hasCheckCharacter: Bool {
    let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
    let values = bytes.compactMap { characters.firstIndex(of: $0) }
    guard values.count == bytes.count, values.count > 1, let last = values.last else { return false }
    return values.dropLast().reduce(0, +) % 43 == last
  }

  /// The smallest upright rectangle that contains the corners.
  public var boundingBox: Rect { cornerPoints.bounds }

  /// Returns the code in other coordinates: the corners move and keep their names.
  public func transformed(by transform: PictureTransform) -> Self {
    var copy = self
    copy.cornerPoints = transform.apply(cornerPoints)
    return copy
  }
}
