import OpenCaptureFlow
import OpenCaptureSyntheticDevices
@testable import OpenCaptureSession
import OpenCaptureMediaSamples
import Testing

@Suite("SessionLifecycle")
struct SessionLifecycleTests {
  private final class Thing {}
  private let things = [Thing(), Thing()]
  private var ids: [ObjectIdentifier] { things.map { ObjectIdentifier($0) } }
  private let gone = CaptureError(.deviceDisconnected, subject: "camera", reason: "gone")

  @Test("Starting and stopping are told once, however often they are asked for")
  func idempotent() {
    var lifecycle = SessionLifecycle()
    #expect(lifecycle.start(ids) == [.didStartRunning])
    #expect(lifecycle.start(ids) == [])
    #expect(lifecycle.stop() == [.didStopRunning])
    #expect(lifecycle.stop() == [])
  }

  @Test("The session stops when its last input fails")
  func failure() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    #expect(lifecycle.fail(ids[0], gone, resumes: false) == [.runtimeError(gone)])
    #expect(lifecycle.isRunning)
    #expect(lifecycle.fail(ids[1], gone, resumes: false) == [.runtimeError(gone), .didStopRunning])
    #expect(!lifecycle.isRunning)
  }

  @Test("An input that may resume interrupts, once, until it streams again")
  func interruption() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    #expect(lifecycle.fail(ids[0], gone, resumes: true) == [.wasInterrupted(.videoDeviceNotAvailable, gone)])
    #expect(lifecycle.fail(ids[0], gone, resumes: true) == [])
    #expect(lifecycle.isInterrupted && lifecycle.isRunning)
    #expect(lifecycle.resume(ids[0]) == [.interruptionEnded])
    #expect(lifecycle.resume(ids[0]) == [])
    #expect(!lifecycle.isInterrupted)
  }

  @Test("The interruption ends when all inputs stream again, or the last that doesn't is taken away")
  func several() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    for id in ids { _ = lifecycle.fail(id, gone, resumes: true) }
    #expect(lifecycle.resume(ids[0]) == [])
    #expect(lifecycle.remove([ids[1]]) == [.interruptionEnded])
  }

  @Test("What nobody can mend by waiting is a runtime error even so")
  func hopeless() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start([ids[0]])
    let refused = CaptureError(.notAuthorized, subject: "camera", reason: "no")
    #expect(lifecycle.fail(ids[0], refused, resumes: true) == [.runtimeError(refused), .didStopRunning])
  }

  @Test("A stall is told once, until frames come again; a change of the session leaves it")
  func stall() {
    let port = CaptureInputPort(.video)
    let stall = CaptureStall(since: .zero, duration: MediaTime(value: 1, timescale: 1))
    var lifecycle = SessionLifecycle()
    #expect(lifecycle.stall(ids[0], port, stall) == [])
    _ = lifecycle.start(ids)
    #expect(lifecycle.recover(ids[0], port) == [])
    #expect(lifecycle.stall(ids[0], port, stall) == [.didStall(port, stall)])
    #expect(lifecycle.stall(ids[0], port, stall) == [])
    #expect(lifecycle.start(ids) == [] && !lifecycle.isInterrupted)
    #expect(lifecycle.recover(ids[0], port) == [.stallEnded(port)])
    #expect(lifecycle.recover(ids[0], port) == [])
  }

  @Test("A stall that ends in a failure is over with it")
  func stallThenFailure() {
    let port = CaptureInputPort(.video)
    let stall = CaptureStall(since: .zero, duration: MediaTime(value: 1, timescale: 1))
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    _ = lifecycle.stall(ids[0], port, stall)
    let gaveUp = CaptureError(.stalled, subject: "camera", reason: "no frame")
    #expect(
      lifecycle.fail(ids[0], gaveUp, resumes: true) == [.wasInterrupted(.videoDeviceNotAvailable, gaveUp)])
    #expect(lifecycle.recover(ids[0], port) == [])
    #expect(lifecycle.resume(ids[0]) == [.interruptionEnded])
    #expect(lifecycle.stall(ids[0], port, stall) == [.didStall(port, stall)])
  }

  @Test("Once there is nothing more in any input, the session stops; those that failed count as well")
  func finish() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    let first = lifecycle.finish(ids[0])
    #expect(first == [])
    #expect(lifecycle.finishedInputs == [ids[0]] && lifecycle.isRunning)
    let second = lifecycle.fail(ids[1], gone, resumes: false)
    #expect(second == [.runtimeError(gone), .didStopRunning])
    let late = lifecycle.finish(ids[0])
    #expect(late == [])
    _ = lifecycle.start(ids)
    let all = ids.flatMap { lifecycle.finish($0) }
    #expect(all == [.didStopRunning])
  }
}
