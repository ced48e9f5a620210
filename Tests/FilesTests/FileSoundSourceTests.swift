import Fixtures
import Foundation
import OpenCaptureFiles
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession
import OpenCaptureSystem
import Testing

@Suite("Sound of file inputs") struct FileSoundTests {
  /// Writes a movie at 30 frames per second with sound whose samples are numbered.
  private func movie(_ path: String, frames: Int) throws {
    let scene = MovingPicture(VideoDimensions(width: 64, height: 48))
    func sample(_ index: Int) throws -> SampleBuffer {
      try scene.sample(index, at: MediaTime(value: Int64(index), timescale: 30))
    }
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 1, interleaved: true)
    let sound = MovieAudio(format, options: AudioWritingOptions(codec: .linearPCM))
    let writer = try MovieWriter(
      path, for: sample(0), sound: sound, options: MovieWritingOptions(codec: .jpeg))
    for index in 0..<frames {
      try writer.append(sample(index))
      var buffer = try AudioBuffer(format: format, frameCapacity: 1_600)
      try buffer.setFrameCount(1_600)
      try buffer.withMutableSamples(Int16.self) { samples in
        for frame in 0..<1_600 { samples[frame] = Int16(truncatingIfNeeded: index * 1_600 + frame) }
      }
      let time = MediaTime(value: Int64(index * 1_600), timescale: 48_000)
      try writer.append(SampleBuffer(audioBuffer: buffer, presentationTimeStamp: time))
    }
    try writer.finish()
  }

  /// A delegate that records sound, and blocks at first until the file would be far ahead without back-pressure.
  private final class Listener: CaptureAudioDataOutputSampleBufferDelegate {
    let sent: Log<MediaTime>?
    let samples = Log<SampleBuffer>()
    let drops = Locked(0)

    init(sent: Log<MediaTime>? = nil) { self.sent = sent }

    func captureOutput(
      _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
    ) {
      let limit = CaptureAudioDataOutput.waitingSampleBufferLimit + 2
      if samples.count == 0 { try? sent?.wait(for: "more sound than there is room for") { $0.count >= limit } }
      samples.append(sampleBuffer)
    }

    func captureOutput(
      _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
    ) { drops.withLock { $0 += 1 } }

    /// The recorded samples; each buffer must start where the previous one ends.
    var numbers: [Int16] {
      get throws {
        var numbers: [Int16] = []
        var next = MediaTime.zero
        for sample in samples.all {
          #expect(sample.presentationTimeStamp == next)
          next = sample.presentationTimeStamp + sample.duration
          let buffer = try #require(sample.audioBuffer)
          try buffer.withSamples(Int16.self) { span in for index in span.indices { numbers.append(span[index]) } }
        }
        return numbers
      }
    }
  }

  private func numbers(_ count: Int) -> [Int16] { (0..<count).map { Int16(truncatingIfNeeded: $0) } }

  /// Runs a session until it stops by itself.
  private func run(_ session: CaptureSession) async throws {
    let updates = session.isRunningUpdates
    try await session.start()
    for await isRunning in updates where !isRunning { return }
  }

  @Test("All pictures and sound of a movie arrive with their times, and then the session stops")
  func both() async throws {
    try await TemporaryFolder.with { folder in
      try movie(folder.path("a.mov"), frames: 60)
      let input = try CaptureFileInput(movie: folder.path("a.mov"))
      #expect(input.ports.map(\.mediaType) == [.video, .audio])
      let session = CaptureSession()
      let pictures = CaptureVideoDataOutput()
      let sound = CaptureAudioDataOutput()
      pictures.alwaysDiscardsLateVideoFrames = false
      let listener = Listener()
      sound.setSampleBufferDelegate(listener, queue: nil)
      try session.add(input)
      try session.add(pictures)
      try session.add(sound)
      let frames = pictures.sampleBuffers
      let count = Task {
        var count = 0
        for try await _ in frames { count += 1 }
        return count
      }
      let levels = try #require(sound.connection(with: .audio))
      _ = levels.audioChannels
      try await run(session)
      #expect(try await count.value == 60)
      #expect(try listener.numbers == numbers(60 * 1_600))
      #expect(levels.audioChannels.count == 1)
      #expect(input.ports[1].formatDescription?.audioFormat?.sampleRate == 48_000)
    }
  }

  @Test("Sound waits for room in the queue and is never lost")
  func waiting() async throws {
    try await TemporaryFolder.with { folder in
      try movie(folder.path("a.mov"), frames: 450)
      let input = WatchedInput(try CaptureFileInput(movie: folder.path("a.mov")), kinds: [.audio])
      let session = CaptureSession()
      let sound = CaptureAudioDataOutput()
      let listener = Listener(sent: input.sent)
      sound.setSampleBufferDelegate(listener, queue: nil)
      try session.add(input)
      try session.add(sound)
      try await run(session)
      #expect(listener.samples.count > CaptureAudioDataOutput.waitingSampleBufferLimit + 2)
      #expect(try listener.numbers == numbers(450 * 1_600) && listener.drops.withLock { $0 } == 0)
    }
  }

  @Test("A stepped movie reads only the tracks with an output")
  func untaken() throws {
    try TemporaryFolder.with { folder in
      try movie(folder.path("a.mov"), frames: 5)
      for (output, kind) in [
        (CaptureVideoDataOutput(), MediaType.video), (CaptureAudioDataOutput(), .audio),
      ] as [(any CaptureOutput, MediaType)] {
        let input = try CaptureFileInput(movie: folder.path("a.mov"), pacing: .stepped)
        let session = CaptureSession()
        try session.add(input)
        try session.add(output)
        session.startRunning()
        var count = 0
        while input.step() { count += 1 }
        session.stopRunning()
        #expect(kind == .audio ? count > 5 : count == 5, "\(kind) \(count)")
      }
    }
  }

  @Test("A file with sound is an input; a file without sound is rejected")
  func soundFile() async throws {
    try await TemporaryFolder.with { folder in
      try movie(folder.path("a.mov"), frames: 10)
      let input = try CaptureFileInput(sound: folder.path("a.mov"))
      #expect(input.ports.map(\.mediaType) == [.audio])
      let session = CaptureSession()
      let sound = CaptureAudioDataOutput()
      let listener = Listener()
      sound.setSampleBufferDelegate(listener, queue: nil)
      try session.add(input)
      try session.add(sound)
      #expect(sound.connection(with: .audio)?.audioChannels.count == 1)
      try await run(session)
      #expect(try listener.numbers == numbers(16_000))
      folder.file("a.wav", Array("nothing".utf8))
      let error = #expect(throws: CaptureError.self) { try CaptureFileInput(sound: folder.path("a.wav")) }
      #expect(error?.code == .mediaFailed && error?.description.contains("a.wav") == true)
    }
  }

  @Test("An open movie delivers its sound from the beginning in each run")
  func opened() async throws {
    try await TemporaryFolder.with { folder in
      try movie(folder.path("a.mov"), frames: 10)
      let input = CaptureFileInput(try MovieReader(contentsOf: folder.path("a.mov")))
      let session = CaptureSession()
      let sound = CaptureAudioDataOutput()
      try session.add(input)
      try session.add(sound)
      for _ in 0..<2 {
        let listener = Listener()
        sound.setSampleBufferDelegate(listener, queue: nil)
        try await run(session)
        #expect(try listener.numbers == numbers(16_000))
      }
    }
  }
}
