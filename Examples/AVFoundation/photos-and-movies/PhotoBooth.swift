import AVFoundation

/// Takes photos in every way that a camera has, and writes them to a folder.
struct PhotoBooth {
  let output: AVCapturePhotoOutput
  let folder: URL

  /// A JPEG of a certain quality, with a thumbnail in it, and a small picture for the screen beside it.
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
    let process = try await take(settings, for: "photo.jpg")
    print("steps: \(process.steps.joined(separator: ", "))")
    guard let photo = process.photos.first else { return }
    let size = photo.resolvedSettings.photoDimensions
    print("same request: \(photo.resolvedSettings.uniqueID == settings.uniqueID)")
    print("JPEG: \(size.width)x\(size.height), thumbnail: \(photo.embeddedThumbnailPhotoFormat != nil)")
    if let preview = photo.previewPixelBuffer { print("preview: \(CVPixelBufferGetWidth(preview)) pixels wide") }
  }

  /// The same in half the bytes, where there is an encoder for it.
  func takeHEIC() async throws {
    guard output.availablePhotoCodecTypes.contains(.hevc) else { return print("HEIC: not here") }
    let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    let photo = try await take(settings, for: "photo.heic").photos.first
    print("HEIC: \(photo?.fileDataRepresentation() == nil ? "lost" : "taken")")
  }

  /// The sensor's own values, where it shows them.
  func takeRaw() async throws {
    guard let pattern = output.availableRawPhotoPixelFormatTypes.first else { return print("raw: not here") }
    _ = try await take(AVCapturePhotoSettings(rawPixelFormatType: pattern), for: "raw.dng")
    print("raw: taken")
  }

  /// Pixels, for those who look at them rather than keep them.
  func takePixels() async throws {
    let format = kCVPixelFormatType_32BGRA
    guard output.availablePhotoPixelFormatTypes.contains(format) else { return print("pixels: not these") }
    let settings = AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format])
    guard let photo = try await take(settings, for: nil).photos.first, let pixels = photo.pixelBuffer else {
      return print("pixels: none")
    }
    print("pixels: \(CVPixelBufferGetWidth(pixels)), BGRA: \(CVPixelBufferGetPixelFormatType(pixels) == format)")
  }

  /// A photo, and what was seen and heard around it.
  func takeLivePhoto() async throws {
    guard output.isLivePhotoCaptureEnabled else { return print("Live Photo: not here") }
    let settings = AVCapturePhotoSettings()
    settings.livePhotoMovieFileURL = folder.appendingPathComponent("live.mov")
    let process = try await take(settings, for: "live.jpg")
    print("Live Photo steps: \(process.steps.joined(separator: ", "))")
    guard let movie = process.livePhotoMovie else { return }
    print(
      "Live Photo: \(movie.file.lastPathComponent), \(movie.duration.seconds > 0.5 ? "some time" : "too short")")
  }

  private func take(_ settings: AVCapturePhotoSettings, for file: String?) async throws -> PhotoProcess {
    let process = PhotoProcess()
    try await process.run(output, settings)
    if let file = file, let data = process.photos.first?.fileDataRepresentation() {
      try data.write(to: folder.appendingPathComponent(file))
    }
    return process
  }
}
