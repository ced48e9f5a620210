import CoreImage
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("Barcode descriptors")
struct CIBarcodeDescriptorTests {
  private func code(
    _ bytes: [UInt8], _ symbol: CodeDescriptor, type: MetadataObjectType = .qr
  ) -> MachineReadableCodeObject {
    MachineReadableCodeObject(type: type, cornerPoints: Corners(.unit), bytes: bytes, symbolDescriptor: symbol)
  }

  private func symbol(_ version: Int) -> CodeDescriptor {
    CodeDescriptor(symbolVersion: version, errorCorrectionLevel: .levelQ, maskPattern: 5)
  }

  @Test("A QR code has its version, mask and level, and its bytes in byte mode")
  func qr() throws {
    let descriptor = try #require(CIQRCodeDescriptor(code([0x68, 0x69], symbol(1))))
    #expect(descriptor.symbolVersion == 1 && descriptor.maskPattern == 5)
    #expect(descriptor.errorCorrectionLevel == .levelQ)
    #expect(descriptor.errorCorrectedPayload == Data([0x40, 0x26, 0x86, 0x90]))
  }

  @Test("Codewords name the interpretation, the position in a message and GS1")
  func headers() throws {
    var interpreted = symbol(1)
    interpreted.extendedChannelInterpretation = 26
    #expect(
      CIQRCodeDescriptor(code([0x68, 0x69], interpreted))?.errorCorrectedPayload
        == Data([0x71, 0xa4, 0x02, 0x68, 0x69, 0x00]))
    var part = symbol(1)
    part.structuredAppend = StructuredAppend(index: 1, total: 3, parity: 0xab)
    part.isGS1 = true
    #expect(
      CIQRCodeDescriptor(code([0x41], part))?.errorCorrectedPayload
        == Data([0x31, 0x2a, 0xb5, 0x40, 0x14, 0x10]))
  }

  @Test("Long payloads have several segments or longer counts")
  func segments() throws {
    let bytes = [UInt8](repeating: 0x31, count: 300)
    let short = try #require(CIQRCodeDescriptor(code(bytes, symbol(9)))).errorCorrectedPayload
    #expect(short.count == (12 + 255 * 8 + 12 + 45 * 8 + 4 + 7) / 8)
    let long = try #require(CIQRCodeDescriptor(code(bytes, symbol(10)))).errorCorrectedPayload
    #expect(long.count == (20 + 300 * 8 + 4 + 7) / 8)
    #expect(long.prefix(3) == Data([0x40, 0x12, 0xc3]))
  }

  @Test("Unknown symbols and other types have no descriptor")
  func unknown() {
    #expect(CIQRCodeDescriptor(code([0x41], CodeDescriptor(symbolVersion: 1))) == nil)
    #expect(CIQRCodeDescriptor(code([0x41], symbol(41))) == nil)
    #expect(CIQRCodeDescriptor(code([0x41], symbol(1), type: .aztec)) == nil)
  }

  @Test("Descriptors with impossible numbers cannot be created")
  func limits() {
    let data = Data([1])
    #expect(
      CIQRCodeDescriptor(payload: data, symbolVersion: 0, maskPattern: 0, errorCorrectionLevel: .levelL) == nil)
    #expect(
      CIQRCodeDescriptor(payload: data, symbolVersion: 1, maskPattern: 8, errorCorrectionLevel: .levelL) == nil)
    #expect(CIAztecCodeDescriptor(payload: data, isCompact: true, layerCount: 5, dataCodewordCount: 1) == nil)
    #expect(
      CIAztecCodeDescriptor(payload: data, isCompact: false, layerCount: 5, dataCodewordCount: 1)?.layerCount == 5)
    #expect(CIPDF417CodeDescriptor(payload: data, isCompact: false, rowCount: 2, columnCount: 1) == nil)
    #expect(CIPDF417CodeDescriptor(payload: data, isCompact: false, rowCount: 3, columnCount: 1)?.rowCount == 3)
    #expect(
      CIDataMatrixCodeDescriptor(payload: data, rowCount: 10, columnCount: 10, eccVersion: .v200)?.eccVersion
        == .v200)
  }
}
