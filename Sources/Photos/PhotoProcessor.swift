import OpenCaptureMediaSamples
import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSession

/// The encoder of photos from captured frames; only this type interprets qualities and codecs.
enum PhotoProcessor {
  /// Creates one of the photos of a frame.
  static func make(_ number: Int, of job: PhotoJob) throws(CaptureError) -> CapturePhoto {
    var photo = job.emptyPhoto(number)
    photo.metadata = metadata(of: job, isRaw: photo.isRawPhoto)
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
      // The camera's buffer must be released.
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
    let percent = quality.map { Int(($0 * 99).rounded()) + 1 } ?? priority.defaultQuality
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
    let isWhole = job.sample.format.videoDimensions == job.resolved.photoDimensions
    if percent == nil, isWhole, job.sample.format.codec == .jpeg, let data = job.sample.data {
      let picture = try EncodedPicture(data)
      photo.file = try picture.replacingMetadata(photo.metadata, thumbnail: photo.embeddedThumbnail).data
      photo.isCameraData = true
      return
    }
    let priority = job.settings.photoQualityPrioritization
    // Full chroma resolution is useful only if the camera delivers more than a quarter of it.
    let isFine = priority == .quality && !job.sample.hasQuarterChroma
    let encoder = JPEGEncoder(
      quality: percent ?? priority.defaultQuality, chromaSampling: isFine ? .full : .quarter)
    let picture = try encoder.encode(scaled(job, to: isFine ? .rgb24 : .i420FullRange))
    photo.file = try picture.replacingMetadata(photo.metadata, thumbnail: photo.embeddedThumbnail).data
  }

  private static func thumbnail(of job: PhotoJob) throws -> EncodedPicture? {
    guard job.settings.embeddedThumbnailDimensions != nil else { return nil }
    let small = try job.sample.image(as: .i420FullRange).scaled(to: job.resolved.embeddedThumbnailDimensions)
    return try JPEGEncoder(quality: 75).encode(small)
  }

  /// Returns the frame as pixels, with the resolved dimensions.
  private static func scaled(_ job: PhotoJob, to format: PixelFormat) throws -> PixelBuffer {
    let size = job.resolved.photoDimensions
    guard size != job.sample.format.videoDimensions else { return try job.sample.image(as: format) }
    // Formats with interleaved chroma cannot be scaled.
    let scalable = format.isYCbCr ? PixelFormat.i420FullRange : PixelFormat.bgra
    return try job.sample.image(as: scalable).scaled(to: size).converted(to: format)
  }

  // MARK: Raw

  private static func makeRaw(_ photo: inout CapturePhoto, _ job: PhotoJob) throws {
    let size = job.sample.format.videoDimensions
    guard let pattern = BayerPattern(job.sample.format), let data = job.sample.data else {
      throw CaptureError(
        .unsupportedFormat, subject: "raw photo", reason: "the camera delivers \(job.sample.format)")
    }
    let encoder = DNGEncoder(pattern: pattern, cameraModel: job.device?.metadataModel ?? "camera")
    photo.file = try encoder.encode(data, dimensions: size, metadata: photo.metadata)
    photo.fileType = .dng
  }

  // MARK: Metadata

  private static func metadata(of job: PhotoJob, isRaw: Bool) -> PictureMetadata {
    var metadata = job.settings.metadata
    metadata.orientation = job.sample.orientation
    if metadata.date == nil {
      let milliseconds = job.time.nanosecondsSince1970 / 1_000_000
      metadata.date = PictureDate(
        secondsSince1970: milliseconds / 1000, secondsFromGMT: job.time.secondsFromGMT)
      metadata.millisecond = Int(milliseconds % 1000)
      metadata.secondsFromGMT = job.time.secondsFromGMT
    }
    if metadata.exposure == PictureExposure() {
      metadata.exposure =
        job.exposure ?? job.device?.pictureExposure(isFlashFired: job.resolved.isFlashEnabled) ?? PictureExposure()
    }
    if let identifier = job.contentIdentifier {
      let (tag, value) = ContentIdentifier.tag(identifier)
      metadata.tags[tag] = value
    }
    if let face = job.face, metadata.tags[.subjectArea] == nil {
      let size = isRaw ? job.resolved.rawPhotoDimensions : job.resolved.photoDimensions
      metadata.tags[.subjectArea] = subjectArea(face.scaled(x: Double(size.width), y: Double(size.height)))
    }
    guard let device = job.device else { return metadata }
    if metadata.tags[.make] == nil { metadata.tags[.make] = device.metadataMake.map { .text($0) } }
    if metadata.tags[.model] == nil { metadata.tags[.model] = .text(device.metadataModel) }
    return metadata
  }

