import Fixtures
import Foundation
import OpenCaptureSystem
import Testing
import Vision

@Suite("Vision requests")
struct RequestTests {
  /// The calls of the handlers, in order.
  private struct Log: Lockable {
    var lines: [String] = []
  }

  @Test("The handler is called on the caller's thread, before the call returns")
  func completion() throws {
    let log = Locked(Log())
    let caller = Thread.current
    let request = VNDetectBarcodesRequest { request, error in
      let texts = (request.results as? [VNBarcodeObservation])?.compactMap(\.payloadStringValue) ?? []
      log.withLock { $0.lines += texts + ["\(error == nil)", "\(Thread.current == caller)"] }
    }
    #expect(request.results == nil)
    try VNImageRequestHandler(cvPixelBuffer: try CodePicture("told").pixels).perform([request])
    #expect(log.withLock { $0.lines } == ["told", "true", "true"])
  }

  @Test("A failing request does not stop the others, and its error is thrown and passed to its handler")
  func failures() throws {
    let log = Locked(Log())
    let failing = VNDetectBarcodesRequest { request, error in
      log.withLock { $0.lines.append("\((error as NSError?)?.code ?? 0) \(request.results == nil)") }
    }
    let fine = VNDetectBarcodesRequest { request, _ in
      log.withLock { $0.lines.append("\(request.results?.count ?? -1)") }
    }
    let handler = VNImageRequestHandler(cvPixelBuffer: try CodePicture().pixels)
    try handler.perform([failing])
    failing.regionOfInterest = CGRect(x: 2, y: 2, width: 1, height: 1)
    let error = #expect(throws: VNError.self) { try handler.perform([failing, fine, failing]) }
    #expect(log.withLock { $0.lines } == ["0 false", "4 true", "1", "4 true"])
    let bridged = try #require(error) as NSError
    #expect(bridged.domain == VNErrorDomain && bridged.code == VNErrorCode.outOfBoundsError.rawValue)
    #expect(bridged.localizedDescription.contains("regionOfInterest"))
  }

  @Test("A cancelled request has no results, and the next run has")
  func cancelling() throws {
    let log = Locked(Log())
    let second = VNDetectBarcodesRequest { request, error in
      log.withLock {
        $0.lines.append("\((error as? VNError)?.code == .requestCancelled) \(request.results == nil)")
      }
    }
    let first = VNDetectBarcodesRequest { _, _ in second.cancel() }
    let handler = VNImageRequestHandler(cvPixelBuffer: try CodePicture().pixels)
    let error = #expect(throws: VNError.self) { try handler.perform([first, second]) }
    #expect(error?.code == .requestCancelled)
    #expect(first.results?.count == 1)
    try handler.perform([second])
    #expect(log.withLock { $0.lines } == ["true true", "false false"])
  }

  @Test("Several threads can perform shared and separate requests")
  func threads() throws {
    let shared = VNDetectBarcodesRequest()
    let handler = VNImageRequestHandler(cvPixelBuffer: try CodePicture("shared").pixels)
    let texts = try onThreads(4) { thread -> [String?] in
      let own = VNDetectBarcodesRequest()
      guard let picture = try? CodePicture("own \(thread)").pixels else { return [] }
      do {
        try handler.perform([shared])
        try VNSequenceRequestHandler().perform([own], on: picture)
      } catch { return ["\(error)"] }
      return [shared.results?.first?.payloadStringValue, own.results?.first?.payloadStringValue]
    }
    #expect(texts == (0..<4).map { ["shared", "own \($0)"] })
  }

  @Test("Unreadable files fail with Vision's errors")
  func unreadable() throws {
    func code(_ handler: VNImageRequestHandler) -> VNErrorCode? {
      do { try handler.perform([VNDetectBarcodesRequest()]) } catch { return (error as? VNError)?.code }
      return nil
    }
    #expect(code(VNImageRequestHandler(url: URL(fileURLWithPath: "/nowhere/a.png"))) == .ioError)
    #expect(code(VNImageRequestHandler(url: try #require(URL(string: "https://localhost/a.png")))) == .ioError)
    #expect(code(VNImageRequestHandler(data: Data("no picture".utf8))) == .invalidFormat)
    #expect(code(VNImageRequestHandler(data: Data())) == .invalidFormat)
    let cut = try #require(
      CIContext().pngRepresentation(
        of: CIImage(cvPixelBuffer: try CodePicture().pixels), format: .L8,
        colorSpace: CGColorSpaceCreateDeviceGray())
    ).dropLast(200)
    #expect(code(VNImageRequestHandler(data: Data(cut))) == .invalidImage)
    #expect(code(VNImageRequestHandler(ciImage: .empty())) == .invalidImage)
    let nothing = #expect(throws: VNError.self) {
      try VNImageRequestHandler(cvPixelBuffer: try CodePicture().pixels).perform([VNRequest()])
    }
    #expect(nothing?.code == .unsupportedRequest)
  }

  @Test("Normalized coordinates and pixels convert to each other")
  func geometry() {
    let rect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
    #expect(VNImageRectForNormalizedRect(rect, 400, 200) == CGRect(x: 100, y: 100, width: 200, height: 50))
    #expect(VNNormalizedRectForImageRect(CGRect(x: 100, y: 100, width: 200, height: 50), 400, 200) == rect)
    #expect(VNImagePointForNormalizedPoint(CGPoint(x: 0.5, y: 1), 400, 200) == CGPoint(x: 200, y: 200))
    #expect(VNNormalizedPointForImagePoint(CGPoint(x: 200, y: 50), 400, 200) == CGPoint(x: 0.5, y: 0.25))
    #expect(VNNormalizedRectIsIdentityRect(VNNormalizedIdentityRect) && !VNNormalizedRectIsIdentityRect(rect))
    let part = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
    #expect(
      VNImagePointForNormalizedPointUsingRegionOfInterest(CGPoint(x: 0.5, y: 0), 400, 200, part)
        == CGPoint(x: 300, y: 100))
  }
}
