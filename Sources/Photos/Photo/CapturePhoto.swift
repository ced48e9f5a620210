public import OpenCapturePictures
public import OpenCaptureSession

/// A photo (`AVCapturePhoto`): its file, or its pixels, and what is known of it.
public struct CapturePhoto: Sendable {
  /// When it was exposed, by the camera's clock; `MediaTime.invalid` where it never was.
  public let timestamp: MediaTime
  /// Why a Live Photo's movie isn't there, where the photo was taken without a delegate; nil where it is, or there is none.
  public internal(set) var livePhotoMovieError: CaptureError?

  /// Whether it is a sensor's own values, a DNG file.
  public let isRawPhoto: Bool
  /// The pixels, where those were asked for; nil for files.
  ///
  /// They are as stored; ``metadata`` says how to turn them.
  public internal(set) var pixelBuffer: PixelBuffer?
  /// The preview, where one was asked for, as stored.
  public internal(set) var previewPixelBuffer: PixelBuffer?
  /// The small picture within the file, a JPEG; nil where there is none.
  public internal(set) var embeddedThumbnail: EncodedPicture?
  /// What is known of it, as the file says it.
  public internal(set) var metadata = PictureMetadata()
  /// Which one of the request's photos it is, from 1.
  public let photoCount: Int
  /// Which one of a bracket it is, from 1; 0 where there is none.
  public let sequenceCount: Int
  /// How it was to be exposed as one of a bracket; nil where it isn't.
  public let bracketSettings: (any CaptureBracketedStillImageSettings)?
  /// What was asked for.
  public let resolvedSettings: CaptureResolvedPhotoSettings
  /// What kind of camera took it; nil where it wasn't one.
  public let sourceDeviceType: CaptureDevice.DeviceType?
  /// The kind of file that it is; nil for pixels.
  public internal(set) var fileType: CapturePhotoFileType?
  /// Whether it is the camera's own JPEG, of which nothing but the metadata was written anew.
  public internal(set) var isCameraData = false

  var file: DataBuffer?

  /// The whole file; nil for pixels, and for a photo that failed.
  public func fileDataRepresentation() -> DataBuffer? { file }
}

extension CapturePhoto {
  /// What became of stabilisation by the lens: no driver here has any.
  public enum LensStabilizationStatus: Sendable, Hashable {
    /// The camera has none.
    case unsupported
  }

  /// Unsupported.
  public var lensStabilizationStatus: LensStabilizationStatus { .unsupported }

  /// Writes the file, whole or not at all, in place of one that is there; see `EncodedPicture.write(to:)`.
  ///
  /// - Throws: `CaptureError` with `cannotWrite`, or where the photo is no file.
  public func write(to path: String) throws(CaptureError) { try write(toPath: Array(path.utf8)) }

  /// ``write(to:)``, to a file whose name may be any bytes.
  ///
  /// - Throws: `CaptureError` with `cannotWrite`, or where the photo is no file.
  public func write(toPath path: [UInt8]) throws(CaptureError) {
    guard let file else {
      throw CaptureError(
        .invalidPhotoSettings, subject: "photo", reason: "there is no file of it",
        remedy: "ask for a format that is compressed")
    }
    do throws(PictureError) { try file.write(toPath: path) } catch {
      throw CaptureError(.cannotWrite, subject: String(decoding: path, as: UTF8.self), error)
    }
  }
}
