import OpenCaptureMetadata
import Testing

@Suite struct MetadataObjectTypeTests {
  @Test func everySymbologyHasTheNamePrintedByTheCommands() {
    let names = """
      qr microqr rmqr ean13 ean8 upca upce code39 code32 code93 code128 itf codabar databar databar-limited \
      databar-expanded pdf417 micropdf417 aztec datamatrix
      """
    #expect(MetadataObjectType.machineReadableCodes.map(\.rawValue).joined(separator: " ") == names)
    #expect(MetadataObjectType.machineReadableCodes.map { "\($0)" }.joined(separator: " ") == names)
  }

  @Test func eachNameIdentifiesItsType() {
    let types: [MetadataObjectType] = [
      .qr, .microQR, .rMQR, .ean13, .ean8, .upca, .upce, .code39, .code32, .code93, .code128, .itf, .codabar,
      .gs1DataBar, .gs1DataBarLimited, .gs1DataBarExpanded, .pdf417, .microPDF417, .aztec, .dataMatrix,
    ]
    #expect(types == MetadataObjectType.machineReadableCodes)
    #expect(Set(types).count == 20)
    #expect(MetadataObjectType(rawValue: "databar-limited") == .gs1DataBarLimited)
  }

  @Test func aFaceIsNotACode() {
    #expect(MetadataObjectType.face.rawValue == "face")
    #expect(!MetadataObjectType.machineReadableCodes.contains(.face))
  }
}
