import CaptureFixtures
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
@testable import OpenCapturePhotos
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Live Photos")
struct LivePhotoTests {
  private static let exiftool = "/usr/bin/exiftool"
  private static let ffprobe = "/usr/bin/ffprobe"

  /// A session with a camera, a microphone and a photo output that keeps media for Live Photos.
  private struct Rig {
    let photos: SteppedPhotos
    let microphone: SyntheticMicrophone
    let log = PhotoLog()

    init(hasMicrophone: Bool = true) throws {
      var options = SyntheticCamera.Options()
      options.modes = [(VideoDimensions(width: 160, height: 120), [25])]
      photos = try SteppedPhotos(
        scene: CodeAndFaces().flashing, options: options, preset: .inputPriority, starts: false)
      var soundOptions = SyntheticMicrophone.Options()
      soundOptions.pacing = .stepped
      microphone = SyntheticMicrophone(options: soundOptions)
      if hasMicrophone { try photos.session.add(CaptureDeviceInput(device: microphone.device)) }
      photos.output.isLivePhotoCaptureEnabled = true
      photos.session.startRunning()
    }

    /// Delivers frames with the given numbers, and the sound up to their end.
    func step(_ frames: Range<Int>) {
      for frame in frames {
        microphone.step(until: MediaTime(value: Int64(frame + 1), timescale: 25))
        photos.camera.step()
        photos.output.captureController.settle()
      }
    }

    func take(_ settings: CapturePhotoSettings) throws {
      try photos.output.capturePhoto(with: settings, delegate: log)
    }
  }

  private func settings(_ movie: String) -> CapturePhotoSettings {
    var settings = CapturePhotoSettings()
    settings.livePhotoMovieFile = movie
    return settings
  }

  /// Returns the expected steps, with the recorded movie after the photo.
  private func expected(
    _ movie: String, _ photo: CaptureError.Code? = nil, _ failure: CaptureError.Code? = nil
  ) -> [PhotoLog.Step] {
    [
      .willBegin, .willCapture, .didCapture, .didProcess(1, photo), .didRecordMovie(movie),
      .didProcessMovie(movie, failure), .didFinish(photo ?? failure),
    ]
  }

