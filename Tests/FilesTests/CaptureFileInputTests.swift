import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
@testable import OpenCaptureFiles
import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import Testing

@Suite("File inputs of a session")
struct CaptureFileInputTests {
  private func movie(_ path: String, frames: Int) throws {
    let scene = MovingPicture(VideoDimensions(width: 64, height: 48))
    func sample(_ index: Int) throws -> SampleBuffer {
      try scene.sample(index, at: MediaTime(value: Int64(index), timescale: 30))
    }
    let writer = try MovieWriter(path, for: sample(0), options: MovieWritingOptions(codec: .jpeg))
    for index in 0..<frames { try writer.append(sample(index)) }
    try writer.finish()
  }

  private func session(_ input: any CaptureInput, _ output: CaptureVideoDataOutput) throws -> CaptureSession {
    let session = CaptureSession()
    output.alwaysDiscardsLateVideoFrames = false
    try session.add(input)
    try session.add(output)
    return session
  }

  /// A delegate that blocks until the file would be far ahead without back-pressure.
  private final class SlowDelegate: CaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let sent: Log<MediaTime>
    let times = Log<MediaTime>()
    let drops = Locked(0)

    init(sent: Log<MediaTime>) { self.sent = sent }

    func captureOutput(
      _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
    ) {
      // One frame at the delegate, a full queue, and one frame without room.
      let limit = CaptureVideoDataOutput.waitingFrameLimit + 2
      if times.count == 0 { try? sent.wait(for: "more frames than there is room for") { $0.count >= limit } }
      times.append(sampleBuffer.presentationTimeStamp)
    }

