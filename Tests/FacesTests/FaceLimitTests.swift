import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@Suite("Interrupted face detection")
struct FaceLimitTests {
  /// An engine that counts scans and cancels a limit with the first one.
  private final class Engine: FaceEngine {
    let name = "each"
    let version = "1"
    let limit: WorkLimit?
    let scanCount = Locked(0)

    init(limit: WorkLimit?) { self.limit = limit }

    func smallestWindow(for view: FaceView) -> Int { 20 }

    func windows(
      in picture: PixelBuffer, view: FaceView, sizes: ClosedRange<Int>, step: Double
    ) throws(FaceError) -> [CascadeWindow] {
      scanCount.withLock { $0 += 1 }
      limit?.cancel()
      return []
    }
  }

  @Test("A cancelled detection ends between sizes; others scan all sizes")
  func sizes() throws {
    let picture = try PixelBuffer(format: .grey, width: 320, height: 240)
    let limit = WorkLimit()
    let cancelled = Engine(limit: limit)
    let whole = Engine(limit: nil)
    let error = try #require(throws: WorkLimitError.self) {
      try limit.run { try FaceDetector(engine: cancelled).detect(picture) }
    }
    #expect(error.code == .cancelled && cancelled.scanCount.withLock { $0 } == 1)
    _ = try FaceDetector(engine: whole).detect(picture)
    #expect(whole.scanCount.withLock { $0 } > 3)
  }

  @Test("Asynchronous detection finds the same faces")
  func asynchronous() async throws {
    let face = DrawnFace(center: Point(x: 150, y: 120), size: 100)
    let sample = SampleBuffer(pixelBuffer: try DrawnFace.picture([face], width: 320, height: 240))
    let detector = try FaceDetector()
    #expect(try await detector.faces(in: sample) == detector.detect(sample))
    await #expect(throws: WorkLimitError.self) { try await detector.faces(in: sample, cpuTime: .zero) }
  }
}
