import OpenCaptureFlow
@testable import OpenCaptureSession
import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import Testing

@Suite("Frame count of a live run")
struct LiveTallyTests {
  private func sample(_ seconds: Double) -> SampleBuffer {
    let time = MediaTime(seconds: seconds, preferredTimescale: 1000)
    let description = FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2))
    return SampleBuffer(ofLostFrame: description, timing: SampleTiming(presentationTimeStamp: time))
  }

  @Test("Times count from the first frame, and the run ends at the limit")
  func limit() {
    var tally = LiveFrameCounter(limit: 2)
    let times = [100, 101.5, 102, 103].map { tally.admit(sample($0))?.seconds }
    #expect(times == [0, 1.5, nil, nil])
  }

  @Test("The frame rate is computed from processed frames, as soon as it is known")
  func rate() {
    var tally = LiveFrameCounter(limit: nil)
    _ = tally.admit(sample(7))
    tally.count()
    #expect(tally.status("none dropped") == "none dropped")
    _ = tally.admit(sample(8))
    for _ in 0..<29 { tally.count() }
    #expect(tally.status("none dropped") == "30.0 fps, none dropped")
    #expect(tally.frameCount == 30)
  }

  @Test("Dropped frames are counted by reason")
  func drops() {
    #expect(DropCounts().words == "none dropped")
    #expect(DropCounts(outOfBuffers: 2).words == "dropped: 2 out of buffers")
    #expect(
      DropCounts(late: 3, outOfBuffers: 1, discontinuity: 40).words
        == "dropped: 3 late, 1 out of buffers, 40 lost")
  }
}
