import OpenCaptureMetadata
import OpenCaptureCodes
import Glibc
import Testing
@testable import OpenCaptureScanQR

@Suite("Parts of scan-qr")
struct PartsTests {
  @Test("Results are returned in order, whatever order they are inserted in")
  func ordered() {
    var results = OrderedResults<String>()
    #expect(results.insert("c", at: 2) == [])
    #expect(results.insert("a", at: 0) == ["a"])
    #expect(results.insert("b", at: 1) == ["b", "c"])
    #expect(results.insert("f", at: 5) == [])
    #expect(results.insert("e", at: 4) == [])
    #expect(results.drain() == ["e", "f"])
    #expect(results.drain() == [])
  }

  @Test(
    "Of several statuses, interrupted precedes failed, failed precedes found, and found precedes nothing",
    arguments: [
      (true, true, SIGINT, .interrupted), (true, true, SIGTERM, .terminated),
      (true, true, nil, .inputFailed), (false, true, nil, .inputFailed), (true, false, nil, .found),
      (false, false, nil, .nothingFound),
    ] as [(Bool, Bool, Int32?, OpenCaptureScanQR.ExitStatus)])
  func exitStatus(_ found: Bool, _ failed: Bool, _ signal: Int32?, _ status: OpenCaptureScanQR.ExitStatus) {
    #expect(OpenCaptureScanQR.ExitStatus(found: found, failed: failed, signal: signal) == status)
  }

  @Test("A list of types contains the named ones; all contains every readable type")
  func types() throws {
    #expect(try TypeList.parse("qr,EAN13, code128") == [.qr, .ean13, .code128])
    #expect(try TypeList.parse("all").count == CodeScanner.readableNames().count)
    #expect(throws: (any Error).self) { try TypeList.parse(",") }
    #expect(throws: (any Error).self) { try TypeList.parse("qr,nonsense") }
  }
}
