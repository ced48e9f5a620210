import Dispatch
import OpenCapturePictures
public import OpenCaptureSession
import OpenCaptureSystem

/// Takes stills, under the names that photos had before ``CapturePhotoOutput`` (`AVCaptureStillImageOutput`).
///
///     let data = try await output.stillImage(from: connection)
///
/// On the same machinery: the frame after the call, with what the camera says of it as EXIF data.
public final class CaptureStillImageOutput: CaptureOutput {
  /// What a still comes as.
  public typealias OutputSettings = CapturePhotoSettings.Format

  /// A still: a sample buffer of JPEG data, or of pixels, with the photo that it is.
  public struct Still: Sendable {
    /// The still.
    public let photo: CapturePhoto
    /// The same as a sample buffer (`CMSampleBuffer`).
    public let sampleBuffer: SampleBuffer
  }

  private struct State: Lockable {
    var settings = OutputSettings.compressed(.jpeg)
    var count = 0
  }

  private let state = Locked(State())
  private let photoOutput = CapturePhotoOutput()

  /// What the session keeps about the output.
  public var link: CaptureOutputLink { photoOutput.link }

  /// What takes the frames.
  public var receivers: [any SampleReceiver] { photoOutput.receivers }

  /// Makes an output of JPEG stills.
  public init() { photoOutput.isResponsiveCaptureEnabled = true }

  /// What stills come as; default JPEG.
  @_disfavoredOverload public var outputSettings: OutputSettings {
    get { format }
    set { format = newValue }
  }

  package var format: OutputSettings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// The codecs that stills can come in.
  public var availableImageDataCodecTypes: [VideoCodecType] { photoOutput.availablePhotoCodecTypes }

  /// The pixels that stills can come as.
  public var availableImageDataPixelFormatTypes: [PixelFormat] { photoOutput.availablePhotoPixelFormatTypes }

  /// Whether a still is being taken.
  public var isCapturingStillImage: Bool { state.withLock { $0.count > 0 } }

  /// Whether stills are as large as the camera can, rather than as the stream; default false.
  public var isHighResolutionStillImageOutputEnabled: Bool {
    get { photoOutput.maxPhotoDimensions != nil }
    set {
      let largest = VideoDimensions(width: .max, height: .max)
      photoOutput.maxPhotoDimensions = newValue ? largest : nil
    }
  }

  /// How many stills a bracket has at most.
  public var maxBracketedCaptureStillImageCount: Int { photoOutput.maxBracketedCapturePhotoCount }

  /// False: no driver here stabilises.
  public var isStillImageStabilizationSupported: Bool { false }

  /// False: no driver here stabilises a lens.
  public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

  /// Takes a still.
  ///
  /// - Parameters:
  ///   - connection: The output's own.
  ///   - completionHandler: Called once, on the output's queue: the still, or why there is none.
  @_disfavoredOverload public func captureStillImageAsynchronously(
    from connection: CaptureConnection, completionHandler: @escaping @Sendable (Still?, CaptureError?) -> Void
  ) {
    capture(from: connection, []) { result in
      switch result {
      case .success(let stills): completionHandler(stills.first, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Takes a still; see ``captureStillImageAsynchronously(from:completionHandler:)``.
  ///
  /// - Throws: `CaptureError` where there is none.
  public func stillImage(from connection: CaptureConnection) async throws(CaptureError) -> Still {
    let result = await withCheckedContinuation { continuation in
      captureStillImageAsynchronously(from: connection) { still, error in
        continuation.resume(returning: Self.result(still, error))
      }
    }
    return try result.get()
  }

  private static func result(_ still: Still?, _ error: CaptureError?) -> Result<Still, CaptureError> {
    if let still { return .success(still) }
    let missing = CaptureError(.photoProcessingFailed, subject: "still", reason: "none came")
    return .failure(error ?? missing)
  }

  /// Checks a bracket, and gets the encoder ready.
  ///
  /// - Parameters:
  ///   - connection: The output's own.
  ///   - settings: One for each still.
  ///   - completionHandler: Called once, on the output's queue: whether it can be taken.
  @_disfavoredOverload public func prepareToCaptureStillImageBracket(
    from connection: CaptureConnection, withSettingsArray settings: [any CaptureBracketedStillImageSettings],
    completionHandler: @escaping @Sendable (Bool, CaptureError?) -> Void
  ) {
    let photo = CapturePhotoSettings(format: format)
    do throws(CaptureError) { try photoOutput.abilities?.check(photo, settings) } catch {
      return photoOutput.shutter.callbacks.async { completionHandler(false, error) }
    }
    photoOutput.setPreparedPhotoSettingsArray([photo], completionHandler: completionHandler)
  }

  /// Takes a bracket.
  ///
  /// - Parameters:
  ///   - connection: The output's own.
  ///   - settings: One for each still.
  ///   - completionHandler: Called for each still, on the output's queue, with its settings; where one fails, for all.
  @_disfavoredOverload public func captureStillImageBracketAsynchronously(
    from connection: CaptureConnection, withSettingsArray settings: [any CaptureBracketedStillImageSettings],
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
    telling tell: @escaping @Sendable (Result<[Still], CaptureError>) -> Void
  ) {
    guard connection.output === self else {
      let error = CaptureError(
        .photoNotAvailable, subject: name, reason: "the connection leads elsewhere",
        remedy: "take one of the output's own")
      return photoOutput.shutter.callbacks.async { tell(.failure(error)) }
    }
    state.withLock { $0.count += 1 }
    photoOutput.collect(CapturePhotoSettings(format: format), bracket) { [self] result in
      state.withLock { $0.count -= 1 }
      tell(result.map { $0.compactMap(Self.still) })
    }
  }

  private static func still(_ photo: CapturePhoto) -> Still? {
    let timing = SampleTiming(presentationTimeStamp: photo.timestamp)
    if let picture = photo.pixelBuffer {
      let sample = SampleBuffer(
        imageBuffer: picture, timing: timing, orientation: photo.metadata.orientation)
      return Still(photo: photo, sampleBuffer: sample)
    }
    guard let data = photo.fileDataRepresentation(), let codec = photo.fileType?.codec else { return nil }
    let description = FormatDescription(codec: codec, dimensions: photo.resolvedSettings.photoDimensions)
    let sample = SampleBuffer(
      dataBuffer: data, formatDescription: description, decoder: PictureDecoder(name: "still"), timing: timing,
      orientation: photo.metadata.orientation)
    return Still(photo: photo, sampleBuffer: sample)
  }

  /// The file of a JPEG still (`jpegStillImageNSDataRepresentation`), or of a frame that a camera encoded, with the
  /// Huffman tables that such frames may leave out; nil for others.
  public static func jpegStillImageDataRepresentation(_ jpegSampleBuffer: SampleBuffer) -> DataBuffer? {
    guard jpegSampleBuffer.formatDescription.codec == .jpeg else { return nil }
    return try? jpegSampleBuffer.dataBuffer?.withHuffmanTables()
  }
}
