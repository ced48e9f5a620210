import AVFoundation
import CoreImage
import TutorialScreen

/// A photographer that writes photos and prints their exposure.
struct Stills {
  let output: AVCapturePhotoOutput

  /// Takes a JPEG with a given quality, an embedded thumbnail and a separate preview.
  func takeJPEG() async throws {
    let settings = AVCapturePhotoSettings(format: [
      AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0.8],
    ])
    settings.photoQualityPrioritization = .quality
    if let codec = settings.availableEmbeddedThumbnailPhotoCodecTypes.first {
      settings.embeddedThumbnailPhotoFormat = [
        AVVideoCodecKey: codec, AVVideoWidthKey: 160, AVVideoHeightKey: 120,
      ]
    }
    if let pixels = settings.availablePreviewPhotoPixelFormatTypes.first {
      settings.previewPhotoFormat = [
        kCVPixelBufferPixelFormatTypeKey as String: pixels, kCVPixelBufferWidthKey as String: 320,
        kCVPixelBufferHeightKey as String: 240,
      ]
    }
    guard let photo = try await take(settings, "photo.jpg").first else { return }
    let size = photo.resolvedSettings.photoDimensions
    print("JPEG: \(size.width)x\(size.height), thumbnail: \(photo.embeddedThumbnailPhotoFormat != nil)")
    if let preview = photo.previewPixelBuffer { print("preview: \(CVPixelBufferGetWidth(preview)) pixels wide") }
  }

  /// Takes a HEIC, about half as large as a JPEG, if the system has an encoder.
  func takeHEIC() async throws {
    guard output.availablePhotoCodecTypes.contains(.hevc) else { return print("HEIC: not supported") }
    _ = try await take(AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc]), "photo.heic")
    print("HEIC: written")
  }

  /// Takes a raw photo, if the camera supports it.
  func takeRaw() async throws {
    guard let pattern = output.availableRawPhotoPixelFormatTypes.first else { return print("raw: not supported") }
    _ = try await take(AVCapturePhotoSettings(rawPixelFormatType: pattern), "raw.dng")
    print("raw: written")
  }

  /// Takes three photos: one step darker than the automatic exposure, equal, and one step brighter.
  func takeBiasBracket() async throws {
    try await takeBracket(
      "bias",
      [-1, 0, 1].map {
        AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
      })
  }

  /// Takes three photos with manual exposure times, each twice as long as the one before, at one sensitivity.
  func takeManualBracket(within format: AVCaptureDevice.Format) async throws {
    let range = CMTimeRange(start: format.minExposureDuration, end: format.maxExposureDuration)
    let iso = min(max(200, format.minISO), format.maxISO)
    try await takeBracket(
      "manual",
      [Int32(250), 125, 62].map { frequency in
        let duration = CMTimeClampToRange(CMTime(value: 1, timescale: frequency), range: range)
        return AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
          exposureDuration: duration, iso: iso)
      })
  }

  private func takeBracket(_ name: String, _ exposures: [AVCaptureBracketedStillImageSettings]) async throws {
    let settings = AVCapturePhotoBracketSettings(
      rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
      bracketedSettings: Array(exposures.prefix(output.maxBracketedCapturePhotoCount)))
    let photos = try await take(settings, "\(name).jpg")
    print("\(name) bracket: \(photos.count) photos")
  }

  /// Takes the photos of a request, writes them, and prints their exposure.
  private func take(_ settings: AVCapturePhotoSettings, _ name: String) async throws -> [AVCapturePhoto] {
    let collector = PhotoCollector()
    // The output does not retain its delegate.
    defer { withExtendedLifetime(collector) {} }
    let photos = try await collector.photos(of: output, with: settings)
    for photo in photos {
      let file = photo.sequenceCount > 0 ? "\(photo.sequenceCount)-\(name)" : name
      try photo.fileDataRepresentation()?.write(to: Screen.file(file))
      let exif = photo.metadata[kCGImagePropertyExifDictionary as String] as? [String: Any] ?? [:]
      let exposure = exif.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
      print("\(file): \(exposure)")
    }
    return photos
  }
}

/// A delegate that collects the photos of one request.
private final class PhotoCollector: NSObject, AVCapturePhotoCaptureDelegate {
  private var photos: [AVCapturePhoto] = []
  private var failure: Error?
  private var continuation: CheckedContinuation<[AVCapturePhoto], Error>?

  func photos(
    of output: AVCapturePhotoOutput, with settings: AVCapturePhotoSettings
  ) async throws -> [AVCapturePhoto] {
    try await withCheckedThrowingContinuation { continuation in
      self.continuation = continuation
      output.capturePhoto(with: settings, delegate: self)
    }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
  ) {
    if let error = error { failure = error } else { photos.append(photo) }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: Error?
  ) {
    // The end of the request, also of one with several photos.
    if let error = error ?? failure {
      continuation?.resume(throwing: error)
    } else {
      continuation?.resume(returning: photos)
    }
  }
}
