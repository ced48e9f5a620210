import Fixtures
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Recording sound alone") struct SoundRecordingTests {
  @Test("Over three files not a sample is missing, nor another one", arguments: ["wav", "flac"])
  func exact(ending: String) throws {
    try TemporaryFolder.with { folder in
      let paths = (0..<3).map { folder.path("\($0).\(ending)") }
      let rig = try SoundRecordingRig()
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
    "A clock that is wrong costs no sample", arguments: [5_000, -5_000] as [Double])
  func drift(partsPerMillion: Double) throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingRig(faults: SyntheticSoundFaults(drift: partsPerMillion))
      rig.begin(folder.path("a.wav"))
      try rig.step(1_000)
      try rig.end()
      #expect(try RecordedSoundFile(folder.path("a.wav")).bytes == rig.bytes())
      #expect(rig.output.silentAudioFrameCount == 0)
    }
  }

  @Test(
    "Samples are written as they are stored",
    arguments: [(.pcmFormatInt32, "wav"), (.pcmFormatFloat32, "wav")] as [(AudioCommonFormat, String)])
  func formats(format: AudioCommonFormat, ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      let rig = try SoundRecordingRig(format)
      rig.begin(path)
      try rig.step(20)
      try rig.end()
      #expect(try RecordedSoundFile(path).bytes == rig.bytes())
    }
  }

  @Test("FLAC keeps the upper 24 bits of more")
  func deepFLAC() throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingRig(.pcmFormatInt32)
      rig.begin(folder.path("a.flac"))
      try rig.step(20)
      try rig.end()
      let (file, heard) = (try RecordedSoundFile(folder.path("a.flac")), try rig.bytes())
      #expect(file.frameCount == 20 * 480)
      let pairs = zip(file.bytes.wholeNumbers, heard.wholeNumbers)
      #expect(pairs.allSatisfy { $0 >> 8 == $1 >> 8 })
    }
  }

  @Test("Each kind of file can be heard, and lasts as long as it should", arguments: AudioContainer.available)
  func kinds(kind: AudioContainer) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("sound of any name")
      let rig = try SoundRecordingRig()
      rig.session.startRunning()
      rig.output.startRecording(to: path, outputFileType: kind, recordingDelegate: rig.log)
      try rig.step(200)
      try rig.end()
      #expect(rig.log.events.all == [.started(path), .finished(path, nil)])
      let file = try RecordedSoundFile(path)
      #expect(kind.codecs.contains(file.info.codec), "\(file.info)")
      // What encoders put behind the sound can be heard in some players.
      #expect((96_000...98_400).contains(file.frameCount), "\(file.frameCount)")
      #expect(rig.output.recordedDuration == MediaTime(value: 2, timescale: 1))
      #expect(rig.output.recordedFileSize >= (try FileManager.default.size(path)))
    }
  }

  @Test("WAVE, FLAC, MPEG-4 and Ogg can always be written, MP3 where FFmpeg has an encoder")
  func available() {
    let kinds = CaptureAudioFileOutput.availableOutputFileTypes()
    #expect(kinds.filter { $0 != .mp3 } == [.wave, .flac, .m4a, .ogg])
    for kind in AudioContainer.allCases { #expect(AudioContainer(path: "a.\(kind.ending)") == kind) }
    #expect(AudioContainer(path: "a.mp4") == nil && AudioContainer(path: "wav") == nil)
  }

  @Test(
    "Files say what they are, and what recorded them where they can", arguments: AudioContainer.available,
    [FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")])
  func metadata(kind: AudioContainer, hasProgram: Bool) throws {
    guard hasProgram else { return }
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(kind.ending)")
      let rig = try SoundRecordingRig()
      rig.output.metadata.title = "A talk"
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

  @Test("What is paused is left out, to the sample")
  func paused() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.wav")
      let rig = try SoundRecordingRig()
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

  @Test("It lasts as long as it may, to the sample")
  func durationLimit() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.wav")
      let rig = try SoundRecordingRig()
      rig.output.maxRecordedDuration = MediaTime(value: 12_345, timescale: 48_000)
      rig.begin(path)
      try rig.step(100)
      try rig.log.waitForEnd()
      #expect(rig.log.events.all == [.started(path), .finished(path, .maximumDurationReached)])
      #expect(rig.log.errors.all.first??.recordingSuccessfullyFinished == true)
      #expect(try RecordedSoundFile(path).bytes == rig.bytes().prefix(12_345 * 4))
    }
  }

  @Test("It never becomes larger than it may, and can be heard", arguments: AudioContainer.available)
  func sizeLimit(kind: AudioContainer) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(kind.ending)")
      let rig = try SoundRecordingRig()
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

  @Test("Less room on the disk than is to be left ends it")
  func fullDisk() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.wav")
      let rig = try SoundRecordingRig()
      rig.output.minFreeDiskSpaceLimit = .max
      rig.begin(path)
      try rig.step(100)
      try rig.log.waitForEnd()
      #expect(rig.log.events.all == [.started(path), .finished(path, .diskFull)])
      #expect(try RecordedSoundFile(path).frameCount > 0)
    }
  }

  @Test("What the microphone lost is silence, as long as it was, and counted")
  func gap() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.wav")
      let rig = try SoundRecordingRig()
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

  @Test("A lost microphone ends it with its error, whole")
  func lost() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.flac")
      let rig = try SoundRecordingRig()
      rig.begin(path)
      try rig.step(50)
      rig.microphone.inject(.vanish)
      rig.microphone.step()
      try rig.log.waitForEnd()
      #expect(rig.log.events.all.last == .finished(path, .deviceDisconnected))
      #expect(try RecordedSoundFile(path).bytes == rig.bytes())
    }
  }

  @Test("What can't be recorded is told of once, at the end")
  func refused() throws {
    try TemporaryFolder.with { folder in
      let (path, taken) = (folder.path("a.xyz"), folder.path("a.wav"))
      folder.file("a.wav", Array("mine".utf8))
      let rig = try SoundRecordingRig()
      rig.output.startRecording(to: taken, recordingDelegate: rig.log)
      try rig.log.waitForEnd()
      rig.session.startRunning()
      rig.output.startRecording(to: path, recordingDelegate: rig.log)
      try rig.log.waitForEnd(2)
      rig.output.startRecording(to: taken, recordingDelegate: rig.log)
      try rig.step(1)
      try rig.log.waitForEnd(3)
      rig.output.audioSettings = AudioWritingOptions(codec: .aac)
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

  @Test("Another file that is asked for before any sound came begins with the first")
  func switchedAtOnce() throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingRig()
      rig.begin(folder.path("a.wav"))
      rig.output.startRecording(to: folder.path("b.wav"), recordingDelegate: rig.log)
      try rig.step(10)
      rig.output.stopRecording()
      try rig.log.waitForEnd(2)
      #expect(rig.log.events.all.first == .finished(folder.path("a.wav"), .noDataCaptured))
      #expect(try RecordedSoundFile(folder.path("b.wav")).bytes == rig.bytes())
    }
  }

  @Test("A recording of sound lets pictures change")
  func unsteady() throws {
    try TemporaryFolder.with { folder in
      let rig = try SoundRecordingRig()
      rig.begin(folder.path("a.wav"))
      #expect(rig.output.isRecording && !rig.output.link.needsSteadyFormat)
      try rig.step(1)
      try rig.end()
    }
  }
}

extension AudioContainer {
  /// How names of its files end.
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
