public import CoreMedia
import CoreVideo
import Foundation
import OpenCaptureMediaSamples
public import OpenCaptureSession

/// Delivers frames; ours, under Apple's name.
public typealias AVCaptureVideoDataOutput = CaptureVideoDataOutput

/// Takes frames; ours, under Apple's name.
public typealias AVCaptureVideoDataOutputSampleBufferDelegate = CaptureVideoDataOutputSampleBufferDelegate

extension CaptureVideoDataOutput {
  /// Makes an output without a delegate, which turns and mirrors pixels as the connection says.
  public convenience init() { self.init(settings: Self.defaults) }

  /// Pixels are turned on Apple's systems whatever else is asked for.
  private static var defaults: VideoSettings {
    var settings = VideoSettings()
    settings.turnsPixels = true
    return settings
  }

  // As on Apple's systems, where nil resets it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// What pixels are delivered, under Core Video's keys: `kCVPixelBufferPixelFormatTypeKey`, and
  /// `kCVPixelBufferWidthKey` with `kCVPixelBufferHeightKey`.
  ///
  /// Empty, as it is by default, for those of the camera; turned or mirrored, those of the nearest format in which that
  /// goes. A format that isn't one of
  /// ``availableVideoPixelFormatTypes`` changes nothing, and is told on standard error.
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
      var wishes = Self.defaults
      if let code = dictionary.integer(kCVPixelBufferPixelFormatTypeKey) {
        guard let type = OSType(exactly: code), availableVideoPixelFormatTypes.contains(type) else {
          return Misuse.tell("videoSettings: frames can't have pixels of format \(code)")
        }
        wishes.pixelFormat = PixelFormat(coreVideoType: type)
      }
      if let width = dictionary.integer(kCVPixelBufferWidthKey),
        let height = dictionary.integer(kCVPixelBufferHeightKey)
      {
        guard (1...32_768).contains(width), (1...32_768).contains(height) else {
          return Misuse.tell("videoSettings: frames can't be \(width)×\(height)")
        }
        wishes.dimensions = VideoDimensions(width: width, height: height)
      }
      settings = wishes
    }
  }

  /// The formats that can be asked for, the most usual first.
  public var availableVideoPixelFormatTypes: [OSType] { PixelFormat.conversionTargets.map(\.coreVideoType) }

  /// True: where a format is asked for, it comes in the size that the camera has.
  public var automaticallyConfiguresOutputBufferDimensions: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether frames come in the size of a preview; no.
  public var deliversPreviewSizedOutputBuffers: Bool {
    get { false }
    set { if newValue { Misuse.tell("deliversPreviewSizedOutputBuffers: set a size in videoSettings") } }
  }

  /// The codecs that can be had here in place of pixels: none.
  public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

  /// The codecs that asset writers can be given: those of movies.
  public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType) -> [AVVideoCodecType] {
    outputFileType.movieContainer?.codecs ?? []
  }

  /// Settings for a movie that go well with the camera; nil where files of the kind aren't written here.
  public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    guard let codec = availableVideoCodecTypesForAssetWriter(writingTo: outputFileType).first else { return nil }
    return recommendedVideoSettings(forVideoCodecType: codec, assetWriterOutputFileType: outputFileType)
  }

  /// Settings for a movie with a codec that go well with the camera.
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

  /// Settings for a movie with a codec that go well with the camera.
  public func recommendedVideoSettings(
    forVideoCodecType videoCodecType: AVVideoCodecType, assetWriterOutputFileType outputFileType: AVFileType,
    outputFileURL: URL?
  ) -> [String: Any]? {
    recommendedVideoSettings(forVideoCodecType: videoCodecType, assetWriterOutputFileType: outputFileType)
  }

  /// How long a frame lasts at least for this output: as the device says.
  public var minFrameDuration: CMTime {
    get { .invalid }
    set { if newValue.isValid { Misuse.tell("minFrameDuration: set the device's activeVideoMinFrameDuration") } }
  }
}