    func captureOutput(
      _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
    ) { drops.withLock { $0 += 1 } }
  }

  private func times(_ count: Int) -> [MediaTime] {
    (0..<count).map { MediaTime(value: Int64($0), timescale: 30) }
  }

  /// Waits until the session stops by itself.
  private func end(of session: CaptureSession) async {
    for await isRunning in session.isRunningUpdates where !isRunning { return }
  }

  @Test("A slow delegate receives every frame of a movie in order, and then the session stops")
  func everyFrame() async throws {
    try await TemporaryFolder.with { folder in
      try movie(folder.path("a.mp4"), frames: 60)
      let input = WatchedInput(try CaptureFileInput(movie: folder.path("a.mp4")))
      let output = CaptureVideoDataOutput()
      let slow = SlowDelegate(sent: input.sent)
      let session = try session(input, output)
      output.setSampleBufferDelegate(slow, queue: nil)
      let events = session.events
      try await session.start()
      var seen: [CaptureSession.Event] = []
      for await event in events {
        seen.append(event)
        if event == .didStopRunning { break }
      }
      #expect(seen == [.didStartRunning, .didStopRunning])
      // The delegate received the last frame before the event.
      #expect(slow.times.all == times(60))
      #expect(slow.drops.withLock { $0 } == 0 && output.statistics.dropped.total == 0)
      #expect(!session.isRunning)
    }
  }

  @Test("The end of a movie ends the sequence, and a restarted session plays the movie again")
  func again() async throws {
    try await TemporaryFolder.with { folder in
      try movie(folder.path("a.mp4"), frames: 25)
      let output = CaptureVideoDataOutput()
      let session = try session(CaptureFileInput(movie: folder.path("a.mp4")), output)
      for _ in 0..<2 {
        let samples = output.sampleBuffers
        try await session.start()
        var seen: [MediaTime] = []
        for try await sample in samples { seen.append(sample.presentationTimeStamp) }
        #expect(seen == times(25))
        await end(of: session)
      }
      #expect(output.statistics.dropped.total == 0)
    }
  }

  @Test("Stopping a session ends the wait of a file without consumers")
  func stopping() async throws {
    try await TemporaryFolder.with { folder in
      try movie(folder.path("a.mp4"), frames: 60)
      let output = CaptureVideoDataOutput()
      let session = try session(CaptureFileInput(movie: folder.path("a.mp4")), output)
      var samples = output.sampleBuffers.makeAsyncIterator()
      try await session.start()
      #expect(try await samples.next()?.presentationTimeStamp == .zero)
      await session.stop()
      #expect(!session.isRunning)
    }
  }

  @Test("A released session releases a file that waits for consumers")
  func lettingGo() async throws {
    try await TemporaryFolder.with { folder in
      try movie(folder.path("a.mp4"), frames: 60)
      let output = CaptureVideoDataOutput()
      let samples = output.sampleBuffers
      let input = WatchedInput(try CaptureFileInput(movie: folder.path("a.mp4")))
      let limit = CaptureVideoDataOutput.waitingFrameLimit
      let isGone: @Sendable () -> Bool
      do {
        let session = try session(input, output)
        isGone = { [weak session] in session == nil }
        session.startRunning()
        try input.sent.wait(for: "one frame more than there is room for") { $0.count > limit }
      }
      // Threads of the session may hold it a moment longer.
      while !isGone() { await Task.yield() }
      var count = 0
      for try await _ in samples { count += 1 }
      #expect(count <= limit)
    }
  }

  @Test("Pictures are delivered in order with the requested duration")
  func pictures() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["a.pgm", "b.pgm", "c.pgm"] {
        var picture = try PixelBuffer(format: .grey, width: 8, height: 8)
        try picture.withUnsafeMutablePlane(0) { bytes in for index in bytes.indices { bytes[index] = 7 } }
        folder.file(name, PNM.bytes(picture))
      }
      let output = CaptureVideoDataOutput()
      let duration = MediaTime(value: 1, timescale: 2)
      let input = try CaptureFileInput(pictures: ["a", "b", "c"].map { folder.path("\($0).pgm") }, each: duration)
      let session = try session(input, output)
      let samples = output.sampleBuffers
      try await session.start()
      var seen: [Double] = []
      for try await sample in samples { seen.append(sample.presentationTimeStamp.seconds) }
      #expect(seen == [0, 0.5, 1])
    }
  }

  @Test("A stepped file delivers one sample per step, on the calling thread, and ends after the last")
  func stepped() throws {
    var picture = try PixelBuffer(format: .grey, width: 8, height: 8)
    try picture.withUnsafeMutablePlane(0) { bytes in for index in bytes.indices { bytes[index] = 7 } }
    let encoded = try EncodedPicture(copying: PNM.bytes(picture).span.bytes)
    let input = try CaptureFileInput(encoded, decodedTo: .grey, pacing: .stepped)
    let session = CaptureSession()
    let output = ThreadOutput()
    try session.add(input)
    try session.add(output)
    #expect(!input.step())
    session.startRunning()
    #expect(output.threads.withLock { $0 }.isEmpty)
    #expect(input.step())
    #expect(output.threads.withLock { $0 } == [pthread_self()])
    #expect(!input.step())
    #expect(!input.step())
  }

  /// An output that records the threads on which samples arrive.
  private final class ThreadOutput: CaptureOutput, SampleReceiver {
    let link = CaptureOutputLink()
    let threads = Locked<[pthread_t]>([])
    var receivers: [any SampleReceiver] { [self] }

    func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
      threads.withLock { $0.append(pthread_self()) }
    }
    func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}
    func finish(_ connection: CaptureConnection) {}
    func discard(from connections: [CaptureConnection]) {}
    func end(_ error: CaptureError?) {}
  }

  @Test("A missing file throws at once; a file damaged later ends the sequence with an error that names it")
  func broken() async throws {
    try await TemporaryFolder.with { folder in
      let missing = #expect(throws: CaptureError.self) { try CaptureFileInput(movie: folder.path("none.mp4")) }
      #expect(missing?.code == .mediaFailed && missing?.description.contains("none.mp4") == true)
      var picture = try PixelBuffer(format: .grey, width: 8, height: 8)
      try picture.withUnsafeMutablePlane(0) { bytes in for index in bytes.indices { bytes[index] = 7 } }
      folder.file("a.pgm", PNM.bytes(picture))
      folder.file("b.pgm", Array("nothing".utf8))
      let output = CaptureVideoDataOutput()
      let session = try session(CaptureFileInput(pictures: [folder.path("a.pgm"), folder.path("b.pgm")]), output)
      let samples = output.sampleBuffers
      try await session.start()
      var count = 0
      let error = await #expect(throws: CaptureError.self) { for try await _ in samples { count += 1 } }
      #expect(error?.code == .mediaFailed && error?.subject.hasSuffix("b.pgm") == true)
      #expect(error?.reason == "not a picture in a known format")
      #expect(count == 1)
    }
  }
}
