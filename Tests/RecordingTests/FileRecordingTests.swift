import Fixtures
import OpenCaptureFiles
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import Testing

@Suite("Recording from files") struct FileRecordingTests {
  private let log = RecordingLog()

  /// Records a stepped file from beginning to end.
  private func record(_ input: CaptureFileInput, with output: any CaptureFileOutput, to path: String) throws {
    let session = CaptureSession()
    try session.add(input)
    try session.add(output)
    session.startRunning()
    output.startRecording(to: path, recordingDelegate: log)
    while input.step() {}
    try log.waitForEnd()
    session.stopRunning()
    #expect(log.events.all == [.started(path), .finished(path, nil)])
  }

  @Test("A movie that is recorded again keeps all frames, and its sound stays in sync")
  func movie() throws {
    try TemporaryFolder.with { folder in
      let first = folder.path("a.mov")
      let second = folder.path("b.mov")
      let rig = try MovieRecordingFixture()
      try rig.record(first, seconds: 5)
      let output = CaptureMovieFileOutput()
      try record(CaptureFileInput(movie: first, pacing: .stepped), with: output, to: second)
      let old = try RecordedMovie(first)
      let new = try RecordedMovie(second)
      #expect(new.times.count == old.times.count && new.times.count == 125)
      #expect(new.flashes == old.flashes && new.flashes.count >= 4)
      #expect(new.beeps.count == old.beeps.count)
      for (before, after) in zip(old.beeps, new.beeps) { #expect(abs(before - after) < 0.001, "\(old) \(new)") }
      #expect(abs(new.soundSeconds - old.soundSeconds) < 0.05)
      #expect(output.lateFrameCount == 0 && output.skippedAudioFrameCount == 0)
    }
  }

  @Test("The sound of a file is recorded without changing a sample")
  func sound() throws {
    try TemporaryFolder.with { folder in
      let first = folder.path("a.wav")
      let second = folder.path("b.flac")
      let rig = try SoundRecordingFixture()
      rig.begin(first)
      try rig.step(300)
      try rig.end()
      let output = CaptureAudioFileOutput()
      try record(CaptureFileInput(sound: first, pacing: .stepped), with: output, to: second)
      #expect(try RecordedSoundFile(second).bytes == RecordedSoundFile(first).bytes)
      #expect(output.silentAudioFrameCount == 0)
    }
  }
}
