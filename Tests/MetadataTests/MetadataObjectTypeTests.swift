import OpenCaptureMetadata
import Testing

@Suite struct MetadataObjectTypeTests {
  @Test func everySymbologyHasTheNamePrintedByTheCommands() {
    let names = """
      qr microqr rmqr ean13 ean8 upca upce code39 code32 code93 code128 itf codabar databar databar-limited \
      databar-expanded pdf417 micropdf417 aztec datamatrix
      """
    #expect(MetadataObjectType.machineReadableCodes.map(\.name).joined(separator: " ") == names)
    #expect(MetadataObjectType.machineReadableCodes.map { "\($0)" }.joined(separator: " ") == names)
  }

  @Test func eachNameIdentifiesItsType() {
    let types: [MetadataObjectType] = [
      .qr, .microQR, .rMQR, .ean13, .ean8, .upca, .upce, .code39, .code32, .code93, .code128, .itf, .codabar,
      .gs1DataBar, .gs1DataBarLimited, .gs1DataBarExpanded, .pdf417, .microPDF417, .aztec, .dataMatrix,
    ]
    #expect(types == MetadataObjectType.machineReadableCodes)
    #expect(Set(types).count == 20)
    let named = types + [.face, .itf14, .code39Mod43]
    #expect(named.compactMap { MetadataObjectType(name: $0.name) } == named)
    #expect(MetadataObjectType(name: "number-plate") == nil)
    #expect(MetadataObjectType(rawValue: "number-plate").name == "number-plate")
  }

  @Test func aFaceIsNotACode() {
    #expect(MetadataObjectType.face.name == "face")
    #expect(!MetadataObjectType.machineReadableCodes.contains(.face))
  }
}
