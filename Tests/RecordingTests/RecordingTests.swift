import Fixtures
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Recording movies") struct RecordingTests {
  @Test("Flash and beep are recorded in sync, for the requested duration", arguments: ["mp4", "mov", "mkv"])
  func together(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      let rig = try MovieRecordingFixture()
      try rig.record(path, seconds: 5)
      #expect(rig.log.events.all == [.started(path), .finished(path, .maximumDurationReached)])
      #expect(rig.log.errors.all.compactMap { $0?.recordingSuccessfullyFinished } == [true])
      let movie = try RecordedMovie(path)
      #expect(movie.times.count == 125)
      #expect(movie.flashes.count >= 4 && movie.flashes.count == movie.beeps.count)
      for (flash, beep) in zip(movie.flashes, movie.beeps) { #expect(abs(flash - beep) < 0.045, "\(movie)") }
      // Padding that an encoder adds after the sound is audible in some players.
      #expect(abs(movie.soundSeconds - 5) < 0.05)
      #expect(rig.output.silentAudioFrameCount == 0 && rig.output.skippedAudioFrameCount == 0)
      #expect(rig.output.recordedFrameCount == 125 && rig.output.lateFrameCount == 0)
    }
  }

  @Test(
    "Sound stays in sync with video for any drift of the microphone's clock",
    arguments: [5_000, -5_000, 100, -100, 0] as [Double])
  func drift(partsPerMillion: Double) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mov")
      let rig = try MovieRecordingFixture(
        pacing: .stepped, soundFaults: SyntheticSoundFaults(drift: partsPerMillion))
      rig.begin(path)
      try rig.step(seconds: 120)
      try rig.end()
      let movie = try RecordedMovie(path)
      #expect(movie.times.count == 3_000)
      // The last second may contain a beginning or not.
      #expect(movie.flashes.count >= 119 && abs(movie.flashes.count - movie.beeps.count) <= 1)
      let offsets = zip(movie.flashes, movie.beeps).map { abs($0 - $1) }
      #expect(offsets.max() ?? 1 < 0.005, "\(offsets)")
      #expect(rig.output.skippedAudioFrameCount == 0)
      #expect(rig.output.silentAudioFrameCount < 2_400, "more than a frame of silence")
    }
  }

  @Test("A pause is removed from video and sound")
  func paused() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mov")
      let rig = try MovieRecordingFixture(pacing: .stepped)
      rig.begin(path)
      try rig.step(seconds: 2)
      for round in 0..<5 {
        rig.output.pauseRecording()
        #expect(rig.output.isRecordingPaused)
        try rig.step(seconds: 1, from: 2 + round * 3)
        rig.output.resumeRecording()
        try rig.step(seconds: 2, from: 3 + round * 3)
      }
      try rig.end()
      #expect(rig.log.events.all.count { $0 == .paused } == 5)
      #expect(rig.log.events.all.count { $0 == .resumed } == 5)
      let movie = try RecordedMovie(path)
      #expect(movie.times.count == 300)
      #expect(zip(movie.times, movie.times.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 0.001 })
      #expect(movie.flashes.count == movie.beeps.count && movie.flashes.count >= 11)
      let offsets = zip(movie.flashes, movie.beeps).map { abs($0 - $1) }
      #expect(offsets.max() ?? 1 < 0.005, "\(movie.flashes) \(movie.beeps)")
      #expect(rig.output.skippedAudioFrameCount == 0)
    }
  }

  @Test("A recording continues in another file without losing a sample")
  func switched() throws {
    try TemporaryFolder.with { folder in
      let paths = (0..<3).map { folder.path("\($0).mov") }
      let rig = try MovieRecordingFixture(pacing: .stepped)
      rig.session.startRunning()
      for (index, path) in paths.enumerated() {
        rig.output.startRecording(to: path, recordingDelegate: rig.log)
        #expect(rig.output.outputFilePath == path)
        try rig.step(seconds: 3, from: index * 3)
      }
      rig.output.stopRecording()
      try rig.log.waitForEnd(3)
      #expect(
        rig.log.events.all.filter { if case .finished = $0 { true } else { false } }
          == paths.map { .finished($0, nil) })
      let movies = try paths.map { try RecordedMovie($0) }
      #expect(movies.reduce(0) { $0 + $1.times.count } == 225)
      #expect(abs(movies.reduce(0) { $0 + $1.soundSeconds } - 9) < 0.11, "\(movies.map(\.soundSeconds))")
      for movie in movies {
        #expect(movie.times.first ?? 1 < 0.001)
        #expect(movie.flashes.count >= 2 && movie.flashes.count == movie.beeps.count)
        for (flash, beep) in zip(movie.flashes, movie.beeps) { #expect(abs(flash - beep) < 0.005, "\(movie)") }
      }
    }
  }

  @Test("A file never exceeds its size limit and can be played", arguments: ["mp4", "mkv"])
  func sizeLimit(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      let rig = try MovieRecordingFixture()
      rig.output.maxRecordedFileSize = 200_000
      try rig.record(path, seconds: 600)
      #expect(rig.log.events.all.last == .finished(path, .maximumFileSizeReached))
      let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      #expect(size <= 200_000 && size > 100_000, "\(size)")
      let movie = try RecordedMovie(path)
      #expect(movie.times.count > 100 && movie.soundSeconds > 4)
    }
  }

  @Test("A lost camera ends the movie with its error, and a lost microphone makes it silent")
  func lost() throws {
    try TemporaryFolder.with { folder in
      let first = folder.path("a.mov")
      let second = folder.path("b.mov")
      let rig = try MovieRecordingFixture(pacing: .stepped)
      // The test also has to record all frames on a slow system.
      rig.output.recording.lossTimeout = 600_000_000_000
      rig.begin(first)
      try rig.step(seconds: 3)
      rig.camera.inject(.vanish)
      rig.camera.step()
      try rig.log.waitForEnd()
      #expect(rig.log.events.all.last == .finished(first, .deviceDisconnected))
      #expect(rig.log.errors.all.first??.recordingSuccessfullyFinished == true)
      #expect(try RecordedMovie(first).times.count == 75)

      let other = try MovieRecordingFixture(pacing: .stepped)
      other.begin(second)
      try other.step(seconds: 3)
      other.microphone.inject(.vanish)
      other.microphone.step()
      // This call returns after the session has handled the loss, so that frames do not wait for sound.
      other.session.startRunning()
      for _ in 0..<75 {
        try TimedOut.unless("the recorder has room") { other.output.waitForRoom(until: $0) }
        other.camera.step()
      }
      try other.end()
      #expect(other.log.events.all.last == .finished(second, nil))
      let movie = try RecordedMovie(second)
      #expect(movie.times.count == 150)
      #expect(movie.flashes.count >= 5 && (3...4).contains(movie.beeps.count))
      #expect(abs(movie.soundSeconds - 6) < 0.05)
    }
  }

  @Test(
    "A camera that leaves the session ends the recording with an error and a complete file",
    arguments: [true, false])
  func switchedCamera(hasMicrophone: Bool) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mov")
      let rig = try MovieRecordingFixture(pacing: .stepped, hasMicrophone: hasMicrophone)
      rig.begin(path)
      try rig.step(seconds: 2)
      var options = SyntheticCamera.Options()
      options.pacing = .stepped
      let other = SyntheticCamera(uniqueID: "other", options: options)
      rig.session.beginConfiguration()
      rig.session.removeInput(rig.session.inputs[0])
      try rig.session.add(CaptureDeviceInput(device: other.device))
      try rig.session.commit()
      try rig.log.waitForEnd()
      #expect(rig.log.events.all == [.started(path), .finished(path, .configurationChanged)])
      #expect(rig.log.errors.all.first??.recordingSuccessfullyFinished == true)
      #expect(try RecordedMovie(path).times.count == 50)
      #expect(!rig.output.isRecording && rig.output.connection(with: .video)?.isActive == true)
    }
  }

  @Test("A movie without a microphone has no sound, and a stopped session records none")
  func silent() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mp4")
      let rig = try MovieRecordingFixture(hasMicrophone: false)
      rig.output.startRecording(to: path, recordingDelegate: rig.log)
      try rig.log.waitForEnd()
      #expect(rig.log.events.all == [.finished(path, .sessionNotRunning)])
      try rig.record(path, seconds: 1)
      try rig.log.waitForEnd(2)
      #expect(try !MovieReader(contentsOf: path).info.hasAudio)
      rig.begin(path)
      try rig.log.waitForEnd(3)
      #expect(rig.log.events.all.last == .finished(path, .fileAlreadyExists))
      rig.output.startRecording(to: folder.path("a.xyz"), recordingDelegate: rig.log)
      try rig.log.waitForEnd(4)
      #expect(rig.log.events.all.last == .finished(folder.path("a.xyz"), .unsupportedRecording))
    }
  }

  @Test("A delegate can start a new recording when notified of the end, and each recording is reported once")
  func overAndOver() throws {
    try TemporaryFolder.with { folder in
      let rig = try MovieRecordingFixture(hasMicrophone: false)
      rig.output.maxRecordedDuration = MediaTime(value: 1, timescale: 10)
      rig.session.startRunning()
      for round in 1...50 {
        rig.output.startRecording(to: folder.path("\(round).mkv"), recordingDelegate: rig.log)
        try rig.log.waitForEnd(round)
      }
      rig.session.stopRunning()
      #expect(rig.log.errors.all.map { $0?.code } == Array(repeating: .maximumDurationReached, count: 50))
    }
  }

  @Test("A session that stops ends the recording with a complete file")
  func stopped() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mp4")
      let rig = try MovieRecordingFixture(pacing: .stepped)
      rig.begin(path)
      try rig.step(seconds: 2)
      rig.session.stopRunning()
      try rig.log.waitForEnd()
      #expect(rig.log.events.all.last == .finished(path, nil))
      #expect(try RecordedMovie(path).times.count == 50)
      #expect(!rig.output.isRecording)
    }
  }
}
