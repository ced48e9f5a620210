import Dispatch
public import OpenCaptureSession
public import OpenCaptureSystem

/// An output for stills with the interface that preceded ``CapturePhotoOutput`` (`AVCaptureStillImageOutput`).
///
///     let data = try await output.stillImage(from: connection)
///
/// A still is the next frame exposed after the call, with the camera's metadata as EXIF data. The camera's
/// `CaptureDevice.flashMode` applies, except to brackets.
public final class CaptureStillImageOutput: CaptureOutput, IdentityHashable {
  /// A still image as a sample buffer of JPEG data or pixels, and as a photo.
  public struct Still: Sendable {
    /// The photo.
    public let photo: CapturePhoto
    /// The photo as a sample buffer (`CMSampleBuffer`).
    public let sampleBuffer: SampleBuffer
  }

  private struct State: Lockable {
    var format = CapturePhotoSettings.Format.compressed(.jpeg)
    var count = 0
  }

  private let state = Locked(State())
  private let photoOutput = CapturePhotoOutput()

  /// The session's data about the output.
  public var link: CaptureOutputLink { photoOutput.link }

  /// The receivers of frames.
  public var receivers: [any SampleReceiver] { photoOutput.receivers }

  /// Creates an output of JPEG stills.
  public init() { photoOutput.isResponsiveCaptureEnabled = true }

  /// The format of stills (default: JPEG).
  public var format: CapturePhotoSettings.Format {
    get { state.withLock { $0.format } }
    set { state.withLock { $0.format = newValue } }
  }

  /// The available codecs of stills.
  public var availableImageDataCodecTypes: [VideoCodecType] { photoOutput.availablePhotoCodecTypes }

  /// The available pixel formats of stills.
  public var availableImageDataPixelFormatTypes: [PixelFormat] { photoOutput.availablePixelFormats }

  /// Whether a still is being taken.
  public var isCapturingStillImage: Bool { state.withLock { $0.count > 0 } }

  /// Whether stills have the largest size of the camera instead of that of the stream (default: false).
  public var isHighResolutionStillImageOutputEnabled: Bool {
    get { photoOutput.maxDimensions != nil }
    set {
      let largest = VideoDimensions(width: .max, height: .max)
      photoOutput.maxDimensions = newValue ? largest : nil
    }
  }

  /// The most stills of a bracket.
  public var maxBracketedCaptureStillImageCount: Int { photoOutput.maxBracketedCapturePhotoCount }

  /// Whether stabilization is supported: always false.
  public var isStillImageStabilizationSupported: Bool { false }

  /// Whether lens stabilization is supported: always false.
  public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

  /// Takes a still.
  ///
  /// - Parameters:
  ///   - connection: A connection of the output.
  ///   - completionHandler: Called once on the output's queue, with the still or the failure.
  public func captureStill(
    from connection: CaptureConnection, completionHandler: @escaping @Sendable (Still?, CaptureError?) -> Void
  ) {
    capture(from: connection, []) { result in
      switch result {
      case .success(let stills): completionHandler(stills.first, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Takes a still; see ``captureStill(from:completionHandler:)``.
  ///
  /// - Throws: `CaptureError` if the still cannot be taken.
  public func stillImage(from connection: CaptureConnection) async throws(CaptureError) -> Still {
    let result = await withCheckedContinuation { continuation in
      capture(from: connection, []) { continuation.resume(returning: $0) }
    }
    guard let still = try result.get().first else {
      throw CaptureError(.photoProcessingFailed, subject: "still", reason: "the camera delivered no still")
    }
    return still
  }

  /// Checks whether a bracket can be taken, and prepares the encoder.
  ///
  /// - Parameters:
  ///   - connection: A connection of the output.
  ///   - settings: The exposure of each still.
  ///   - completionHandler: Called once on the output's queue, with whether the bracket can be taken.
  public func prepareBracket(
    from connection: CaptureConnection, with settings: [any CaptureBracketedStillImageSettings],
    completionHandler: @escaping @Sendable (Bool, CaptureError?) -> Void
  ) {
    let photo = CapturePhotoSettings(format: format)
    do throws(CaptureError) { try photoOutput.capabilities?.check(photo, settings) } catch {
      return photoOutput.captureController.callbacks.async { completionHandler(false, error) }
    }
    photoOutput.prepare(for: [photo], completionHandler: completionHandler)
  }

  /// Takes a bracket.
  ///
  /// - Parameters:
  ///   - connection: A connection of the output.
  ///   - settings: The exposure of each still.
  ///   - completionHandler: Called on the output's queue for each still; if one fails, with the error for all.
  public func captureBracket(
    from connection: CaptureConnection, with settings: [any CaptureBracketedStillImageSettings],
    completionHandler:
      @escaping @Sendable (Still?, (any CaptureBracketedStillImageSettings)?, CaptureError?) -> Void
  ) {
    guard !settings.isEmpty else { return }
    capture(from: connection, settings) { result in
      switch result {
      case .success(let stills):
        for still in stills { completionHandler(still, still.photo.bracketSettings, nil) }
      case .failure(let error):
        for one in settings { completionHandler(nil, one, error) }
      }
    }
  }

  private func capture(
    from connection: CaptureConnection, _ bracket: [any CaptureBracketedStillImageSettings],
    completion: @escaping @Sendable (Result<[Still], CaptureError>) -> Void
  ) {
    guard connection.output === self else {
      let error = CaptureError(
        .photoNotAvailable, subject: name, reason: "the connection belongs to another output",
        hint: "use one of the output's connections")
      return photoOutput.captureController.callbacks.async { completion(.failure(error)) }
    }
    count(1)
    var settings = CapturePhotoSettings(format: format)
    if bracket.isEmpty, let device = (connection.input as? CaptureDeviceInput)?.device {
      settings.flashMode = device.flashMode
    }
    photoOutput.collect(settings, bracket) { [self] result in
      count(-1)
      completion(result.map { $0.compactMap(Self.still) })
    }
  }

  /// Changes the number of requests in progress.
  private func count(_ change: Int) {
    state.withLock { $0.count += change }
    link.changes.send()
  }

  private static func still(_ photo: CapturePhoto) -> Still? {
    photo.sampleBuffer.map { Still(photo: photo, sampleBuffer: $0) }
  }

  /// Returns the file of a JPEG still or camera frame (`jpegStillImageNSDataRepresentation`); nil for others.
  ///
  /// Huffman tables that a camera frame lacks are inserted.
  public static func jpegStillImageDataRepresentation(_ jpegSampleBuffer: SampleBuffer) -> DataBuffer? {
    guard jpegSampleBuffer.format.codec == .jpeg else { return nil }
    return try? jpegSampleBuffer.data?.withHuffmanTables()
  }
}
