public import CoreMedia
import OpenCaptureMetadata

/// A code that was read.
public final class VNBarcodeObservation: VNRectangleObservation, @unchecked Sendable {
  /// What kind of code it is.
  public let symbology: VNBarcodeSymbology

  /// What it says; nil where that isn't text.
  public let payloadStringValue: String?

  /// What it says, as it was encoded.
  public let payloadData: Data?

  /// Whether it says things by GS1's application identifiers; false where the engine doesn't tell.
  public let isGS1DataCarrier: Bool

  init(_ code: MachineReadableCodeObject, _ symbology: VNBarcodeSymbology, in space: RequestSpace) {
    self.symbology = symbology
    (payloadStringValue, payloadData) = (code.stringValue, Data(code.bytes))
    isGS1DataCarrier = code.descriptor?.isGS1 ?? false
    let corners = code.outline
    super.init(
      topLeft: space.point(corners.topLeft), topRight: space.point(corners.topRight),
      bottomRight: space.point(corners.bottomRight), bottomLeft: space.point(corners.bottomLeft))
  }
}
