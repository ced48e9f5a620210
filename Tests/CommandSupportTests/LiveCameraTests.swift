import Dispatch
import Fixtures
import OpenCaptureCommandSupport
import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Live camera")
struct LiveCameraTests {
  @Test("A stall is reported before the camera is given up")
  func stall() async throws {
    let notes = Log<String>()
    let error = await #expect(throws: CaptureError.self) {
      try await onThread {
        var options = SyntheticCamera.Options()
        options.pacing = .unpaced
        options.faults.scheduled = [20: .stall]
        let synthetic = SyntheticCamera(options: options)
        defer { withExtendedLifetime(synthetic) {} }
        let camera = try LiveCamera(synthetic.device, .low)
        var counter = LiveFrameCounter(limit: nil)
        try camera.run(&counter) {
          notes.append($0)
        } _: { _, _, _ in
          true
        }
      }
    }
    #expect(notes.all == ["no frame for 1 s"])
    #expect(error?.code == .stalled)
  }

  /// Runs a camera that stalls at a frame, with a time limit, and returns the number of frames.
  private static func frames(untilStallAt number: UInt64, limit: DispatchTimeInterval) throws -> Int {
    var options = SyntheticCamera.Options()
    options.pacing = .unpaced
    options.faults.scheduled = [number: .stall]
    let synthetic = SyntheticCamera(options: options)
    defer { withExtendedLifetime(synthetic) {} }
    let camera = try LiveCamera(synthetic.device, .low, resumes: true)
    var counter = LiveFrameCounter(limit: 3600)
    var frameCount = 0
    try camera.run(&counter, limitedTo: limit, noting: { _ in }) { _, _, _ in
      frameCount += 1
      return true
    }
    return frameCount
  }

  @Test("A camera that delivers nothing more ends at the time limit", .timeLimit(.minutes(20)))
  func limit() async throws {
    // A busy machine may need longer for the first frame.
    let count = try await onThread {
      [300, 3000, 30_000].lazy.compactMap { try? Self.frames(untilStallAt: 5, limit: .milliseconds($0)) }.first
    }
    #expect(try #require(count) > 0)
    let error = await #expect(throws: CaptureError.self) {
      _ = try await onThread { try Self.frames(untilStallAt: 0, limit: .milliseconds(300)) }
    }
    #expect(error?.code == .stalled)
    #expect(error?.reason == "no frame arrived within the time limit")
  }
}
