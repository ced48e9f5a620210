import Testing
import Vision

@Suite("Error codes of Vision")
struct ErrorCodeTests {
  @Test("All error codes of Vision exist with the same numbers")
  func numbers() {
    #expect((-1...22).allSatisfy { VNErrorCode(rawValue: $0) != nil })
    #expect(VNErrorCode(rawValue: -2) == nil && VNErrorCode(rawValue: 23) == nil)
    let numbers: [VNErrorCode: Int] = [
      .turiCoreErrorCode: -1, .OK: 0, .invalidArgument: 14, .invalidModel: 15, .unsupportedRevision: 16,
      .dataUnavailable: 17, .timeStampNotFound: 18, .unsupportedRequest: 19, .timeout: 20,
      .unsupportedComputeStage: 21, .unsupportedComputeDevice: 22,
    ]
    for (code, number) in numbers { #expect(code.rawValue == number) }
  }
}
