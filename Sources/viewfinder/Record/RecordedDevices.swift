import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// The camera and the microphone that are recorded, or one of them, and the session that they are in.
struct RecordedDevices: Sendable {
  /// Nil where sound is recorded alone.
  let camera: CaptureDevice?
  let microphone: CaptureDevice?
  let session = CaptureSession()
  /// What records them.
  let output: any CaptureFileOutput
  /// The same where it records pictures.
  private let movie: CaptureMovieFileOutput?
  /// What is drawn into the camera's pictures; nil for nothing.
  private let drawn: DrawnCamera?
  /// Kept, so that the drivers live.
  private let cameras: CameraCatalog?
  private let microphones: KeptMicrophones

  /// Prepares the devices of the options.
  ///
  /// - Throws: `CaptureError` where there are none of these names, or they don't take what is to be set.
  ///
  /// - Parameter onFailure: Told of what processors fail with.
  init(_ options: RecordCommand, onFailure: @escaping @Sendable (String) -> Void) throws(CaptureError) {
    let catalog = MicrophoneCatalog()
    microphones = KeptMicrophones(catalog: catalog)
    guard RecordKind(path: options.output.output) == .movie else {
      (camera, cameras, movie, drawn, output) = (nil, nil, nil, nil, CaptureAudioFileOutput())
      microphone = try catalog.device(options.recording.microphone ?? .default)
      try assemble(options)
      configure(options)
      return
    }
    let (cameras, name) = (try options.camera.catalog(), options.camera.camera ?? CameraCatalog.defaultName)
    let (camera, movie) = (try cameras.device(name), CaptureMovieFileOutput())
    (self.cameras, self.camera, self.movie, output) = (cameras, camera, movie, movie)
    microphone = try catalog.device(options.recording.microphone, beside: camera, called: name)
    drawn = try Self.drawn(camera, options, onFailure)
    try assemble(options)
    try options.controls.apply(to: camera)
    if options.recording.codec == .copy { try Self.takeEncoded(from: camera, for: options.output.output) }
    try setFrameRate(options.recording.fps, of: camera)
    configure(options)
  }

  private func assemble(_ options: RecordCommand) throws(CaptureError) {
    session.beginConfiguration()
    if let drawn {
      try session.addInput(drawn)
    } else if let camera {
      try session.addInput(CaptureDeviceInput(device: camera))
    }
    if let microphone { try session.addInput(CaptureDeviceInput(device: microphone)) }
    try session.addOutput(output)
    // What is drawn comes as the camera's own session has it.
    if let camera, drawn == nil { try session.require(options.camera.preset, of: camera.localizedName) }
    try session.commitConfiguration()
  }

  private static func drawn(
    _ camera: CaptureDevice, _ options: RecordCommand, _ onFailure: @escaping @Sendable (String) -> Void
  ) throws(CaptureError) -> DrawnCamera? {
    guard let processors = options.output.with else { return nil }
    var renderer = FrameRenderer()
    (renderer.rotation, renderer.isVideoMirrored) = (options.output.rotate, options.output.mirror)
    return try DrawnCamera(
      camera, options.camera.preset, renderer, processors: { try ProcessorRegistry.standard.makeAll(processors) },
      onFailure: onFailure)
  }

  /// Takes the format of the same size in which the camera encodes its pictures: one that is as fast, else the fastest; in
  /// the codec that most players know and that takes few bytes.
  private static func takeEncoded(from camera: CaptureDevice, for path: String) throws(CaptureError) {
    let (active, codecs) = (camera.activeFormat, MovieContainer(path: path)?.codecs ?? [])
    let size = active.formatDescription.dimensions
    let known: [VideoCodecType] = [.h264, .hevc, .jpeg].filter(codecs.contains)
    func rank(_ format: CaptureDevice.Format) -> (rate: Double, codec: Int)? {
      guard let codec = format.formatDescription.codec.flatMap(known.firstIndex) else { return nil }
      return (min(format.maxFrameRate, active.maxFrameRate * 0.99), -codec)
    }
    let formats = camera.formats.filter { $0.formatDescription.dimensions == size && rank($0) != nil }
    guard let format = formats.max(by: { rank($0) ?? (0, 0) < rank($1) ?? (0, 0) }) else {
      throw CaptureError(
        .unsupportedFormat, subject: camera.localizedName,
        reason: "it doesn't encode pictures of \(size) itself",
        remedy: "leave --codec copy away, or choose another --preset; `viewfinder cameras` lists its formats")
    }
    try camera.lockForConfiguration()
    defer { camera.unlockForConfiguration() }
    camera.activeFormat = format
    if let error = camera.configurationError { throw error }
  }

  private func setFrameRate(_ rate: Double?, of camera: CaptureDevice) throws(CaptureError) {
    guard let rate else { return }
    let duration = MediaTime(value: 1_000, timescale: Int32((rate * 1_000).rounded()))
    try camera.lockForConfiguration()
    defer { camera.unlockForConfiguration() }
    camera.activeVideoMinFrameDuration = duration
    camera.activeVideoMaxFrameDuration = duration
    if let error = camera.configurationError { throw error }
  }

  private func configure(_ options: RecordCommand) {
    if let movie, let connection = movie.connection(with: .video) {
      if drawn == nil {
        (connection.videoRotation, connection.isVideoMirrored) = (options.output.rotate, options.output.mirror)
      }
      movie.setOutputSettings(options.recording.writing, for: connection)
    }
    if let movie, drawn != nil, let camera {
      (movie.metadata.make, movie.metadata.model) = (camera.makeInFiles, camera.modelInFiles)
    }
    output.maxRecordedFileSize = options.recording.maxSize ?? 0
    // Asked for once, so that it is measured from the beginning.
    _ = output.connection(with: .audio)?.audioChannels.map(\.averagePowerLevel)
  }

  /// What errors call them.
  var name: String { (camera ?? microphone)?.uniqueID ?? "" }

  /// What they deliver.
  var words: String {
    let sound = microphone.map { "\($0.localizedName)" } ?? "no microphone"
    guard let camera else { return sound }
    return "\(camera.grantedConfiguration.map { "\($0)" } ?? "streams"), \(sound)"
  }

  /// What encodes pictures; nil where nothing does.
  var encoder: String? { movie?.videoEncoder }

  /// How far the recording is, in a line.
  var status: String { RecordingStatus.words(output) }

  /// What was lost on the way; nothing where nothing was.
  var losses: [String] {
    [
      (drawn?.statistics.dropped.total ?? 0, "frames left out, because they came faster than they could be drawn"),
      (movie?.lateFrameCount ?? 0, "frames left out, because they came faster than they could be encoded"),
      (movie?.damagedFrameCount ?? 0, "frames damaged"),
      (movie == nil ? output.silentAudioFrameCount : 0, "frames of sound lost, which are silent"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }
}
