import Fixtures
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Recording sound files") struct SoundRecordingTests {
  @Test("A recording over three files neither loses nor adds a sample", arguments: ["wav", "flac"])
  func exact(ending: String) throws {
    try TemporaryFolder.with { folder in
      let paths = (0..<3).map { folder.path("\($0).\(ending)") }
      let rig = try SoundRecordingFixture()
      rig.session.startRunning()
      for path in paths {
        rig.output.startRecording(to: path, recordingDelegate: rig.log)
        #expect(rig.output.isRecording && rig.output.outputFilePath == path)
        try rig.step(137)
      }
      rig.output.stopRecording()
      try rig.log.waitForEnd(3)
      for path in paths {
        let events = rig.log.events.all.filter { $0 == .started(path) || $0 == .finished(path, nil) }
        #expect(events == [.started(path), .finished(path, nil)])
      }
      let files = try paths.map { try RecordedSoundFile($0) }
      let recorded = files.reduce(into: Data()) { $0.append($1.bytes) }
      #expect(try recorded == rig.bytes())
      #expect(recorded.count == 3 * 137 * 480 * 4)
      #expect(files[0].info.sampleRate == 48_000 && files[0].info.channelCount == 2)
      #expect(rig.output.silentAudioFrameCount == 0 && rig.output.skippedAudioFrameCount == 0)
    }
  }

  @Test(
    "Clock drift costs no sample", arguments: [5_000, -5_000] as [Double])
  func drift(partsPerMillion: Double) throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingFixture(faults: SyntheticSoundFaults(drift: partsPerMillion))
      rig.begin(folder.path("a.wav"))
      try rig.step(1_000)
      try rig.end()
      #expect(try RecordedSoundFile(folder.path("a.wav")).bytes == rig.bytes())
      #expect(rig.output.silentAudioFrameCount == 0)
    }
  }

  @Test(
    "Samples are written in their own format",
    arguments: [(.pcmFormatInt32, "wav"), (.pcmFormatFloat32, "wav")] as [(AudioCommonFormat, String)])
  func formats(format: AudioCommonFormat, ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      let rig = try SoundRecordingFixture(format)
      rig.begin(path)
      try rig.step(20)
      try rig.end()
      #expect(try RecordedSoundFile(path).bytes == rig.bytes())
    }
  }

  @Test("FLAC keeps the upper 24 bits of larger samples")
  func deepFLAC() throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingFixture(.pcmFormatInt32)
      rig.begin(folder.path("a.flac"))
      try rig.step(20)
      try rig.end()
      let file = try RecordedSoundFile(folder.path("a.flac"))
      let heard = try rig.bytes()
      #expect(file.frameCount == 20 * 480)
      let pairs = zip(file.bytes.wholeNumbers, heard.wholeNumbers)
      #expect(pairs.allSatisfy { $0 >> 8 == $1 >> 8 })
    }
  }

  @Test("Each file type can be played and has the correct duration", arguments: AudioContainer.available)
  func kinds(kind: AudioContainer) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("sound of any name")
      let rig = try SoundRecordingFixture()
      rig.session.startRunning()
      rig.output.startRecording(to: path, outputFileType: kind, recordingDelegate: rig.log)
      try rig.step(200)
      try rig.end()
      #expect(rig.log.events.all == [.started(path), .finished(path, nil)])
      let file = try RecordedSoundFile(path)
      #expect(kind.codecs.contains(file.info.codec), "\(file.info)")
      // Padding that an encoder adds after the sound is audible in some players.
      #expect((96_000...98_400).contains(file.frameCount), "\(file.frameCount)")
      #expect(rig.output.recordedDuration == MediaTime(value: 2, timescale: 1))
      #expect(rig.output.recordedFileSize >= (try FileManager.default.size(path)))
    }
  }

  @Test("WAVE, FLAC, MPEG-4 and Ogg are always available, MP3 if FFmpeg has an encoder")
  func available() {
    let kinds = AudioContainer.available
    #expect(kinds.filter { $0 != .mp3 } == [.wave, .flac, .m4a, .ogg])
    for kind in AudioContainer.allCases { #expect(AudioContainer(path: "a.\(kind.ending)") == kind) }
    #expect(AudioContainer(path: "a.mp4") == nil && AudioContainer(path: "wav") == nil)
  }

  @Test(
    "Files contain their title and date and, if supported, the recording device",
    arguments: AudioContainer.available,
    [FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")])
  func metadata(kind: AudioContainer, hasProgram: Bool) throws {
    guard hasProgram else { return }
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(kind.ending)")
      let rig = try SoundRecordingFixture()
      rig.output.fileMetadata.title = "A talk"
      rig.begin(path)
      try rig.step(10)
      try rig.end()
      let tags = try Command(at: "/usr/bin/ffprobe").run([
        "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default=nw=1", path,
      ]).text.lowercased()
      #expect(tags.contains("title=a talk\n") && tags.contains("date=20"), "\(tags)")
      let isOpen = [.flac, .ogg, .mp3].contains(kind)
      #expect(tags.contains("model=synthetic microphone\n") == isOpen, "\(tags)")
    }
  }

  @Test("A pause is removed exactly to the sample")
  func paused() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.wav")
      let rig = try SoundRecordingFixture()
      var expected = Data()
      var before = 0
      rig.begin(path)
      for _ in 0..<4 {
        try rig.step(31)
        expected.append(try rig.bytes().dropFirst(before))
        rig.output.pauseRecording()
        #expect(rig.output.isRecordingPaused)
        try rig.step(17)
        before = try rig.bytes().count
        rig.output.resumeRecording()
      }
      try rig.end()
      #expect(rig.log.events.all.count { $0 == .paused } == 4)
      #expect(rig.log.events.all.count { $0 == .resumed } == 4)
      #expect(try RecordedSoundFile(path).bytes == expected)
    }
  }

  @Test("A recording ends at its maximum duration exactly to the sample")
  func durationLimit() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.wav")
      let rig = try SoundRecordingFixture()
      rig.output.maxRecordedDuration = MediaTime(value: 12_345, timescale: 48_000)
      rig.begin(path)
      try rig.step(100)
      try rig.log.waitForEnd()
      #expect(rig.log.events.all == [.started(path), .finished(path, .maximumDurationReached)])
      #expect(rig.log.errors.all.first??.recordingSuccessfullyFinished == true)
      #expect(try RecordedSoundFile(path).bytes == rig.bytes().prefix(12_345 * 4))
    }
  }

  @Test("A file never exceeds its size limit and can be played", arguments: AudioContainer.available)
  func sizeLimit(kind: AudioContainer) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(kind.ending)")
      let rig = try SoundRecordingFixture()
      rig.output.maxRecordedFileSize = 100_000
      rig.begin(path)
      try rig.step(1_200)
      try rig.log.waitForEnd()
      #expect(rig.log.events.all.last == .finished(path, .maximumFileSizeReached))
      let size = try FileManager.default.size(path)
      #expect(size <= 100_000 && size > 60_000, "\(size)")
      #expect(try RecordedSoundFile(path).frameCount > 19_000)
    }
  }

  @Test("A recording ends when the disk has less than the minimum free space")
  func fullDisk() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.wav")
      let rig = try SoundRecordingFixture()
      rig.output.minFreeDiskSpaceLimit = .max
      rig.begin(path)
      try rig.step(100)
      try rig.log.waitForEnd()
      #expect(rig.log.events.all == [.started(path), .finished(path, .diskFull)])
      #expect(try RecordedSoundFile(path).frameCount > 0)
    }
  }

  @Test("Sound that the microphone lost is replaced by silence of the same length and counted")
  func gap() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.wav")
      let rig = try SoundRecordingFixture()
      rig.begin(path)
      try rig.step(50)
      let before = try rig.bytes()
      rig.microphone.inject(.gap(count: 3))
      try rig.step(50)
      try rig.end()
      let file = try RecordedSoundFile(path)
      var expected = before
      expected.append(Data(repeating: 0, count: 3 * 480 * 4))
      expected.append(try rig.bytes().dropFirst(before.count))
      #expect(file.bytes == expected)
      #expect(rig.output.silentAudioFrameCount == 3 * 480)
    }
  }

  @Test("A lost microphone ends the recording with its error and a complete file")
  func lost() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.flac")
      let rig = try SoundRecordingFixture()
      rig.begin(path)
      try rig.step(50)
      rig.microphone.inject(.vanish)
      rig.microphone.step()
      try rig.log.waitForEnd()
      #expect(rig.log.events.all.last == .finished(path, .deviceDisconnected))
      #expect(try RecordedSoundFile(path).bytes == rig.bytes())
    }
  }

  @Test("A recording that cannot start is reported as finished exactly once")
  func refused() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.xyz")
      let taken = folder.path("a.wav")
      folder.file("a.wav", Array("mine".utf8))
      let rig = try SoundRecordingFixture()
      rig.output.startRecording(to: taken, recordingDelegate: rig.log)
      try rig.log.waitForEnd()
      rig.session.startRunning()
      rig.output.startRecording(to: path, recordingDelegate: rig.log)
      try rig.log.waitForEnd(2)
      rig.output.startRecording(to: taken, recordingDelegate: rig.log)
      try rig.step(1)
      try rig.log.waitForEnd(3)
      rig.output.settings = AudioWritingOptions(codec: .aac)
      rig.output.startRecording(to: folder.path("b.wav"), recordingDelegate: rig.log)
      try rig.step(1)
      try rig.log.waitForEnd(4)
      #expect(
        rig.log.events.all == [
          .finished(taken, .sessionNotRunning), .finished(path, .unsupportedRecording),
          .finished(taken, .fileAlreadyExists), .finished(folder.path("b.wav"), .unsupportedRecording),
        ])
    }
  }

  @Test("A second file requested before the first sound begins with the first sound")
  func switchedAtOnce() throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingFixture()
      rig.begin(folder.path("a.wav"))
      rig.output.startRecording(to: folder.path("b.wav"), recordingDelegate: rig.log)
      try rig.step(10)
      rig.output.stopRecording()
      try rig.log.waitForEnd(2)
      #expect(rig.log.events.all.first == .finished(folder.path("a.wav"), .noDataCaptured))
      #expect(try RecordedSoundFile(folder.path("b.wav")).bytes == rig.bytes())
    }
  }

  @Test("A sound recording allows changes of the video format")
  func unsteady() throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingFixture()
      rig.begin(folder.path("a.wav"))
      #expect(rig.output.isRecording && !rig.output.link.needsSteadyFormat)
      try rig.step(1)
      try rig.end()
    }
  }
}

extension AudioContainer {
  /// The file extension.
  fileprivate var ending: String {
    switch self {
    case .wave: "wav"
    case .flac: "flac"
    case .m4a: "m4a"
    case .ogg: "opus"
    case .mp3: "mp3"
    }
  }
}

extension FileManager {
  fileprivate func size(_ path: String) throws -> Int64 {
    try #require(try attributesOfItem(atPath: path)[.size] as? Int64)
  }
}

extension Data {
  fileprivate var wholeNumbers: [Int32] { withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) } }
}
