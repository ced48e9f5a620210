import Testing

@testable import OpenCaptureViewfinder

@Suite("Rest of an unwatched camera")
struct CameraRestTests {
  @Test("A camera without a rest time always streams")
  func never() {
    var rest = CameraIdlePolicy(timeout: nil, at: 0)
    #expect(rest.action(at: 1e6) == .run)
    rest.setWatched(false, at: 0)
    #expect(rest.action(at: 1e6) == .run)
  }

  @Test("A camera stops after the rest time without viewers, and streams as soon as a viewer connects")
  func watched() {
    var rest = CameraIdlePolicy(timeout: 10, at: 0)
    #expect(rest.action(at: 4) == .wait(6) && rest.action(at: 10) == .rest)
    rest.setWatched(true, at: 20)
    #expect(rest.action(at: 1000) == .run)
    rest.setWatched(false, at: 1000)
    #expect(rest.action(at: 1009) == .wait(1) && rest.action(at: 1010) == .rest)
  }

  @Test("A camera streams while recording and for the rest time afterwards; with no rest time it stops at once")
  func taking() {
    var rest = CameraIdlePolicy(timeout: 10, at: 0)
    rest.beginCapturing(at: 5)
    rest.beginCapturing(at: 6)
    rest.endCapturing(at: 7)
    // One of two recordings is still running.
    #expect(rest.action(at: 100) == .run)
    rest.endCapturing(at: 100)
    #expect(rest.action(at: 105) == .wait(5))
    #expect(CameraIdlePolicy(timeout: 0, at: 0).action(at: 0) == .rest)
  }
}