  /// Returns a rectangle in pixels as EXIF stores it: its center, width and height.
  private static func subjectArea(_ area: Rect) -> PictureTag.Value {
    .shorts(
      [area.center.x, area.center.y, area.width, area.height].map {
        UInt16(exactly: min(max($0.rounded(), 0), 65_535)) ?? 0
      })
  }
}

extension CapturePhotoOutput.QualityPrioritization {
  /// The default quality for encoders, 1 to 100.
  fileprivate var defaultQuality: Int {
    switch self {
    case .speed: 85
    case .balanced: 90
    case .quality: 95
    }
  }
}

extension SampleBuffer {
  /// Whether the samples have at most one chroma sample for four luma samples.
  fileprivate var hasQuarterChroma: Bool {
    switch format.pixelFormat {
    case .nv12?, .nv12FullRange?, .nv21?, .i420?, .i420FullRange?, .grey?: true
    default: false
    }
  }
}

extension PixelBuffer {
  /// Whether the picture shares its memory with a sample.
  fileprivate func isShared(with sample: SampleBuffer) -> Bool {
    guard let other = sample.pixelBuffer else { return false }
    return withUnsafePlane(0) { mine in other.withUnsafePlane(0) { $0.baseAddress == mine.baseAddress } }
  }
}

/// A captured frame, and the settings of the photos to create from it.
struct PhotoJob: Sendable {
  let settings: CapturePhotoSettings
  let resolved: CaptureResolvedPhotoSettings
  let bracket: [any CaptureBracketedStillImageSettings]
  let device: CaptureDevice?
  /// The index of the frame within the request.
  let frame: Int
  var sample: SampleBuffer
  let time: WallTime
  /// The exposure that was set for the frame; nil to read it from the camera when the photo is created.
  let exposure: PictureExposure?
  /// The content identifier of a Live Photo; nil for others.
  var contentIdentifier: String?
  /// The bounds of the largest face in the frame, in device coordinates; nil if none was detected.
  var face: Rect?

  /// The numbers of the photos to create from the frame; a raw one precedes the processed one.
  var photos: Range<Int> { frame * settings.photosPerFrame..<(frame + 1) * settings.photosPerFrame }

  /// Returns a photo without file and pixels.
  func emptyPhoto(_ number: Int) -> CapturePhoto {
    CapturePhoto.empty(number, settings, resolved, bracket, device, timestamp: sample.presentationTimeStamp)
  }
}

extension CapturePhoto {
  /// Returns a photo without file and pixels, such as one that failed.
  static func empty(
    _ number: Int, _ settings: CapturePhotoSettings, _ resolved: CaptureResolvedPhotoSettings,
    _ bracket: [any CaptureBracketedStillImageSettings], _ device: CaptureDevice?, timestamp: MediaTime = .invalid
  ) -> CapturePhoto {
    let frame = number / max(1, settings.photosPerFrame)
    return CapturePhoto(
      timestamp: timestamp,
      isRawPhoto: settings.rawPhotoPixelFormatType != nil && number % settings.photosPerFrame == 0,
      photoCount: number + 1, sequenceCount: bracket.isEmpty ? 0 : frame + 1,
      bracketSettings: bracket.indices.contains(frame) ? bracket[frame] : nil, resolvedSettings: resolved,
      sourceDeviceType: device?.deviceType)
  }
}

extension PhotoProcessor {
  /// Creates a blank photo for each of the settings, to load libraries in advance; returns the first failure or nil.
  static func warmUp(_ all: [CapturePhotoSettings], _ capabilities: PhotoCapabilities) -> CaptureError? {
    for settings in all where settings.format != nil {
      do throws(CaptureError) {
        try capabilities.check(settings, [])
        _ = try make(0, of: job(CapturePhotoSettings(from: settings), capabilities))
      } catch {
        return error
      }
    }
    return nil
  }

  private static func job(
    _ settings: CapturePhotoSettings, _ capabilities: PhotoCapabilities
  ) throws(CaptureError) -> PhotoJob {
    do {
      let picture = try PixelBuffer(
        format: .i420FullRange, width: capabilities.stream.videoDimensions.width,
        height: capabilities.stream.videoDimensions.height)
      let processed = CapturePhotoSettings(format: settings.format ?? .compressed(.jpeg))
      return PhotoJob(
        settings: processed, resolved: capabilities.resolve(processed, frameCount: 1, in: nil), bracket: [],
        device: nil, frame: 0, sample: SampleBuffer(pixelBuffer: picture), time: .now, exposure: nil)
    } catch {
      throw CaptureError(.outOfMemory, subject: "photo", error)
    }
  }
}
