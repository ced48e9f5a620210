import OpenCaptureFlow
import CaptureFixtures
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
@testable import OpenCaptureSession
import Dispatch
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("CaptureVideoDataOutput")
struct VideoDataOutputTests {
  @Test("A slow consumer receives the newest frame, and every other frame is reported and counted as late")
  func late() throws {
    let gate = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    let it = try SteppedSession(
      log: VideoLog { _ in
        entered.signal()
        gate.wait()
      })
    for round in 0..<100 {
      it.camera.step()
      try entered.wait(for: "a frame")
      // Ten frames arrive while the consumer processes one.
      it.camera.step(9)
      gate.signal()
      try entered.wait(for: "the newest frame")
      gate.signal()
      try it.settle()
      #expect(it.log.numbers.last == UInt64(round * 10 + 9))
    }
    #expect(it.log.frames.count == 200)
    #expect(it.log.droppedCount == 800)
    #expect(
      it.log.drops.all.allSatisfy { $0.sample.bufferAttachments[.droppedFrameReason] == .string("FrameWasLate") })
    let statistics = it.output.statistics
    #expect(statistics.deliveredCount == 200)
    #expect(statistics.dropped.late == 800 && statistics.dropped.total == 800)
  }

  @Test("The drops of a sequence stay counted after the sequence was deallocated")
  func pastSequences() async throws {
    let it = try SteppedSession(log: VideoLog { _ in })
    it.output.setSampleBufferDelegate(nil, queue: nil)
    do {
      let frames = it.output.sampleBuffers
      it.camera.step(5)
      var iterator = frames.makeAsyncIterator()
      #expect(try await iterator.next()?.sequenceNumber == 4)
    }
    let statistics = it.output.statistics
    #expect(statistics.deliveredCount == 1)
    #expect(statistics.dropped.late == 4)
  }

  @Test("If late frames are kept, frames beyond the limit are dropped")
  func bounded() throws {
    let gate = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    let it = try SteppedSession(
      log: VideoLog { _ in
        entered.signal()
        gate.wait()
      })
    it.output.alwaysDiscardsLateVideoFrames = false
    it.camera.step()
    try entered.wait(for: "the first frame")
    // The camera's own buffers run out first.
    let limit = CaptureVideoDataOutput.waitingFrameLimit
    it.camera.step(20)
    for _ in 0..<limit { gate.signal() }
    for _ in 0..<20 { gate.signal() }
    try it.settle()
    let numbers = it.log.numbers
    #expect(numbers == numbers.sorted())
    #expect(Array(numbers.prefix(4)) == [0, 1, 2, 3])
    #expect(it.log.frames.count <= limit + 1)
  }

  @Test("Frames lost by the camera are reported as a discontinuity with their number")
  func gaps() throws {
    let it = try SteppedSession(faults: SyntheticFaults(scheduled: [2: .drop, 3: .drop, 5: .drop]))
    try it.step(7)
    #expect(it.log.numbers == [0, 1, 4, 6])
    #expect(it.output.statistics.dropped.discontinuity == 3)
    #expect(it.log.droppedCount == 3)
  }

  @Test("If half of the frames are lost, each lost frame is counted")
  func dropRate() throws {
    let it = try SteppedSession(faults: SyntheticFaults(dropRate: 0.5, seed: 7))
    try it.step(200)
    let last = try #require(it.log.numbers.last)
    let first = try #require(it.log.numbers.first)
    #expect(it.log.frames.count + it.output.statistics.dropped.discontinuity == Int(last - first) + 1)
    #expect((60...140).contains(it.log.frames.count))
  }

  @Test("A damaged frame is delivered with an attachment")
  func damage() throws {
    let it = try SteppedSession(faults: SyntheticFaults(scheduled: [1: .damage]))
    try it.step(3)
    #expect(
      it.log.frames.all.map { $0.sample.bufferAttachments[.isDamaged] == .bool(true) } == [false, true, false])
  }

  @Test("Requested pixels have the requested format and size and are upright")
  func settings() throws {
    let kept = Log<SampleBuffer>()
    let it = try SteppedSession(log: VideoLog { kept.append($0) })
    it.output.settings = VideoSettings(
      pixelFormat: .bgra, dimensions: VideoDimensions(width: 120, height: 160))
    let connection = try #require(it.output.connection(with: .video))
    connection.videoRotation = .degrees90
    try it.step()
    let sample = try #require(kept.all.first)
    #expect(sample.format.pixelFormat == .bgra)
    #expect(sample.format.videoDimensions == VideoDimensions(width: 120, height: 160))
    #expect(sample.orientation == .up)
  }

  @Test("A delegate that retains all converted images receives no more, and the drops are reported")
  func exhaustedPool() throws {
    let kept = Log<SampleBuffer>()
    let it = try SteppedSession(log: VideoLog { kept.append($0) })
    it.output.settings = VideoSettings(pixelFormat: .bgra, dimensions: VideoDimensions(width: 32, height: 24))
    try it.step(30)
    #expect(kept.count == 16)
    #expect(it.output.statistics.dropped.outOfBuffers == 14)
    #expect(it.log.drops.all.last?.sample.bufferAttachments[.droppedFrameReason] == .string("OutOfBuffers"))
  }

  @Test("Without requested pixels, frames are not rotated and carry their orientation")
  func orientation() throws {
    let kept = Log<SampleBuffer>()
    let it = try SteppedSession(log: VideoLog { kept.append($0) })
    let connection = try #require(it.output.connection(with: .video))
    connection.videoRotation = .degrees90
    connection.isVideoMirrored = true
    try it.step()
    let sample = try #require(kept.all.first)
    #expect(sample.orientation == ImageOrientation.right.then(.upMirrored))
    #expect(sample.format.videoDimensions == VideoDimensions(width: 320, height: 240))
    #expect(VideoRotation(rawValue: 45) == nil)
    #expect(connection.videoRotation == .degrees90)
    #expect(connection.videoOrientation == .portrait)
    connection.videoOrientation = .landscapeLeft
    #expect(connection.videoRotation == .degrees180)
  }

  @Test("Frames are rotated without a requested format if rotatesPixels is set")
  func rotation() throws {
    let kept = Log<SampleBuffer>()
    let it = try SteppedSession(log: VideoLog { kept.append($0) })
    it.output.settings.rotatesPixels = true
    let connection = try #require(it.output.connection(with: .video))
    for rotation in [VideoRotation.degrees0, .degrees90] {
      connection.videoRotation = rotation
      try it.step()
    }
    let sizes = kept.all.map(\.format.videoDimensions)
    #expect(sizes == [VideoDimensions(width: 320, height: 240), VideoDimensions(width: 240, height: 320)])
    #expect(kept.all.allSatisfy { $0.orientation == .up })
  }

  @Test("A loop receives the newest frame and ends when the session stops")
  func sequence() async throws {
    let it = try SteppedSession()
    let frames = it.output.sampleBuffers
    it.camera.step(5)
    var iterator = frames.makeAsyncIterator()
    #expect(try await iterator.next()?.sequenceNumber == 4)
    it.camera.step()
    #expect(try await iterator.next()?.sequenceNumber == 5)
    it.session.stopRunning()
    #expect(try await iterator.next() == nil)
  }

  @Test("A loop ends when its task is cancelled")
  func cancellation() async throws {
    let it = try SteppedSession()
    let frames = it.output.sampleBuffers
    let task = Task {
      var count = 0
      for try await _ in frames { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await task.value == 0)
  }

  @Test("A source that can wait is blocked instead of losing frames, and released when the session stops")
  func backPressure() throws {
    let gate = DispatchSemaphore(value: 0)
    let log = VideoLog { _ in gate.wait() }
    let session = CaptureSession()
    let output = CaptureVideoDataOutput()
    let file = WaitingSource(frameCount: 40)
    output.alwaysDiscardsLateVideoFrames = false
    output.setSampleBufferDelegate(log, queue: DispatchQueue(label: "test"))
    try session.add(file)
    try session.add(output)
    session.startRunning()
    for _ in 0..<30 { gate.signal() }
    try log.frames.wait(for: "30 frames") { $0.count >= 30 }
    session.stopRunning()
    for _ in 0..<40 { gate.signal() }
    #expect(output.statistics.dropped.total == 0)
    #expect(log.numbers.prefix(30) == Array(0..<30)[...])
  }
}

/// A source that can wait without losing frames, like a file.
final class WaitingSource: CaptureInput {
  let name = "file"
  let ports = [CaptureInputPort(.video)]
  let canWait = true
  private let frameCount: Int

  init(frameCount: Int) { self.frameCount = frameCount }

  func configuration(for selection: FormatSelection?) -> CaptureStreamConfiguration {
    CaptureStreamConfiguration(
      formatDescription: FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2)))
  }

  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    let count = frameCount
    var number = 0
    return try PacedStream(configuration, of: name, through: ports[0], to: sink, pacing: .unpaced) {
      defer { number += 1 }
      guard number < count, let picture = try? PixelBuffer(format: .grey, width: 2, height: 2) else { return nil }
      return SampleBuffer(pixelBuffer: picture, sequenceNumber: UInt64(number))
    }
  }
}
