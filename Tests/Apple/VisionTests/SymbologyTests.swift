import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@testable import Vision

@Suite("VNBarcodeSymbology")
struct SymbologyTests {
  private func name(
    _ type: MetadataObjectType, _ text: String, among symbologies: [VNBarcodeSymbology]
  ) -> VNBarcodeSymbology? {
    let corners = Corners(Rect.unit)
    let code = MachineReadableCodeObject(
      type: type, cornerPoints: corners, bytes: Array(text.utf8), stringValue: text)
    return VNBarcodeSymbology(of: code, among: symbologies)
  }

  @Test("An Interleaved 2 of 5 code with 14 digits is an ITF-14 if that is requested")
  func interleaved() {
    #expect(name(.itf, "12345678901231", among: [.i2of5, .itf14]) == .itf14)
    #expect(name(.itf, "12345678901231", among: [.i2of5]) == .i2of5)
    #expect(name(.itf, "1234", among: [.i2of5, .itf14]) == .i2of5)
    #expect(name(.itf, "1234", among: [.itf14]) == nil)
    #expect(name(.qr, "text", among: [.itf14]) == nil)
  }

  @Test("Every supported type has a symbology, except for types that Vision names differently")
  func names() {
    let types = Set(MetadataObjectType.machineReadableCodes).subtracting([.upca, .code32, .rMQR])
    let all = VNBarcodeSymbology.all(of: types)
    #expect(Set(all.compactMap(\.type)) == types)
    #expect(Set(all.map(\.rawValue)).count == all.count)
    #expect(all.allSatisfy { $0.rawValue.hasPrefix("VNBarcodeSymbology") })
  }
}
