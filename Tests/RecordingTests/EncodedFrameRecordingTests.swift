import CaptureFixtures
import Fixtures
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import Testing

@Suite("Recording encoded JPEG frames") struct EncodedFrameRecordingTests {
  private let frames = MotionJPEG()

  /// Records the frames of a JPEG camera, of which one is damaged, or without damage if the first `burst` arrive at
  /// once.
  private func record(
    _ path: String, count: Int, burst: Int = 0, _ configure: (CaptureMovieFileOutput, CaptureConnection) -> Void
  ) throws -> (log: RecordingLog, output: CaptureMovieFileOutput) {
    let camera = FrameCamera(frames.description)
    let session = CaptureSession()
    let output = CaptureMovieFileOutput()
    let log = RecordingLog()
    let device = CaptureDevice(camera)
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    try configure(output, #require(output.connection(with: .video)))
    session.startRunning()
    output.startRecording(to: path, recordingDelegate: log)
    let samples = try (0..<count).map { frame in
      let time = MediaTime(value: Int64(1_000 + frame), timescale: 25)
      return frame == 3 && burst == 0
        ? try frames.sample(of: [1, 2, 3], at: time) : try frames.sample(frame, at: time)
    }
    for (index, sample) in samples.enumerated() {
      if index >= burst { try TimedOut.unless("the recorder has room") { output.waitForRoom(until: $0) } }
      camera.deliver(sample)
    }
    output.stopRecording()
    try log.waitForEnd()
    session.stopRunning()
    return (log, output)
  }

  @Test(
    "The movie contains the camera's own bytes and its name",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
  func passed() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mov")
      let (log, output) = try record(path, count: 20) { output, connection in
        var options = MovieWritingOptions()
        options.passesEncodedFramesThrough = true
        output.setVideoSettings(options, for: connection)
        output.fileMetadata.title = "Passed through"
        output.fileMetadata.location = MediaLocation(latitude: 1, longitude: 2)
      }
      #expect(log.events.all == [.started(path), .finished(path, nil)])
      #expect(output.recordedFrameCount == 19 && output.damagedFrameCount == 1)
      let copied = try Command(at: "/usr/bin/ffmpeg").run([
        "-v", "error", "-i", path, "-c", "copy", "-f", "image2pipe", "-",
      ])
      #expect(try copied.output == (0..<20).filter { $0 != 3 }.flatMap { try frames.bytes($0) })
      let tags = try Command(at: "/usr/bin/ffprobe").run([
        "-v", "warning", "-show_entries", "format_tags", "-of", "default=nw=1", path,
      ]).text
      #expect(tags.contains("com.apple.quicktime.model=Frame Camera\n"))
      #expect(tags.contains("com.apple.quicktime.software=OpenCapture\n"))
      #expect(tags.contains("com.apple.quicktime.title=Passed through\n"))
      #expect(tags.contains("com.apple.quicktime.location.ISO6709=+01.0000+002.0000/\n"))
      #expect(tags.contains("com.apple.quicktime.creationdate=20"))
    }
  }

  @Test("If frames arrive faster than the file opens, the recording begins after the dropped frames")
  func opening() throws {
    // If the file opens during the burst, later frames of the burst are dropped, and the attempt proves nothing.
    for _ in 0..<20 where try openedBehindBurst() { return }
    Issue.record("none of 20 recordings began after the dropped frames")
  }

  /// Records a burst, and returns whether the file was opened after the burst or no frame was dropped.
  private func openedBehindBurst() throws -> Bool {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mov")
      let (log, output) = try record(path, count: 30, burst: 8) { _, _ in }
      #expect(log.events.all == [.started(path), .finished(path, nil)])
      let movie = try MovieReader(contentsOf: path)
      var times: [Double] = []
      while let sample = try movie.nextSample() { times.append(sample.presentationTimeStamp.seconds) }
      #expect(!times.isEmpty && times.count == output.recordedFrameCount)
      guard output.lateFrameCount == 0 else {
        #expect(times.count + output.lateFrameCount <= 30)
        return false
      }
      #expect(times == times.indices.map { Double($0) / 25 })
      return true
    }
  }

  @Test("No encoded frame is dropped, even if all arrive at once")
  func burst() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mov")
      let (log, output) = try record(path, count: 100, burst: 100) { output, connection in
        var options = MovieWritingOptions()
        options.passesEncodedFramesThrough = true
        output.setVideoSettings(options, for: connection)
      }
      #expect(log.events.all == [.started(path), .finished(path, nil)])
      #expect(output.recordedFrameCount == 100 && output.lateFrameCount == 0)
    }
  }

  @Test("Rotated encoded frames are rejected with an error if the file type does not support rotation")
  func turned() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mkv")
      let (log, _) = try record(path, count: 2) { output, connection in
        var options = MovieWritingOptions()
        options.passesEncodedFramesThrough = true
        output.setVideoSettings(options, for: connection)
        connection.videoRotation = .degrees180
      }
      #expect(log.events.all == [.finished(path, .unsupportedRecording)])
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