  @Test("The movie contains three seconds with sound around the still, and the still at the reported time")
  func whole() throws {
    try TemporaryFolder.with { folder in
      let rig = try Rig()
      let path = folder.path("live.mov")
      rig.step(0..<80)
      try rig.take(settings(path))
      rig.step(80..<130)
      try rig.log.waitForEnd()
      #expect(rig.log.ordered == expected(path))
      #expect(rig.log.resolved.all.first?.livePhotoMovieDimensions == VideoDimensions(width: 160, height: 120))
      let movie = try #require(rig.log.movies.all.first)
      #expect(abs(movie.duration.seconds - 3) < 0.05 && abs(movie.photoDisplayTime.seconds - 1.5) < 0.04)

      let photo = try #require(rig.log.photos.all.first?.fileDataRepresentation())
      let still = try EncodedPicture(photo).sampleBuffer().image(as: .bgra)
      let reader = try MovieReader(contentsOf: path)
      var peakSignalToNoiseRatio: [Double] = []
      var times: [Double] = []
      while let sample = try reader.nextSample() {
        peakSignalToNoiseRatio.append(try sample.image(as: .bgra).peakSignalToNoiseRatio(to: still))
        times.append(sample.presentationTimeStamp.seconds)
      }
      #expect(times.count == 75)
      let best = try #require(
        peakSignalToNoiseRatio.indices.max { peakSignalToNoiseRatio[$0] < peakSignalToNoiseRatio[$1] })
      #expect(abs(times[best] - movie.photoDisplayTime.seconds) <= 0.041, "\(times[best])")

      // The still is at 3.2 s and the movie starts at 1.7 s. The microphone beeps every second.
      let sound = try #require(try reader.audioReader())
      var count = 0
      var loud: [Double] = []
      while let sample = try sound.nextSample() {
        guard let buffer = sample.audioBuffer else { continue }
        count += buffer.frameCount
        let level = buffer.loudness(ofChannel: 0, 0..<buffer.frameCount)
        if level.peak > 0.2 { loud.append(sample.presentationTimeStamp.seconds) }
      }
      #expect(abs(Double(count) / Double(sound.info.sampleRate) - 3) < 0.06)
      for second in [0.3, 1.3, 2.3] { #expect(loud.contains { abs($0 - second) < 0.06 }, "\(loud)") }
      for time in loud { #expect((time - 0.2).truncatingRemainder(dividingBy: 1) < 0.3, "\(loud)") }
    }
  }

  @Test(
    "The still and the movie share an identifier, and the movie contains the time of the still",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: exiftool)
        && FileManager.default.isExecutableFile(atPath: ffprobe)))
  func identifier() throws {
    try TemporaryFolder.with { folder in
      let rig = try Rig(hasMicrophone: false)
      let path = folder.path("live.mp4")
      let still = folder.path("live.jpg")
      rig.step(0..<50)
      try rig.take(settings(path))
      rig.step(50..<100)
      try rig.log.waitForEnd()
      try #require(rig.log.photos.all.first).write(to: still)
      // Older versions of exiftool use another name for the tag.
      let identifiers = try Command(at: Self.exiftool).run(["-s3", "-Apple:all", "-Warning", still]).lines
      let identifier = try #require(identifiers.first)
      #expect(identifiers.count == 1 && identifier.count == 36, "\(identifiers)")
      let tags = try Command(at: Self.ffprobe).run([
        "-v", "warning", "-show_entries", "format_tags", "-of", "default=nw=1", path,
      ])
      #expect(tags.errors.isEmpty)
      #expect(tags.text.contains("TAG:com.apple.quicktime.content.identifier=\(identifier)\n"))
      let shown = try #require(rig.log.movies.all.first).photoDisplayTime.seconds
      #expect(abs(shown - 1.5) < 0.041 && tags.text.contains("TAG:com.apple.quicktime.still-image-time=\(shown)\n"))
      #expect(tags.text.contains("TAG:com.apple.quicktime.model=Synthetic Camera\n"))
    }
  }

  @Test(
    "A camera lost after the still leaves a short movie; one lost before it fails all steps")
  func lost() throws {
    try TemporaryFolder.with { folder in
      let rig = try Rig(hasMicrophone: false)
      let path = folder.path("live.mov")
      rig.step(0..<50)
      try rig.take(settings(path))
      rig.step(50..<60)
      rig.photos.camera.inject(.vanish)
      rig.step(60..<61)
      try rig.log.waitForEnd()
      #expect(rig.log.ordered == expected(path))
      #expect(try #require(rig.log.movies.all.first).duration < MediaTime(value: 2, timescale: 1))
      #expect(try MovieReader(contentsOf: path).nextSample() != nil)

      let other = try Rig(hasMicrophone: false)
      let lost = folder.path("lost.mov")
      other.step(0..<10)
      try other.take(settings(lost))
      other.photos.camera.inject(.vanish)
      other.step(10..<11)
      try other.log.waitForEnd()
      #expect(other.log.ordered == expected(lost, .deviceDisconnected, .deviceDisconnected))
      #expect(!FileManager.default.fileExists(atPath: lost))
    }
  }

  @Test("A movie that cannot be written fails without its still, and an existing file stays")
  func taken() throws {
    try TemporaryFolder.with { folder in
      let rig = try Rig(hasMicrophone: false)
      let path = folder.path("live.mov")
      try Data("mine".utf8).write(to: URL(filePath: path))
      rig.step(0..<50)
      try rig.take(settings(path))
      rig.step(50..<100)
      try rig.log.waitForEnd()
      #expect(rig.log.ordered == expected(path, nil, .photoProcessingFailed))
      #expect(rig.log.photos.count == 1)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
    }
  }

  @Test("A request finishes with its still while capture is suspended")
  func suspended() throws {
    try TemporaryFolder.with { folder in
      let rig = try Rig(hasMicrophone: false)
      let path = folder.path("live.mov")
      rig.step(0..<20)
      rig.photos.output.isLivePhotoCaptureSuspended = true
      try rig.take(settings(path))
      rig.step(20..<25)
      try rig.log.waitForEnd()
      #expect(rig.log.ordered == expected(path, nil, .photoInterrupted))
      #expect(rig.log.photos.count == 1)
    }
  }

  @Test("A collected photo is delivered with the error of its movie")
  func movieFails() throws {
    try TemporaryFolder.with { folder in
      let rig = try Rig(hasMicrophone: false)
      let path = folder.path("live.mov")
      let collected = Log<[CapturePhoto]>()
      folder.file("live.mov", Array("mine".utf8))
      rig.step(0..<50)
      rig.photos.output.collect(settings(path), []) { collected.append((try? $0.get()) ?? []) }
      rig.step(50..<100)
      try collected.wait(for: "the photo") { $0.count == 1 }
      let taken = try #require(collected.all.first?.first)
      #expect(taken.fileDataRepresentation() != nil && taken.livePhotoMovieError?.code == .photoProcessingFailed)
    }
  }

  @Test("A lost microphone loses no photo")
  func microphoneLost() throws {
    try TemporaryFolder.with { folder in
      let rig = try Rig()
      let path = folder.path("live.mov")
      rig.step(0..<50)
      try rig.take(settings(path))
      rig.microphone.inject(.vanish)
      rig.step(50..<120)
      try rig.log.waitForEnd()
      #expect(rig.log.ordered == expected(path))
      #expect(abs(try #require(rig.log.movies.all.first).duration.seconds - 3) < 0.05)
    }
  }

  @Test("Invalid Live Photo settings are rejected before anything is reported")
  func refused() throws {
    let rig = try Rig(hasMicrophone: false)
    var raw = CapturePhotoSettings(rawPixelFormatType: .grey)
    var long = settings("live.mov")
    long.livePhotoMovieMetadata.contentIdentifier = String(repeating: "x", count: 300)
    raw.livePhotoMovieFile = "live.mov"
    for wrong in [settings("live.mkv"), settings("live"), raw, long] {
      #expect(throws: CaptureError.self) { try rig.take(wrong) }
    }
    rig.photos.output.isLivePhotoCaptureEnabled = false
    let error = #expect(throws: CaptureError.self) { try rig.take(settings("live.mov")) }
    #expect(error?.code == .invalidPhotoSettings && error?.hint?.contains("isLivePhotoCaptureEnabled") == true)
    #expect(rig.log.steps.all.isEmpty)
  }

  @Test("Live Photos are not supported beside an output that records movies")
  func besideMovies() throws {
    let it = try SteppedPhotos()
    #expect(it.output.isLivePhotoCaptureSupported)
    it.output.isLivePhotoCaptureEnabled = true
    let movies = MovieLike()
    try it.session.add(movies)
    #expect(!it.output.isLivePhotoCaptureSupported && !it.output.isLivePhotoCaptureEnabled)
    #expect(throws: CaptureError.self) {
      try it.output.capturePhoto(with: settings("live.mov"), delegate: PhotoLog())
    }
  }
}

/// An output that records movies.
private final class MovieLike: CaptureOutput {
  let link = CaptureOutputLink()
  let receivers: [any SampleReceiver] = []

  init() { link.recordsMovies = true }
}

extension PhotoLog {
  /// The steps, with the recorded movie moved behind the photo, because the order of these two varies.
  fileprivate var ordered: [Step] {
    var steps = steps.all
    guard let index = steps.firstIndex(where: { if case .didRecordMovie = $0 { true } else { false } }), index > 2
    else {
      return steps
    }
    let recorded = steps.remove(at: index)
    steps.insert(recorded, at: min(4, steps.count))
    return steps
  }
}
