@testable import OpenCaptureRecording
import CaptureFixtures
import Dispatch
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession
import Testing

@Suite("Losing a camera while frames wait for the encoder") struct LostCameraTests {
  private static let size = VideoDimensions(width: 320, height: 240)
  private static let frameCount = 11

  /// Records 11 frames of a camera that disconnects before the decoding of the sixth, while five more wait.
  private func record(_ path: String, lossTimeout: UInt64) throws -> (
    log: RecordingLog, output: CaptureMovieFileOutput
  ) {
    let description = FormatDescription(codec: .jpeg, dimensions: Self.size)
    let decoder = HeldDecoder(holding: 5)
    let camera = FrameCamera(description)
    let session = CaptureSession()
    let output = CaptureMovieFileOutput()
    let log = RecordingLog()
    try session.add(CaptureDeviceInput(device: CaptureDevice(camera)))
    try session.add(output)
    output.recording.lossTimeout = lossTimeout
    session.startRunning()
    output.startRecording(to: path, recordingDelegate: log)
    for frame in 0..<Self.frameCount {
      if frame <= 5 { try TimedOut.unless("the recorder has room") { output.waitForRoom(until: $0) } }
      let timing = SampleTiming(
        presentationTimeStamp: MediaTime(value: Int64(frame), timescale: 25),
        duration: MediaTime(value: 1, timescale: 25))
      camera.deliver(
        SampleBuffer(
          data: try DataBuffer(copying: [UInt8(frame)].span.bytes), format: description,
          decoder: decoder, timing: timing))
      if frame == 5 { try decoder.isHolding.wait(for: "the frame to be decoded") }
    }
    camera.vanish()
    // These calls return after the session has handled the disconnection.
    session.beginConfiguration()
    try session.commit()
    decoder.mayGoOn.signal()
    try log.waitForEnd()
    session.stopRunning()
    return (log, output)
  }

  private func pictureCount(_ path: String) throws -> Int {
    let movie = try MovieReader(contentsOf: path)
    var count = 0
    while try movie.nextSample() != nil { count += 1 }
    return count
  }

  @Test("Waiting frames are recorded if there is enough time", arguments: ["mov", "mkv"])
  func inTime(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      let (log, output) = try record(path, lossTimeout: 600_000_000_000)
      #expect(log.events.all == [.started(path), .finished(path, .deviceDisconnected)])
      #expect(output.recordedFrameCount == Self.frameCount && output.lateFrameCount == 0)
      #expect(try pictureCount(path) == Self.frameCount)
    }
  }

  @Test(
    "A slow encoder does not delay the end: frames not yet encoded are dropped and counted",
    arguments: ["mov", "mkv"])
  func tooSlow(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      let (log, output) = try record(path, lossTimeout: 0)
      #expect(log.events.all == [.started(path), .finished(path, .deviceDisconnected)])
      #expect(log.errors.all.first??.recordingSuccessfullyFinished == true)
      #expect(output.recordedFrameCount + output.lateFrameCount == Self.frameCount)
      #expect((1...6).contains(output.recordedFrameCount), "\(output.recordedFrameCount)")
      #expect(try pictureCount(path) == output.recordedFrameCount)
    }
  }
}

/// A decoder that draws frames by their numbers and blocks at one of them.
private final class HeldDecoder: ImageDecoder {
  let isHolding = DispatchSemaphore(value: 0)
  let mayGoOn = DispatchSemaphore(value: 0)
  private let held: UInt8
  private let scene = MovingPicture(VideoDimensions(width: 320, height: 240))

  init(holding held: UInt8) { self.held = held }

  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .grey) }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    let frame = data.withUnsafeBytes { $0.first ?? 0 }
    if frame == held {
      isHolding.signal()
      try mayGoOn.wait(for: "the disconnection of the camera")
    }
    return try scene.picture(Int(frame), as: format)
  }
}
