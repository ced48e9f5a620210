@testable import OpenCaptureRecording
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@Suite("Starting recordings concurrently with other events") struct RecordingBeginningsTests {
  @Test("Each of several recordings started at once is reported as finished exactly once")
  func together() throws {
    try TemporaryFolder.with { folder in
      for round in 0..<30 {
        let rig = try SoundRecordingFixture()
        let gate = Gate(4)
        rig.session.startRunning()
        _ = try onThreads(4) { [output = rig.output, log = rig.log] thread in
          gate.pass()
          output.startRecording(to: folder.path("\(round)-\(thread).wav"), recordingDelegate: log)
        }
        #expect(rig.output.isRecording)
        rig.output.stopRecording()
        try rig.log.waitForEnd(4)
        rig.session.stopRunning()
        let ended = rig.log.events.all.compactMap { if case .finished(let path, _) = $0 { path } else { nil } }
        #expect(ended.sorted() == (0..<4).map { folder.path("\(round)-\($0).wav") })
        #expect(rig.output.outputFilePath == nil && !rig.output.isRecording)
      }
    }
  }

  @Test("A session that stops while a recording starts ends the recording")
  func stoppedSession() throws {
    try TemporaryFolder.with { folder in
      let rig = try MovieRecordingFixture(pacing: .stepped)
      rig.session.startRunning()
      rig.output.recording.start(folder.path("a.mov"), of: rig.output, rig.log) { connections in
        #expect(connections.count == 2)
        rig.session.stopRunning()
        return .init(type: .movie(.quickTime), options: MovieWritingOptions(), audioOptions: AudioWritingOptions())
      }
      try rig.log.waitForEnd()
      let codes = rig.log.errors.all.map { $0?.code }
      #expect(codes == [.sessionNotRunning])
      #expect(!rig.output.isRecording)
    }
  }

  @Test("A movie whose microphone is lost at the start only lacks sound")
  func lostMicrophone() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mov")
      let rig = try MovieRecordingFixture(pacing: .stepped)
      rig.session.startRunning()
      let sound = try #require(rig.output.connection(with: .audio))
      rig.output.recording.start(path, of: rig.output, rig.log) { _ in
        sound.isActive = false
        return .init(type: .movie(.quickTime), options: MovieWritingOptions(), audioOptions: AudioWritingOptions())
      }
      for _ in 0..<50 {
        try TimedOut.unless("the recorder has room") { rig.output.waitForRoom(until: $0) }
        rig.camera.step()
      }
      try rig.end()
      #expect(rig.log.events.all.last == .finished(path, nil))
      #expect(rig.output.recordedFrameCount > 0)
    }
  }

  @Test("A delegate notified of the end finds the output idle and without a file")
  func nothingBehindTheEnd() throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingFixture()
      let listener = EndListener()
      rig.session.startRunning()
      for round in 0..<100 {
        let gate = Gate(2)
        _ = try onThreads(2) { [output = rig.output] thread in
          gate.pass()
          if thread == 0 {
            output.startRecording(to: folder.path("\(round).wav"), recordingDelegate: listener)
          } else {
            output.stopRecording()
          }
        }
        rig.output.stopRecording()
        try listener.states.wait(for: "the end of the recording") { $0.count == round + 1 }
        #expect(rig.output.outputFilePath == nil)
      }
      rig.session.stopRunning()
      #expect(listener.states.all == Array(repeating: .init(path: nil, isRecording: false), count: 100))
    }
  }
}

/// A barrier at which threads wait for each other.
private final class Gate: Sendable {
  private let missing: Monitor<Int>

  init(_ count: Int) { missing = Monitor(count) }

  func pass() {
    missing.update { $0 -= 1 }
    _ = missing.wait { $0 == 0 ? true : nil }
  }
}

/// A delegate that records the state of the output at the end of a recording.
private final class EndListener: CaptureFileOutputRecordingDelegate {
  struct State: Sendable, Hashable {
    let path: String?
    let isRecording: Bool
  }

  let states = Log<State>()

  func fileOutput(
    _ output: any CaptureFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?
  ) { states.append(State(path: output.outputFilePath, isRecording: output.isRecording)) }
}
