public import CoreVideo
public import Foundation
public import OpenCaptureMediaSamples

/// Width and height of a picture in whole pixels.
public struct CMVideoDimensions: Sendable, Hashable {
  /// Pixels across.
  public var width: Int32
  /// Pixels down.
  public var height: Int32

  /// Makes dimensions of nothing.
  public init() { self.init(width: 0, height: 0) }

  /// Makes dimensions of `width` by `height` pixels.
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }

  package init(_ dimensions: VideoDimensions) {
    self.init(width: Int32(clamping: dimensions.width), height: Int32(clamping: dimensions.height))
  }
}

/// Width and height of the stored picture, before its orientation is applied; 0×0 for sound.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  CMVideoDimensions(videoDesc.storedDimensions)
}

/// The size that pictures are to be shown in: pixels are square here, and all of them are shown.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  let dimensions = videoDesc.storedDimensions
  return CGSize(width: dimensions.width, height: dimensions.height)
}

/// Which part of pictures is to be shown: all of them.
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  let dimensions = videoDesc.storedDimensions
  return CGRect(x: 0, y: 0, width: dimensions.width, height: dimensions.height)
}

/// Whether a description says what a picture is.
public func CMVideoFormatDescriptionMatchesImageBuffer(
  _ videoDesc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
  videoDesc == FormatDescription(of: imageBuffer)
}

/// Describes a picture: its format, its size and how its colours weigh, where that is attached.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = FormatDescription(of: imageBuffer)
  return noErr
}

/// Describes pictures of a pixel format or codec.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - codecType: The codec, or the pixel format.
///   - width: Pixels across, 1 to 65,535.
///   - height: Pixels down, 1 to 65,535.
///   - extensions: What else is known; how colours weigh has an effect.
///   - formatDescriptionOut: Gets the description; nil where there is none.
/// - Returns: What was wrong, if anything.
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
      codec: VideoCodecType(rawValue: .init(rawValue: codecType)), dimensions: dimensions,
      colorRange: extensions?.bool(kCMFormatDescriptionExtension_FullRangeVideo) == false ? .video : .full,
      colorMatrix: matrix ?? .bt601)
  return noErr
}

extension FormatDescription {
  /// Width and height of the stored picture, before its orientation is applied; 0×0 for sound.
  public var dimensions: CMVideoDimensions { CMVideoFormatDescriptionGetDimensions(self) }

  /// The size that pictures are to be shown in.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    CMVideoFormatDescriptionGetPresentationDimensions(
      self, usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
  }

  /// Which part of pictures is to be shown.
  public func cleanAperture(originIsAtTopLeft: Bool = true) -> CGRect {
    CMVideoFormatDescriptionGetCleanAperture(self, originIsAtTopLeft: originIsAtTopLeft)
  }

  /// Whether it says what a picture is.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    CMVideoFormatDescriptionMatchesImageBuffer(self, imageBuffer: imageBuffer)
  }

  /// Describes a picture.
  ///
  /// It doesn't fail: it may elsewhere.
  public init(imageBuffer: CVImageBuffer) throws { self.init(of: imageBuffer) }

  /// Describes pictures of a pixel format or codec.
  ///
  /// - Throws: An `NSError` where the size can't be.
  public init(videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions? = nil) throws {
    var description: CMFormatDescription?
    let given = extensions.map { extensions in
      CFDictionary(
        extensions.map { ($0.key.rawValue, $0.value.propertyListRepresentation) }, uniquingKeysWith: { $1 })
    }
    let status = CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: videoCodecType.rawValue, width: Int32(clamping: width),
      height: Int32(clamping: height), extensions: given, formatDescriptionOut: &description)
    guard let description else {
      throw coreMediaError(status, "There can't be pictures of \(width)×\(height) pixels")
    }
    self = description
  }

  /// Describes a picture, with the colours that are attached to it.
  package init(of imageBuffer: CVImageBuffer) {
    let matrix = imageBuffer.attachmentEntry(kCVImageBufferYCbCrMatrixKey)?.value as? String
    self.init(
      pixelFormat: imageBuffer.format, dimensions: imageBuffer.dimensions,
      colorMatrix: matrix.flatMap(ColorMatrix.init(coreVideoName:)) ?? .bt601)
  }
}
