@testable import OpenCaptureRecording
import Fixtures
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@Suite("Recording sources that are far apart") struct SourcesApartTests {
  @Test(
    "Sources that wait are recorded in sync, whichever ran ahead before the recording",
    arguments: [MediaType.audio, .video])
  func joinedApart(ahead: MediaType) throws {
    try TemporaryFolder.with { folder in
      let pictures = Gate(at: ahead == .video ? 20 : 0)
      let sound = Gate(at: ahead == .audio ? 20 : 0)
      defer {
        pictures.open()
        sound.open()
      }
      let scene = GatedScene(scene: ColorBars().flashing, gate: pictures)
      let beeps = SyntheticSound { seconds in
        sound.pass(seconds)
        let part = seconds - seconds.rounded(.down)
        return part < 0.1 ? sin(2 * .pi * 1_000 * part) / 2 : 0
      }
      let rig = try MovieRecordingFixture(scene: scene, sound: beeps)
      let path = folder.path("a.mov")
      rig.output.maxRecordedDuration = MediaTime(value: 5, timescale: 1)
      rig.session.startRunning()
      for gate in [pictures, sound] { try gate.waitUntilReached() }
      rig.output.startRecording(to: path, recordingDelegate: rig.log)
      pictures.open()
      sound.open()
      try rig.log.waitForEnd()
      rig.session.stopRunning()
      let movie = try RecordedMovie(path)
      #expect(movie.times.count == 125)
      #expect(movie.flashes.count >= 4 && movie.flashes.count == movie.beeps.count)
      for (flash, beep) in zip(movie.flashes, movie.beeps) { #expect(abs(flash - beep) < 0.045, "\(movie)") }
      #expect(rig.output.silentAudioFrameCount == 0 && rig.output.skippedAudioFrameCount == 0)
    }
  }

  @Test(
    "Sound that arrives seconds late is recorded at its time, and missing sound is silent",
    arguments: [(0.0, 0), (5.0, 0), (12.0, 48_000)])
  func lateSound(lateness: Double, silence: Int) throws {
    try TemporaryFolder.with { folder in
      let format = try AudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 48_000, interleaved: true, channelLayout: .stereo)
      let picture = try PixelBuffer(format: .nv12, width: 64, height: 48)
      let file = try RecordedFile(
        RecordedFile.Order(
          path: Array(folder.path("a.mov").utf8),
          kind: .init(
            type: .movie(.quickTime), options: MovieWritingOptions(), audioOptions: AudioWritingOptions()),
          limits: RecordingLimits(),
          client: RecordingObserver(on: .global()) { _ in }),
        picture: SampleBuffer(pixelBuffer: picture), soundFormat: format, followsClock: true, onFailure: { _ in })
      var follower = AudioSyncController(sampleRate: 48_000)
      var heard = 0
      func hear(until end: Double) throws {
        while Double(heard) < end * 100 {
          let time = MediaTime(value: Int64(heard), timescale: 100)
          follower.note(time.seconds, frameCount: 480)
          try file.take(.silence(format: format, frameCount: 480), at: time, follower: follower)
          heard += 1
        }
      }
      for index in 0..<500 {
        let time = MediaTime(value: Int64(index), timescale: 25)
        try hear(until: time.seconds - lateness)
        try file.take(SampleBuffer(pixelBuffer: picture), at: time)
      }
      try hear(until: 20)
      _ = try file.finish(at: MediaTime(value: 20, timescale: 1), encodingUntil: nil)
      let syncCorrections = file.syncCorrections
      #expect(
        silence == 0
          ? syncCorrections == RecordedAudioTrack.SyncCorrections() : syncCorrections.silentFrames >= silence,
        "\(syncCorrections)")
    }
  }
}

/// A gate that stops a source at a given time, so that the test does not depend on the speed of threads.
private final class Gate: Sendable {
  private struct State: Lockable {
    var isReached = false
    var isOpen = false
  }

  private let seconds: Double
  private let state = Monitor(State())

  init(at seconds: Double) { self.seconds = seconds }

  /// Waits until the gate is open, if the time of the gate has been reached.
  func pass(_ seconds: Double) {
    guard seconds >= self.seconds else { return }
    state.update { $0.isReached = true }
    _ = state.wait { $0.isOpen ? true : nil }
  }

  func open() { state.update { $0.isOpen = true } }

  func waitUntilReached() throws {
    try TimedOut.unless("the source reaches its gate") { deadline in
      state.wait(until: deadline) { $0.isReached ? true : nil } != nil
    }
  }
}

private struct GatedScene: SyntheticScene {
  let scene: any SyntheticScene
  let gate: Gate

  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    gate.pass(moment.presentationTime.seconds)
    try scene.render(moment, into: &buffer)
  }
}
