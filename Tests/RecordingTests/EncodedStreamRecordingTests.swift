import CaptureFixtures
import Fixtures
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import Testing

@Suite(
  "Recording encoded H.264 frames",
  .enabled(if: EncodedVideo.isAvailable, "ffmpeg is not installed"))
struct EncodedStreamRecordingTests: RecordingSession {
  private let film: EncodedVideo
  private let samples: [SampleBuffer]
  private let camera: FrameCamera
  let session = CaptureSession()
  let output = CaptureMovieFileOutput()
  let log = RecordingLog()

  init() throws {
    film = try EncodedVideo(.h264)
    samples = try film.samples(Array(film.sent.indices))
    camera = FrameCamera(film.description)
    try session.add(CaptureDeviceInput(device: CaptureDevice(camera)))
    try session.add(output)
    var options = MovieWritingOptions()
    options.passesEncodedFramesThrough = true
    try output.setVideoSettings(options, for: #require(output.connection(with: .video)))
  }

  private func send(_ places: Range<Int>) {
    for sample in samples[places] { camera.deliver(sample) }
  }

  /// Expects a movie to contain the given frames at the given times.
  private func expect(
    _ path: String, _ places: [Int], _ times: [Double]? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let movie = try MovieReader(contentsOf: path)
    var seen: [Double] = []
    while let sample = try movie.nextSample() {
      guard seen.count < places.count else { break }
      let isSame =
        try sample.image(as: .i420).peakSignalToNoiseRatio(to: film.seen[places[seen.count]]) == .infinity
      #expect(isSame, "frame \(places[seen.count])", sourceLocation: location)
      seen.append((sample.presentationTimeStamp.seconds * 25).rounded())
    }
    #expect(seen == (times ?? places.map { Double($0 - places[0]) }), sourceLocation: location)
    let looked = try Command(at: "/usr/bin/ffprobe").run(["-v", "warning", "-show_frames", path])
    #expect(looked.errors.isEmpty, "\(looked.errors)", sourceLocation: location)
  }

  @Test(
    "A recording begins with a key frame and contains each later frame unchanged", arguments: ["mp4", "mkv"])
  func beginning(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      begin(path)
      send(3..<30)
      try end()
      #expect(log.events.all == [.started(path), .finished(path, nil)])
      #expect(output.recordedFrameCount == 20 && output.damagedFrameCount == 0 && output.lateFrameCount == 0)
      try expect(path, Array(10..<30))
    }
  }

  @Test("After a lost frame, the frames that depend on it are dropped")
  func missing() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mp4")
      begin(path)
      send(0..<13)
      send(14..<30)
      try end()
      #expect(output.recordedFrameCount == 23 && output.damagedFrameCount == 6)
      try expect(path, Array(0..<13) + Array(20..<30))
    }
  }

  @Test("A new file begins with a key frame, and no frame is lost in between")
  func switched() throws {
    try TemporaryFolder.with { folder in
      let paths = [folder.path("a.mp4"), folder.path("b.mp4")]
      begin(paths[0])
      send(0..<14)
      output.startRecording(to: paths[1], recordingDelegate: log)
      send(14..<30)
      output.stopRecording()
      try log.waitForEnd(2)
      try expect(paths[0], Array(0..<20))
      try expect(paths[1], Array(20..<30))
      #expect(output.damagedFrameCount == 0)
    }
  }

  @Test(
    "After a pause, a recording resumes with a key frame without a gap, at any frame rate",
    arguments: [false, true])
  func paused(slowly: Bool) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mp4")
      begin(path)
      send(0..<5)
      output.pauseRecording()
      send(5..<12)
      output.resumeRecording()
      for place in 12..<30 {
        send(place..<place + 1)
        if slowly { usleep(2_000) }
      }
      try end()
      #expect(log.events.all == [.started(path), .paused, .resumed, .finished(path, nil)])
      try expect(path, Array(0..<5) + Array(20..<30), (0..<15).map(Double.init))
      #expect(output.damagedFrameCount == 0)
    }
  }

  @Test("Frames can also be re-encoded from any frame on")
  func encoded() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mp4")
      try output.setVideoSettings(
        MovieWritingOptions(codec: .mpeg4), for: #require(output.connection(with: .video)))
      begin(path)
      for place in 3..<30 {
        try TimedOut.unless("the recorder has room") { output.waitForRoom(until: $0) }
        send(place..<place + 1)
      }
      try end()
      #expect(output.recordedFrameCount == 27)
    }
  }
}
