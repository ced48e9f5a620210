public import OpenCapturePictures
public import OpenCaptureSession

/// A photo (`AVCapturePhoto`): its file or its pixels, and its metadata.
public struct CapturePhoto: Sendable {
  /// The time of exposure on the camera's clock; `MediaTime.invalid` if the photo was not exposed.
  public let timestamp: MediaTime
  /// The failure of a Live Photo's movie, for photos taken without a delegate; nil if the movie was written or not
  /// requested.
  public internal(set) var livePhotoMovieError: CaptureError?

  /// Whether the photo is a DNG file with the values of the sensor.
  public let isRawPhoto: Bool
  /// The pixels in stored orientation, if the settings request pixels; nil for files.
  ///
  /// ``metadata`` contains the orientation.
  public internal(set) var pixelBuffer: PixelBuffer?
  /// The preview in stored orientation; nil if none was requested.
  public internal(set) var previewPixelBuffer: PixelBuffer?
  /// The JPEG thumbnail in the file; nil if it has none.
  public internal(set) var embeddedThumbnail: EncodedPicture?
  /// The metadata of the file.
  public internal(set) var metadata = PictureMetadata()
  /// The number of the photo within its request, from 1.
  public let photoCount: Int
  /// The number of the photo within its bracket, from 1; 0 for other photos.
  public let sequenceCount: Int
  /// The exposure settings of the photo in a bracket; nil for other photos.
  public let bracketSettings: (any CaptureBracketedStillImageSettings)?
  /// The resolved settings of the request.
  public let resolvedSettings: CaptureResolvedPhotoSettings
  /// The type of the camera; nil if the source was not a camera.
  public let sourceDeviceType: CaptureDevice.DeviceType?
  /// The file type; nil for pixels.
  public internal(set) var fileType: CapturePhotoFileType?
  /// Whether the file is the JPEG of the camera, with only its metadata replaced.
  public internal(set) var isCameraData = false

  var file: DataBuffer?

  /// Returns the whole file; nil for pixels and failed photos.
  public func fileDataRepresentation() -> DataBuffer? { file }
}

extension CapturePhoto {
  /// The photo as a sample buffer of pixels or of the file's data; nil after a failure.
  package var sampleBuffer: SampleBuffer? {
    if let pixelBuffer { return sample(of: pixelBuffer) }
    guard let file, let fileType else { return nil }
    let dimensions = isRawPhoto ? resolvedSettings.rawPhotoDimensions : resolvedSettings.photoDimensions
    return SampleBuffer(
      data: file, format: FormatDescription(codec: fileType.codec ?? .dng, dimensions: dimensions),
      decoder: PictureDecoder(name: "photo"), timing: SampleTiming(presentationTimeStamp: timestamp),
      orientation: metadata.orientation)
  }

  /// The preview as a sample buffer; nil if none was requested.
  package var previewSampleBuffer: SampleBuffer? { previewPixelBuffer.map { sample(of: $0) } }

  private func sample(of pixelBuffer: PixelBuffer) -> SampleBuffer {
    SampleBuffer(
      pixelBuffer: pixelBuffer, timing: SampleTiming(presentationTimeStamp: timestamp),
      orientation: metadata.orientation)
  }

  /// Writes the file, whole or not at all, and replaces an existing one; see `EncodedPicture.write(to:)`.
  ///
  /// - Throws: `CaptureError` with `cannotWrite`, or if the photo has no file.
  public func write(to path: String) throws(CaptureError) { try write(toPath: Array(path.utf8)) }

  /// Writes the file to a path that may contain any bytes; see ``write(to:)``.
  ///
  /// - Throws: `CaptureError` with `cannotWrite`, or if the photo has no file.
  public func write(toPath path: [UInt8]) throws(CaptureError) {
    guard let file else {
      throw CaptureError(
        .invalidPhotoSettings, subject: "photo", reason: "the photo has no file",
        hint: "request a compressed format")
    }
    do throws(PictureError) { try file.write(toPath: path) } catch {
      throw CaptureError(.cannotWrite, subject: String(decoding: path, as: UTF8.self), error)
    }
  }
}
