import Fixtures
import OpenCaptureMediaSamples
import Testing

@testable import OpenCaptureSession

@Suite("Waiting for the first frame that shows a change")
struct FirstFramesTests {
  private let log = Log<Int>()
  private var frames = FirstFrameWaits()

  private mutating func wait(_ number: Int, since start: UInt64, delay: Int = 0) {
    let log = log
    frames.add({ _ in log.append(number) }, since: start, delay: delay)
  }

  private mutating func advance(to stamp: UInt64?) {
    for handler in frames.advance(to: stamp) { handler(.zero) }
  }

  @Test("Frames exposed before a change do not count, nor do the frames of the camera's delay")
  mutating func order() {
    wait(1, since: 100)
    wait(2, since: 100, delay: 1)
    wait(3, since: 120)
    advance(to: 90)
    #expect(log.all == [])
    advance(to: 110)
    #expect(log.all == [1])
    advance(to: 120)
    #expect(log.all == [1, 2, 3] && frames.isEmpty)
  }

  @Test("Frames of another clock count from their arrival")
  mutating func otherClock() {
    wait(1, since: 100)
    advance(to: nil)
    #expect(log.all == [1])
  }

  @Test("The end of the stream ends all waits")
  mutating func end() {
    wait(1, since: 100)
    #expect(frames.end().count == 1 && frames.isEmpty)
  }
}
