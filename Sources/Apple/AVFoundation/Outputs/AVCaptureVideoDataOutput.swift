public import CoreMedia
public import OpenCaptureSession

/// An output that delivers frames; an alias of `CaptureVideoDataOutput`.
public typealias AVCaptureVideoDataOutput = CaptureVideoDataOutput

/// A delegate that receives frames; an alias of `CaptureVideoDataOutputSampleBufferDelegate`.
public typealias AVCaptureVideoDataOutputSampleBufferDelegate = CaptureVideoDataOutputSampleBufferDelegate

extension CaptureSampleBufferDelegate {
  /// Does nothing; the method is optional, as on Apple's systems.
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}

extension CaptureVideoDataOutput {
  /// Creates an output that rotates and mirrors pixels as its connection specifies.
  public convenience init() { self.init(settings: Self.defaults) }

  /// The default settings; as on Apple's systems, pixels are always rotated.
  private static var defaults: VideoSettings {
    var settings = VideoSettings()
    settings.rotatesPixels = true
    return settings
  }

  // Implicitly unwrapped as on Apple's systems, where nil resets the property.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The pixel format and size of frames; default empty, for those of the camera.
  ///
  /// The keys are `kCVPixelBufferPixelFormatTypeKey`, and `kCVPixelBufferWidthKey` with `kCVPixelBufferHeightKey`.
  /// If the camera's format cannot be rotated or mirrored, the nearest suitable format is used. Formats that are
  /// not in ``availableVideoPixelFormatTypes`` are reported on standard error and ignored.
  public var videoSettings: [String: Any]! {
    get {
      var dictionary: [String: Any] = [:]
      if let format = settings.pixelFormat { dictionary[kCVPixelBufferPixelFormatTypeKey] = format.coreVideoType }
      if let dimensions = settings.dimensions {
        dictionary[kCVPixelBufferWidthKey] = Int(dimensions.width)
        dictionary[kCVPixelBufferHeightKey] = Int(dimensions.height)
      }
      return dictionary
    }
    set {
      let dictionary = newValue ?? [:]
      var requestedSettings = Self.defaults
      if let code = dictionary.integer(kCVPixelBufferPixelFormatTypeKey) {
        guard let type = OSType(exactly: code), availableVideoPixelFormatTypes.contains(type) else {
          return MisuseReporter.report("videoSettings: unsupported pixel format \(code)")
        }
        requestedSettings.pixelFormat = PixelFormat(coreVideoType: type)
      }
      if let width = dictionary.integer(kCVPixelBufferWidthKey),
        let height = dictionary.integer(kCVPixelBufferHeightKey)
      {
        guard (1...32_768).contains(width), (1...32_768).contains(height) else {
          return MisuseReporter.report("videoSettings: unsupported size \(width)×\(height)")
        }
        requestedSettings.dimensions = VideoDimensions(width: width, height: height)
      }
      settings = requestedSettings
    }
  }

  /// The supported pixel formats, the most common first.
  public var availableVideoPixelFormatTypes: [OSType] { availablePixelFormats.map(\.coreVideoType) }

  /// Whether the output chooses the frame size; always true, the size is that of the camera.
  public var automaticallyConfiguresOutputBufferDimensions: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether frames have the size of a preview; always false.
  public var deliversPreviewSizedOutputBuffers: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue, "set a size in videoSettings") }
  }

  /// The codecs of delivered frames; always empty, because frames are uncompressed.
  public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

  /// Returns the codecs for an asset writer.
  public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType) -> [AVVideoCodecType] {
    outputFileType.movieContainer?.codecs ?? []
  }

  /// Returns settings of an asset writer input that suit the camera; nil for unsupported file types.
  public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    guard let codec = availableVideoCodecTypesForAssetWriter(writingTo: outputFileType).first else { return nil }
    return recommendedVideoSettings(forVideoCodecType: codec, assetWriterOutputFileType: outputFileType)
  }

  /// Returns settings of an asset writer input with a codec that suit the camera; the URL has no effect.
  public func recommendedVideoSettings(
    forVideoCodecType videoCodecType: AVVideoCodecType, assetWriterOutputFileType outputFileType: AVFileType,
    outputFileURL: URL?
  ) -> [String: Any]? {
    recommendedVideoSettings(forVideoCodecType: videoCodecType, assetWriterOutputFileType: outputFileType)
  }

  /// Returns settings of an asset writer input with a codec that suit the camera.
  public func recommendedVideoSettings(
    forVideoCodecType videoCodecType: AVVideoCodecType, assetWriterOutputFileType outputFileType: AVFileType
  ) -> [String: Any]? {
    guard availableVideoCodecTypesForAssetWriter(writingTo: outputFileType).contains(videoCodecType) else {
      return nil
    }
    var recommended: [String: Any] = [AVVideoCodecKey: videoCodecType]
    let size = connection(with: .video)?.inputPorts.first?.formatDescription?.dimensions
    recommended[AVVideoWidthKey] = size?.width
    recommended[AVVideoHeightKey] = size?.height
    return recommended
  }

  /// The minimum frame duration; has no effect, use that of the device.
  public var minFrameDuration: CMTime {
    get { .invalid }
    set { MisuseReporter.reportUnsupported(newValue.isValid, "set the device's activeVideoMinFrameDuration") }
  }
}
