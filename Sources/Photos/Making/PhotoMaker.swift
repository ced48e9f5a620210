import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSession

/// Makes photos of captured frames: the only place that knows what a quality or a codec means.
enum PhotoMaker {
  /// Makes one of the photos of a frame.
  ///
  /// - Throws: `CaptureError` with `photoProcessingFailed`.
  static func make(_ number: Int, of job: PhotoJob) throws(CaptureError) -> CapturePhoto {
    var photo = job.emptyPhoto(number)
    photo.metadata = metadata(of: job)
    do {
      if photo.isRawPhoto {
        try makeRaw(&photo, job)
      } else {
        try makeProcessed(&photo, job)
      }
      if let preview = job.settings.previewPhotoFormat {
        let picture = try job.sample.image(as: .bgra).scaled(to: job.resolved.previewDimensions)
        photo.previewPixelBuffer = try picture.converted(to: preview.pixelFormat)
      }
    } catch {
      throw CaptureError(.photoProcessingFailed, subject: job.device?.localizedName ?? "photo", error)
    }
    return photo
  }

  // MARK: Pictures

  private static func makeProcessed(_ photo: inout CapturePhoto, _ job: PhotoJob) throws {
    switch job.settings.format {
    case .pixels(let format)?:
      // The camera's memory goes back to it.
      let picture = try scaled(job, to: format)
      photo.pixelBuffer = picture.isShared(with: job.sample) ? try picture.copy() : picture
    case .compressed(let codec, let quality)?:
      photo.fileType = CapturePhotoFileType(codec: codec)
      try encode(&photo, job, codec, quality)
    case nil: break
    }
  }

  private static func encode(
    _ photo: inout CapturePhoto, _ job: PhotoJob, _ codec: VideoCodecType, _ quality: Float?
  ) throws {
    let priority = job.settings.photoQualityPrioritization
    let percent = quality.map { Int(($0 * 99).rounded()) + 1 } ?? priority.usualQuality
    switch codec {
    case .jpeg: try encodeJPEG(&photo, job, quality == nil ? nil : percent)
    case .png:
      let encoder = PNGEncoder(compressionLevel: priority == .quality ? 9 : priority == .speed ? 1 : 6)
      photo.file = try encoder.encode(scaled(job, to: .rgb24), metadata: photo.metadata).data
    case .hevc, .av1:
      let encoder = HEIFEncoder(codec, quality: percent)
      photo.file = try encoder.encode(scaled(job, to: .rgb24), metadata: photo.metadata)
    default: break
    }
  }

  private static func encodeJPEG(_ photo: inout CapturePhoto, _ job: PhotoJob, _ percent: Int?) throws {
    photo.embeddedThumbnail = try thumbnail(of: job)
    let isWhole = job.sample.formatDescription.dimensions == job.resolved.photoDimensions
    if percent == nil, isWhole, job.sample.formatDescription.codec == .jpeg, let data = job.sample.dataBuffer {
      let picture = try EncodedPicture(data)
      photo.file = try picture.replacingMetadata(photo.metadata, thumbnail: photo.embeddedThumbnail).data
      photo.isCameraData = true
      return
    }
    let priority = job.settings.photoQualityPrioritization
    // Chroma as fine as luma is worth its bytes only where the camera delivers more than a quarter of it.
    let isFine = priority == .quality && !job.sample.hasQuarterChroma
    let encoder = JPEGEncoder(
      quality: percent ?? priority.usualQuality, chromaSampling: isFine ? .full : .quarter)
    let picture = try encoder.encode(scaled(job, to: isFine ? .rgb24 : .i420FullRange))
    photo.file = try picture.replacingMetadata(photo.metadata, thumbnail: photo.embeddedThumbnail).data
  }

  private static func thumbnail(of job: PhotoJob) throws -> EncodedPicture? {
    guard job.settings.embeddedThumbnailDimensions != nil else { return nil }
    let small = try job.sample.image(as: .i420FullRange).scaled(to: job.resolved.embeddedThumbnailDimensions)
    return try JPEGEncoder(quality: 75).encode(small)
  }

  /// The frame as pixels, as large as was resolved.
  private static func scaled(_ job: PhotoJob, to format: PixelFormat) throws -> PixelBuffer {
    let size = job.resolved.photoDimensions
    guard size != job.sample.formatDescription.dimensions else { return try job.sample.image(as: format) }
    // Pixels that share chroma in one plane can't be scaled.
    let workable = format.isYCbCr ? PixelFormat.i420FullRange : PixelFormat.bgra
    return try job.sample.image(as: workable).scaled(to: size).converted(to: format)
  }

  // MARK: Raw

  private static func makeRaw(_ photo: inout CapturePhoto, _ job: PhotoJob) throws {
    let size = job.sample.formatDescription.dimensions
    guard let pattern = BayerPattern(job.sample.formatDescription), let data = job.sample.dataBuffer else {
      throw CaptureError(
        .unsupportedFormat, subject: "raw photo", reason: "the camera delivers \(job.sample.formatDescription)")
    }
    let encoder = DNGEncoder(pattern: pattern, cameraModel: job.device?.modelInFiles ?? "camera")
    photo.file = try encoder.encode(data, dimensions: size, metadata: photo.metadata)
    photo.fileType = .dng
  }

  // MARK: What is known of it

  private static func metadata(of job: PhotoJob) -> PictureMetadata {
    var metadata = job.settings.metadata
    metadata.orientation = job.sample.orientation
    metadata.date(job.time)
    if metadata.exposure == PictureExposure() {
      metadata.exposure =
        job.exposure ?? job.device?.pictureExposure(isFlashFired: job.resolved.isFlashEnabled) ?? PictureExposure()
    }
    if let identifier = job.contentIdentifier {
      let (tag, value) = ContentIdentifier.tag(identifier)
      metadata.tags[tag] = value
    }
    guard let device = job.device else { return metadata }
    if metadata.tags[.make] == nil { metadata.tags[.make] = device.makeInFiles.map { .text($0) } }
    if metadata.tags[.model] == nil { metadata.tags[.model] = .text(device.modelInFiles) }
    return metadata
  }
}

extension CapturePhotoOutput.QualityPrioritization {
  /// From 1 to 100, as encoders take it.
  fileprivate var usualQuality: Int {
    switch self {
    case .speed: 85
    case .balanced: 90
    case .quality: 95
    }
  }
}

extension SampleBuffer {
  /// Whether there is one sample of chroma for four of luma at most.
  fileprivate var hasQuarterChroma: Bool {
    switch formatDescription.pixelFormat {
    case .nv12?, .nv12FullRange?, .nv21?, .i420?, .i420FullRange?, .grey?: true
    default: false
    }
  }
}

extension PixelBuffer {
  /// Whether a sample's picture lies in the same memory.
  fileprivate func isShared(with sample: SampleBuffer) -> Bool {
    guard let other = sample.imageBuffer else { return false }
    return withUnsafePlane(0) { mine in other.withUnsafePlane(0) { $0.baseAddress == mine.baseAddress } }
  }
}
