import AVFoundation

/// A photographer that takes photos in all formats and writes them to a folder.
struct PhotoBooth {
  let output: AVCapturePhotoOutput
  let folder: URL

  /// Takes a JPEG with a given quality, an embedded thumbnail and a separate preview.
  func takeJPEG() async throws {
    let settings = AVCapturePhotoSettings(format: [
      AVVideoCodecKey: AVVideoCodecType.jpeg,
      AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0.8],
    ])
    settings.flashMode = output.supportedFlashModes.contains(.auto) ? .auto : .off
    settings.photoQualityPrioritization = .balanced
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
    let progress = try await take(settings, for: "photo.jpg")
    print("steps: \(progress.steps.joined(separator: ", "))")
    guard let photo = progress.photos.first else { return }
    let size = photo.resolvedSettings.photoDimensions
    print("same request: \(photo.resolvedSettings.uniqueID == settings.uniqueID)")
    print("JPEG: \(size.width)x\(size.height), thumbnail: \(photo.embeddedThumbnailPhotoFormat != nil)")
    if let preview = photo.previewPixelBuffer { print("preview: \(CVPixelBufferGetWidth(preview)) pixels wide") }
  }

  /// Takes a HEIC, about half as large as a JPEG, if the system has an encoder.
  func takeHEIC() async throws {
    guard output.availablePhotoCodecTypes.contains(.hevc) else { return print("HEIC: not supported") }
    let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    let photo = try await take(settings, for: "photo.heic").photos.first
    print("HEIC: \(photo?.fileDataRepresentation() == nil ? "failed" : "written")")
  }

  /// Takes a raw photo, if the camera supports it.
  func takeRaw() async throws {
    guard let pattern = output.availableRawPhotoPixelFormatTypes.first else { return print("raw: not supported") }
    _ = try await take(AVCapturePhotoSettings(rawPixelFormatType: pattern), for: "raw.dng")
    print("raw: written")
  }

  /// Takes a photo as uncompressed pixels.
  func takePixels() async throws {
    let format = kCVPixelFormatType_32BGRA
    guard output.availablePhotoPixelFormatTypes.contains(format) else { return print("pixels: not supported") }
    let settings = AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format])
    guard let photo = try await take(settings, for: nil).photos.first, let pixels = photo.pixelBuffer else {
      return print("pixels: none")
    }
    print("pixels: \(CVPixelBufferGetWidth(pixels)), BGRA: \(CVPixelBufferGetPixelFormatType(pixels) == format)")
  }

  /// Takes a photo with a movie of the moments around it.
  func takeLivePhoto() async throws {
    guard output.isLivePhotoCaptureEnabled else { return print("Live Photo: not supported") }
    let settings = AVCapturePhotoSettings()
    settings.livePhotoMovieFileURL = folder.appendingPathComponent("live.mov")
    let progress = try await take(settings, for: "live.jpg")
    print("Live Photo steps: \(progress.steps.joined(separator: ", "))")
    guard let movie = progress.livePhotoMovie else { return }
    print("Live Photo: \(movie.file.lastPathComponent), \(movie.duration.seconds > 0.5 ? "complete" : "too short")")
  }

  private func take(_ settings: AVCapturePhotoSettings, for file: String?) async throws -> PhotoProgress {
    let progress = PhotoProgress()
    try await progress.run(output, settings)
    if let file = file, let data = progress.photos.first?.fileDataRepresentation() {
      try data.write(to: folder.appendingPathComponent(file))
    }
    return progress
  }
}
