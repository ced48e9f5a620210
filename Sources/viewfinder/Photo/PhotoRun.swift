import Dispatch
import OpenCapture
import OpenCaptureCommandSupport

/// A run that takes and writes photos.
struct PhotoRun {
  /// The streaming time before the first Live Photo, in nanoseconds.
  private static let leadIn: UInt64 = 1_700_000_000

  private let options: PhotoCommand
  private let place: PhotoDestination
  private let console: Console
  private let camera: PhotoCamera
  private let source: InputPath

  /// Prepares the camera.
  ///
  /// - Throws: `CaptureError` if the camera does not exist, or if a control cannot be set.
  init(_ options: PhotoCommand, _ place: PhotoDestination) throws(CaptureError) {
    self.options = options
    self.place = place
    let console = options.messages.console("viewfinder", unit: "photos")
    self.console = console
    camera = try PhotoCamera(options) { console.warn($0, on: InputPath(options.camera.name)) }
    source = InputPath(camera.live.device.uniqueID)
  }

  /// Takes and writes all photos; photos before a failure are kept.
  func run() throws -> Int32 {
    let session = camera.live.session
    // Stopping the session ends the wait for a camera that delivers nothing.
    let interruption = Interruption.whenRequested { [session] in session.stopRunning() }
    defer {
      interruption.cancel()
      session.stopRunning()
    }
    do {
      try checkNames()
      try session.startOrThrow()
      if let notice = camera.live.formatNotice { console.warn(notice, on: source) }
      console.note(camera.live.format, on: source)
      if countDown() { try takeAll() }
    } catch {
      if !Interruption.isRequested { console.fail(FileFailure(error, at: source)) }
    }
    console.finish()
    return Interruption.exitStatus ?? (console.hasFailed ? 1 : 0)
  }

  private var photoCount: Int { options.photo.count * max(1, options.photo.bracket.count) }

  /// Checks that all names are free before the first photo.
  private func checkNames() throws(OutputError) {
    for number in 1...photoCount { _ = try path(number) }
  }

  private func path(_ number: Int) throws(OutputError) -> InputPath {
    let bracket = options.photo.bracket
    let bias = bracket.isEmpty ? nil : bracket[(number - 1) % bracket.count]
    return try place.path(
      number, of: photoCount, bias: bias, isLive: options.photo.live, force: options.output.tags.force)
  }

  /// Removes an existing movie of a Live Photo.
  private func clear(_ path: InputPath) throws(OutputError) {
    guard options.photo.live, FileKind(of: path) == .regular else { return }
    try path.removeFile()
  }

  /// Waits for the timer; false if the user interrupts.
  private func countDown() -> Bool {
    // The movie begins before the photo.
    if options.photo.live {
      guard Interruption.wait(until: MonotonicClock.now() + Self.leadIn) else { return false }
    }
    let end = MonotonicClock.now() + UInt64(options.photo.timer * 1e9)
    while MonotonicClock.now() < end {
      let left = (end - MonotonicClock.now() + 999_999_999) / 1_000_000_000
      console.show("\(left)")
      guard Interruption.wait(until: end - (left - 1) * 1_000_000_000) else { return false }
    }
    return !Interruption.isRequested
  }

  private func takeAll() throws {
    let start = MonotonicClock.now()
    var written = 0
    var waiting: [(photos: PhotoCamera.Pending, path: InputPath)] = []
    for index in 0..<options.photo.count {
      if let interval = options.photo.interval {
        guard Interruption.wait(until: start + UInt64(interval * Double(index) * 1e9)) else { return }
      }
      let path = try path(index + 1)
      try clear(path.liveMovie)
      waiting.append((try camera.take(path), path))
      // At the full rate, photos are captured while others are encoded and written.
      let isLast = index == options.photo.count - 1
      let overlaps = options.photo.interval == nil && !options.photo.live
      while waiting.count >= (overlaps && !isLast ? PhotoCamera.overlap : 1) {
        let next = waiting.removeFirst()
        for photo in try BlockingTask.result({ try await next.photos.value }) {
          written += 1
          try write(photo, written, options.photo.live ? next.path : self.path(written))
        }
      }
    }
  }

  private func write(_ photo: CapturePhoto, _ number: Int, _ path: InputPath) throws {
    let file = try PhotoAnnotation.file(photo, options, console, source)
    if let file, place == .stream {
      try StandardStream.output.write(file.withUnsafeBytes { Array($0) })
    } else if let file {
      do throws(PictureError) { try file.write(toPath: path.bytes) } catch {
        throw OutputError(.cannotWrite, subject: path.text, error.about(path.text))
      }
      let hasMovie = options.photo.live && photo.livePhotoMovieError == nil
      console.report(hasMovie ? "\(path.text), \(path.liveMovie.text)" : path.text)
    }
    if let failure = photo.livePhotoMovieError { console.fail(FileFailure(failure, at: path.liveMovie)) }
    console.note(photo.words, on: source)
    console.update(done: number, of: photoCount)
  }
}

extension CapturePhoto {
  /// The size and exposure as text.
  fileprivate var words: String {
    let size = isRawPhoto ? resolvedSettings.rawPhotoDimensions : resolvedSettings.photoDimensions
    let exposure = metadata.exposure
    var words = ["\(size)"]
    if exposure.duration.isNumeric { words.append("\((exposure.duration.seconds * 10_000).rounded() / 10) ms") }
    if let iso = exposure.iso { words.append("ISO \(Int(iso))") }
    if let bias = exposure.bias { words.append("\(bias) EV") }
    if isCameraData { words.append("original camera JPEG") }
    return words.joined(separator: ", ")
  }
}

/// The drawing of processors' results into photos.
enum PhotoAnnotation {
  /// Returns the file of a photo; errors of processors are reported, and the photo is still written.
  static func file(
    _ photo: CapturePhoto, _ options: PhotoCommand, _ console: Console, _ source: InputPath
  ) throws -> DataBuffer? {
    guard let with = options.output.tags.processors, let picture = photo.pixelBuffer else {
      return photo.fileDataRepresentation()
    }
    var pipeline = FramePipeline(try ProcessorRegistry.standardForPictures.makeAll(with)) {
      console.fail(FileFailure("\($0)", at: source))
    }
    let sample = SampleBuffer(pixelBuffer: picture, orientation: photo.metadata.orientation)
    let frames = [pipeline.process(Frame(sample))].compactMap(\.self) + pipeline.finish()
    guard let frame = frames.first else { return nil }
    let drawn = try FrameRenderer().picture(of: frame)
    var metadata = photo.metadata
    metadata.orientation = .up
    let type = PhotoDestination(argument: options.output.output).fileType ?? .jpg
    guard type == .jpg else { return try PNGEncoder(compressionLevel: 3).encode(drawn, metadata: metadata).data }
    return try JPEGEncoder().encode(drawn).replacingMetadata(metadata).data
  }
}
