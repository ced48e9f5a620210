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
  private let disconnected = CaptureError(.deviceDisconnected, subject: "camera", reason: "disconnected")

  @Test("Starting and stopping are reported once, even if requested repeatedly")
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
    #expect(lifecycle.fail(ids[0], disconnected, resumes: false) == [.runtimeError(disconnected)])
    #expect(lifecycle.isRunning)
    #expect(
      lifecycle.fail(ids[1], disconnected, resumes: false) == [.runtimeError(disconnected), .didStopRunning])
    #expect(!lifecycle.isRunning)
  }

  @Test("An input that may resume interrupts the session once until it streams again")
  func interruption() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    #expect(
      lifecycle.fail(ids[0], disconnected, resumes: true) == [
        .wasInterrupted(.videoDeviceNotAvailable, disconnected)
      ])
    #expect(lifecycle.fail(ids[0], disconnected, resumes: true) == [])
    #expect(lifecycle.isInterrupted && lifecycle.isRunning)
    #expect(lifecycle.resume(ids[0]) == [.interruptionEnded])
    #expect(lifecycle.resume(ids[0]) == [])
    #expect(!lifecycle.isInterrupted)
  }

  @Test("The interruption ends when the last interrupted input resumes or is removed")
  func several() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    for id in ids { _ = lifecycle.fail(id, disconnected, resumes: true) }
    #expect(lifecycle.resume(ids[0]) == [])
    #expect(lifecycle.remove([ids[1]]) == [.interruptionEnded])
  }

  @Test("An error that cannot resolve itself is a runtime error even if the session resumes")
  func permanentError() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start([ids[0]])
    let denied = CaptureError(.notAuthorized, subject: "camera", reason: "no permission")
    #expect(lifecycle.fail(ids[0], denied, resumes: true) == [.runtimeError(denied), .didStopRunning])
  }

  @Test("A stall is reported once until frames arrive, and a change of the session does not end it")
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

  @Test("A failure ends a stall")
  func stallThenFailure() {
    let port = CaptureInputPort(.video)
    let stall = CaptureStall(since: .zero, duration: MediaTime(value: 1, timescale: 1))
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    _ = lifecycle.stall(ids[0], port, stall)
    let timeout = CaptureError(.stalled, subject: "camera", reason: "no frame")
    #expect(
      lifecycle.fail(ids[0], timeout, resumes: true) == [.wasInterrupted(.videoDeviceNotAvailable, timeout)])
    #expect(lifecycle.recover(ids[0], port) == [])
    #expect(lifecycle.resume(ids[0]) == [.interruptionEnded])
    #expect(lifecycle.stall(ids[0], port, stall) == [.didStall(port, stall)])
  }

  @Test("The session stops after all inputs have finished or failed")
  func finish() {
    var lifecycle = SessionLifecycle()
    _ = lifecycle.start(ids)
    let first = lifecycle.finish(ids[0])
    #expect(first == [])
    #expect(lifecycle.finishedInputs == [ids[0]] && lifecycle.isRunning)
    let second = lifecycle.fail(ids[1], disconnected, resumes: false)
    #expect(second == [.runtimeError(disconnected), .didStopRunning])
    let late = lifecycle.finish(ids[0])
    #expect(late == [])
    _ = lifecycle.start(ids)
    let all = ids.flatMap { lifecycle.finish($0) }
    #expect(all == [.didStopRunning])
  }
}
