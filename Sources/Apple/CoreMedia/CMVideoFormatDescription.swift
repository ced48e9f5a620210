public import CoreVideo
public import OpenCaptureMediaSamples

/// The dimensions of an image, in whole pixels.
public struct CMVideoDimensions: Sendable, Hashable {
  /// The width, in pixels.
  public var width: Int32
  /// The height, in pixels.
  public var height: Int32

  /// Creates dimensions of `width` × `height` pixels; the default is 0×0.
  public init(width: Int32 = 0, height: Int32 = 0) {
    self.width = width
    self.height = height
  }

  package init(_ dimensions: VideoDimensions) {
    self.init(width: Int32(clamping: dimensions.width), height: Int32(clamping: dimensions.height))
  }
}

/// Returns the pixel format or codec of a description, as ``CMFormatDescriptionGetMediaSubType(_:)``.
public func CMVideoFormatDescriptionGetCodecType(_ videoDesc: CMVideoFormatDescription) -> CMVideoCodecType {
  CMFormatDescriptionGetMediaSubType(videoDesc)
}

/// Returns the dimensions of the stored image, before rotation; 0×0 for sound.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  CMVideoDimensions(videoDesc.videoDimensions)
}

/// Returns the display size of images.
///
/// It equals the stored size, because pixels are square and the whole image is visible.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  let dimensions = videoDesc.videoDimensions
  return CGSize(width: dimensions.width, height: dimensions.height)
}

/// Returns the visible part of images, which is the whole image.
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  let dimensions = videoDesc.videoDimensions
  return CGRect(x: 0, y: 0, width: dimensions.width, height: dimensions.height)
}

/// Returns whether a description matches an image.
public func CMVideoFormatDescriptionMatchesImageBuffer(
  _ videoDesc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
  videoDesc == FormatDescription(of: imageBuffer)
}

/// Creates a description of an image from its format, its size and the attached color matrix.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = FormatDescription(of: imageBuffer)
  return noErr
}

/// Creates a description of a pixel format or codec.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - codecType: The codec or pixel format.
///   - width: The width, 1 to 65,535 pixels.
///   - height: The height, 1 to 65,535 pixels.
///   - extensions: The extensions. The color matrix and, for codecs, the color range have an effect.
///   - formatDescriptionOut: Receives the description; nil on failure.
/// - Returns: `noErr` or an error.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  let sides = 1...Int32(PixelLayout.largestSide)
  guard sides.contains(width), sides.contains(height) else { return kCMFormatDescriptionError_InvalidParameter }
  let dimensions = VideoDimensions(width: Int(width), height: Int(height))
  let matrix = (extensions?[kCMFormatDescriptionExtension_YCbCrMatrix] as? String)
    .flatMap(ColorMatrix.init(coreVideoName:))
  let format = PixelFormat(coreVideoType: codecType)
  formatDescriptionOut.pointee =
    format.isSupported
    ? FormatDescription(pixelFormat: format, dimensions: dimensions, colorMatrix: matrix ?? .bt601)
    : FormatDescription(
      codec: VideoCodecType(.init(rawValue: codecType)), dimensions: dimensions,
      colorRange: extensions?.bool(kCMFormatDescriptionExtension_FullRangeVideo) == false ? .video : .full,
      colorMatrix: matrix ?? .bt601)
  return noErr
}

extension FormatDescription {
  /// The dimensions of the stored image, before rotation; 0×0 for sound.
  public var dimensions: CMVideoDimensions { CMVideoFormatDescriptionGetDimensions(self) }

  /// Returns the display size of images.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    CMVideoFormatDescriptionGetPresentationDimensions(
      self, usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
  }

  /// Returns the visible part of images.
  public func cleanAperture(originIsAtTopLeft: Bool = true) -> CGRect {
    CMVideoFormatDescriptionGetCleanAperture(self, originIsAtTopLeft: originIsAtTopLeft)
  }

  /// Returns whether the description matches an image.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    CMVideoFormatDescriptionMatchesImageBuffer(self, imageBuffer: imageBuffer)
  }

  /// Creates a description of an image.
  ///
  /// Never throws; the declaration is the same as on Apple's systems.
  public init(imageBuffer: CVImageBuffer) throws { self.init(of: imageBuffer) }

  /// Creates a description of a pixel format or codec.
  ///
  /// - Throws: An `NSError` if the size is invalid.
  public init(videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions? = nil) throws {
    var description: CMFormatDescription?
    let given = extensions.map { extensions in
      CFDictionary(
        extensions.map { ($0.key.rawValue, $0.value.propertyListRepresentation) }, uniquingKeysWith: { $1 })
    }
    let status = CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: videoCodecType.rawValue, width: Int32(clamping: width),
      height: Int32(clamping: height), extensions: given, formatDescriptionOut: &description)
    guard let description else { throw coreMediaError(status, "Invalid image size: \(width)×\(height) pixels") }
    self = description
  }

  /// Creates a description of an image with its attached color matrix.
  package init(of imageBuffer: CVImageBuffer) {
    self.init(
      pixelFormat: imageBuffer.format, dimensions: imageBuffer.dimensions,
      colorMatrix: imageBuffer.attachedColorMatrix)
  }
}
