public import OpenCaptureMediaSamples

/// A barcode or matrix code that was read in a picture (`AVMetadataMachineReadableCodeObject`).
public struct MachineReadableCodeObject: MetadataObject, Hashable {
  /// The symbology: one of ``MetadataObjectType/machineReadableCodes``.
  public var type: MetadataObjectType

  /// When it was seen: the presentation time of its picture; `MediaTime.invalid` where that has none.
  public var time: MediaTime

  /// How long its picture lasts; `MediaTime.invalid` where nobody knows.
  public var duration: MediaTime

  /// Where it lies: top left, bottom left, bottom right, top right in the code's own frame.
  ///
  /// They turn with the code; see ``Corners``.
  @_disfavoredOverload public var corners: Corners

  /// The payload as text; nil where it is not text.
  public var stringValue: String?

  /// The payload as it was encoded, after error correction and before any decoding of text.
  public var bytes: [UInt8]

  /// Details of the symbol; nil where the engine tells none.
  public var descriptor: CodeDescriptor?

  /// The name of the engine that read it, such as `zbar`; nil where it doesn't say.
  public var engine: String?

  /// Makes a code.
  ///
  /// - Parameters:
  ///   - type: The symbology.
  ///   - corners: Where it lies, in device coordinates and the code's own frame.
  ///   - bytes: The payload as it was encoded.
  ///   - stringValue: The payload as text; nil (the default) where it is not text.
  ///   - time: When it was seen; default `MediaTime.invalid`.
  ///   - duration: How long its picture lasts; default `MediaTime.invalid`.
  ///   - descriptor: Details of the symbol, where they are known.
  ///   - engine: The name of the engine that read it.
  public init(
    type: MetadataObjectType, corners: Corners, bytes: [UInt8], stringValue: String? = nil,
    time: MediaTime = .invalid, duration: MediaTime = .invalid, descriptor: CodeDescriptor? = nil,
    engine: String? = nil
  ) {
    (self.type, self.corners, self.time, self.duration) = (type, corners, time, duration)
    (self.bytes, self.stringValue) = (bytes, stringValue)
    (self.descriptor, self.engine) = (descriptor, engine)
  }

  /// The smallest upright rectangle that holds the corners.
  @_disfavoredOverload public var bounds: Rect { corners.bounds }

  /// The same code in other coordinates: the corners move and keep their names.
  public func transformed(by transform: PictureTransform) -> Self {
    var copy = self
    copy.corners = transform.apply(corners)
    return copy
  }
}

extension MachineReadableCodeObject {
  /// ``corners``, for modules that have another property of that name.
  package var outline: Corners { corners }
}
