import OpenCaptureCodes
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("Spellings of type names")
struct TypeSpellingTests {
  private static var hasAllEngines: Bool { CodeScanner.readableTypes().contains(.dataMatrix) }

  @Test(
    "The usual spellings are accepted",
    arguments: [
      (["qr", "QR", "qrcode", "qr-code", "QR_Code", "qr code"], .qr),
      (["ean13", "EAN-13", "ean_13", "gtin-13"], .ean13),
      (["code128", "Code-128", "code_128", "GS1-128"], .code128), (["itf", "itf-14", "ITF14"], .itf),
      (["ean-8", "EAN_8"], .ean8), (["code-39"], .code39),
    ] as [([String], MetadataObjectType)])
  func spellings(_ names: [String], _ type: MetadataObjectType) throws {
    for name in names { #expect(try CodeScanner.types(named: [name]) == [type], "\(name)") }
  }

  @Test(
    "The usual spellings of types that need the second engine are accepted",
    .enabled(if: hasAllEngines, "skipped: built without the trait ZXing"),
    arguments: [
      (["datamatrix", "data-matrix", "Data Matrix", "data_matrix"], .dataMatrix),
      (["upc-a", "UPCA", "upc"], .upca),
      (["databar-limited", "databarlimited", "GS1 DataBar Limited"], .gs1DataBarLimited), (["micro-qr"], .microQR),
      (["aztec-code", "AZTEC"], .aztec), (["pdf-417", "PDF417"], .pdf417),
    ] as [([String], MetadataObjectType)])
  func spellingsOfOthers(_ names: [String], _ type: MetadataObjectType) throws {
    for name in names { #expect(try CodeScanner.types(named: [name]) == [type], "\(name)") }
  }

  @Test("Every type is accepted by its own name and no other")
  func ownNames() throws {
    for name in CodeScanner.readableNames() {
      #expect(try CodeScanner.types(named: [name]) == [MetadataObjectType(name: name)])
    }
  }

  @Test("An unknown name is an error that quotes it and lists the known ones")
  func strangers() {
    for name in ["qrx", "", "-", "ean", "all-of-them"] {
      let error = #expect(throws: CodeScannerError.self) { try CodeScanner.types(named: [name]) }
      #expect(error?.code == .unsupportedType && error?.subject == "'\(name)'")
      #expect(error?.hint?.contains("code128") == true)
    }
  }

  @Test("The processor's option accepts the same spellings")
  func option() throws {
    var registry = ProcessorRegistry()
    try registry.registerCodes(inStreams: false)
    let scanner = try registry.make("codes:types=qr-code+EAN_13+qrcode") as? CodeScanner
    #expect(scanner?.types == [.qr, .ean13])
    #expect(throws: ProcessingError.self) { try registry.check("codes:types=qr+qrx") }
    #expect(throws: ProcessingError.self) { try registry.check("codes:types=qr+") }
  }
}
