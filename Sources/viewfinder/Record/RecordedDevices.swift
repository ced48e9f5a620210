import OpenCapture
import OpenCaptureCommandSupport

/// The camera and microphone of a recording, or one of them, with their session.
struct RecordedDevices: Sendable {
  /// The camera; nil to record only sound.
  let camera: CaptureDevice?
  let microphone: CaptureDevice?
  let session = CaptureSession()
  /// A message if the camera's format differs from the request; nil if it doesn't.
  private(set) var notice: String?
  /// The output that records the devices.
  let output: any CaptureFileOutput
  /// The same output if it records a movie.
  private let movie: CaptureMovieFileOutput?
  /// The camera with detections drawn into its frames; nil for none.
  private let drawn: AnnotatedCamera?
  /// The catalogues of the devices, which keep their drivers alive.
  private let cameras: CameraCatalog?
  private let microphones = MicrophoneCatalog()

  /// Prepares the devices that the options name.
  ///
  /// - Parameters:
  ///   - onFailure: Receives errors of processors.
  ///   - warn: Receives errors of saved settings.
  /// - Throws: `CaptureError` if a device does not exist, or if a control cannot be set.
  init(
    _ options: RecordCommand, onFailure: @escaping @Sendable (String) -> Void,
    warn: @escaping @Sendable (String) -> Void
  ) throws(CaptureError) {
    guard RecordKind(path: options.name) == .movie else {
      camera = nil
      cameras = nil
      movie = nil
      drawn = nil
      output = CaptureAudioFileOutput()
      microphone = try microphones.device(options.recording.microphone ?? .default)
      try assemble(options)
      configure(options)
      return
    }
    let cameras = try options.camera.catalog()
    let name = options.camera.name
    let camera = try cameras.device(name)
    let movie = CaptureMovieFileOutput()
    self.cameras = cameras
    self.camera = camera
    self.movie = movie
    output = movie
    microphone = try microphones.device(options.recording.microphone, beside: camera, called: name)
    drawn = try options.output.tags.processors.map { (processors) throws(CaptureError) in
      try AnnotatedCamera(camera, processors, options, onFailure: onFailure)
    }
    try assemble(options)
    CameraSettings(options.saved.folder, warn: warn).restore(camera)
    try options.controls.apply(to: camera)
    notice = try options.format.request(options.size.size).apply(to: camera)
    if options.recording.codec == .copy { try Self.takeEncoded(from: camera, for: options.name) }
    configure(options)
  }

  private func assemble(_ options: RecordCommand) throws(CaptureError) {
    session.beginConfiguration()
    if let drawn {
      try session.add(drawn)
    } else if let camera {
      try session.add(CaptureDeviceInput(device: camera))
    }
    if let microphone { try session.add(CaptureDeviceInput(device: microphone)) }
    try session.add(output)
    // With drawing, the camera's own session has the preset.
    if let camera, drawn == nil { try session.require(options.camera.preset, of: camera.localizedName) }
    try session.commit()
  }

  /// Selects an encoded format of the active size.
  ///
  /// Prefers a frame rate as high as the active one, otherwise the highest; then the codec with the best player support
  /// and compression.
  private static func takeEncoded(from camera: CaptureDevice, for path: String) throws(CaptureError) {
    let active = camera.activeFormat
    let codecs = MovieContainer(path: path)?.codecs ?? []
    let size = active.formatDescription.videoDimensions
    let known: [VideoCodecType] = [.h264, .hevc, .jpeg].filter(codecs.contains)
    func rank(_ format: CaptureDevice.Format) -> (rate: Double, codec: Int)? {
      guard let codec = format.formatDescription.codec.flatMap(known.firstIndex) else { return nil }
      return (min(format.maxFrameRate, active.maxFrameRate * 0.99), -codec)
    }
    let formats = camera.formats.filter { $0.formatDescription.videoDimensions == size && rank($0) != nil }
    guard let format = formats.max(by: { rank($0) ?? (0, 0) < rank($1) ?? (0, 0) }) else {
      throw CaptureError(
        .unsupportedFormat, subject: camera.localizedName,
        reason: "no encoded format of \(size)",
        hint: "omit --codec copy, or choose another --preset; viewfinder cameras lists the camera's formats")
    }
    try camera.lockForConfiguration()
    defer { camera.unlockForConfiguration() }
    camera.activeFormat = format
    if let error = camera.configurationError { throw error }
  }

  private func configure(_ options: RecordCommand) {
    if let movie, let connection = movie.connection(with: .video) {
      if drawn == nil { options.output.tags.apply(to: movie) }
      movie.setVideoSettings(options.recording.writing(atFrameRate: options.format.fps), for: connection)
    }
    if let movie, drawn != nil, let camera {
      movie.fileMetadata.make = camera.metadataMake
      movie.fileMetadata.model = camera.metadataModel
    }
    output.maxRecordedFileSize = options.recording.maxSize ?? 0
    // The first access starts the level measurement.
    _ = output.connection(with: .audio)?.audioChannels.map(\.averagePowerLevel)
  }

  /// The name of the devices in errors.
  var name: String { (camera ?? microphone)?.uniqueID ?? "" }

  /// The formats of the devices, as text.
  var words: String {
    let sound = microphone.map { "\($0.localizedName)" } ?? "no microphone"
    guard let camera else { return sound }
    return "\(camera.actualConfiguration.map { "\($0)" } ?? "streams"), \(sound)"
  }

  /// The name of the video encoder; nil if none is used.
  var encoder: String? { movie?.videoEncoder }

  /// The progress of the recording in one line.
  var status: String { RecordingStatus.words(output) }

  /// The losses of the recording, if any.
  var losses: [String] {
    [
      (drawn?.statistics.dropped.total ?? 0, "frame", "dropped because drawing was too slow"),
      (movie?.lateFrameCount ?? 0, "frame", "dropped because encoding was too slow"),
      (movie?.damagedFrameCount ?? 0, "frame", "damaged"),
      (movie == nil ? output.silentAudioFrameCount : 0, "audio sample", "lost and replaced by silence"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s") \($0.2)" }
  }
}
