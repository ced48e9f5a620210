import Testing

@testable import OpenCaptureViewfinder

@Suite("A camera that rests")
struct CameraRestTests {
  @Test("Without being told to, it never does")
  func never() {
    var rest = CameraRest(patience: nil, at: 0)
    #expect(rest.action(at: 1e6) == .run)
    rest.setWatched(false, at: 0)
    #expect(rest.action(at: 1e6) == .run)
  }

  @Test("It does once nobody has looked for so long, and streams as soon as somebody looks")
  func watched() {
    var rest = CameraRest(patience: 10, at: 0)
    #expect(rest.action(at: 4) == .wait(6) && rest.action(at: 10) == .rest)
    rest.setWatched(true, at: 20)
    #expect(rest.action(at: 1000) == .run)
    rest.setWatched(false, at: 1000)
    #expect(rest.action(at: 1009) == .wait(1) && rest.action(at: 1010) == .rest)
  }

  @Test("Not while something is taken, nor right afterwards; with no patience, at once")
  func taking() {
    var rest = CameraRest(patience: 10, at: 0)
    rest.beginTaking(at: 5)
    rest.beginTaking(at: 6)
    rest.endTaking(at: 7)
    // One of two is still being taken.
    #expect(rest.action(at: 100) == .run)
    rest.endTaking(at: 100)
    #expect(rest.action(at: 105) == .wait(5))
    #expect(CameraRest(patience: 0, at: 0).action(at: 0) == .rest)
  }
}
