@testable import OpenCaptureRecording
import CaptureFixtures
import Dispatch
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession
import Testing

@Suite("A camera that is lost while its pictures wait") struct LostCameraTests {
  private static let size = VideoDimensions(width: 320, height: 240)
  private static let frameCount = 11

  /// Records frames of a camera that is gone before the sixth is decoded, with five behind it.
  private func record(_ path: String, grace: UInt64) throws -> (log: RecordingLog, output: CaptureMovieFileOutput) {
    let (description, decoder) = (FormatDescription(codec: .jpeg, dimensions: Self.size), HeldDecoder(holding: 5))
    let (camera, session, output, log) = (
      FrameCamera(description), CaptureSession(), CaptureMovieFileOutput(), RecordingLog()
    )
    try session.addInput(CaptureDeviceInput(device: CaptureDevice(camera)))
    try session.addOutput(output)
    output.recording.grace = grace
    session.startRunning()
    output.startRecording(to: path, recordingDelegate: log)
    for frame in 0..<Self.frameCount {
      if frame <= 5 { try TimedOut.unless("there is room for a picture") { output.waitForRoom(until: $0) } }
      let timing = SampleTiming(
        presentationTimeStamp: MediaTime(value: Int64(frame), timescale: 25),
        duration: MediaTime(value: 1, timescale: 25))
      camera.deliver(
        SampleBuffer(
          dataBuffer: try DataBuffer(copying: [UInt8(frame)].span.bytes), formatDescription: description,
          decoder: decoder, timing: timing))
      if frame == 5 { try decoder.isHolding.wait(for: "the frame to be decoded") }
    }
    camera.vanish()
    // Behind what the session does about it.
    session.beginConfiguration()
    try session.commitConfiguration()
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

  @Test("What there is time for is in the movie", arguments: ["mov", "mkv"])
  func inTime(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      let (log, output) = try record(path, grace: 600_000_000_000)
      #expect(log.events.all == [.started(path), .finished(path, .deviceDisconnected)])
      #expect(output.recordedFrameCount == Self.frameCount && output.lateFrameCount == 0)
      #expect(try pictureCount(path) == Self.frameCount)
    }
  }

  @Test(
    "An encoder that is slow holds up nobody: what it hasn't come to is left out, and counted",
    arguments: ["mov", "mkv"])
  func tooSlow(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      let (log, output) = try record(path, grace: 0)
      #expect(log.events.all == [.started(path), .finished(path, .deviceDisconnected)])
      #expect(log.errors.all.first??.recordingSuccessfullyFinished == true)
      #expect(output.recordedFrameCount + output.lateFrameCount == Self.frameCount)
      #expect((1...6).contains(output.recordedFrameCount), "\(output.recordedFrameCount)")
      #expect(try pictureCount(path) == output.recordedFrameCount)
    }
  }
}

/// Draws frames by their numbers, of which one isn't begun before that is allowed.
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
      try mayGoOn.wait(for: "the camera to be gone")
    }
    return try scene.picture(Int(frame), as: format)
  }
}
