public import OpenCaptureMediaSamples

/// A set of option bits.
public typealias CVOptionFlags = UInt64

/// Options for locking a pixel buffer.
public struct CVPixelBufferLockFlags: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt64

  /// Creates options from bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The pixels are only read, so that results computed from them remain valid.
  public static let readOnly = Self(rawValue: 1)
}

/// Begins access to the pixels by address.
///
/// Balance every call with ``CVPixelBufferUnlockBaseAddress(_:_:)``. Pixels are always in memory, and addresses are
/// also valid without a lock. The lock does not exclude other threads. When the last lock for writing ends, cached
/// luma and conversions become invalid. They do not reflect changes made without a lock.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - lockFlags: ``CVPixelBufferLockFlags/readOnly``, or an empty set for writing.
/// - Returns: `kCVReturnUnsupported` for writing to memory that others read at the same time, such as a decoder.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.beginAccess(writing: !lockFlags.contains(.readOnly)) ? kCVReturnSuccess : kCVReturnUnsupported
}

/// Ends an access begun with ``CVPixelBufferLockBaseAddress(_:_:)``.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - unlockFlags: The flags of the lock.
/// - Returns: `kCVReturnInvalidArgument` if no such lock exists.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.endAccess(writing: !unlockFlags.contains(.readOnly)) ? kCVReturnSuccess : kCVReturnInvalidArgument
}

/// Returns the first byte of the pixels, or of the first plane.
///
/// The address is valid while the caller holds the buffer. No header precedes the planes.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.address(ofPlane: 0)
}

/// Returns the width, in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// Returns the height, in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// Returns the pixel format, such as ``kCVPixelFormatType_32BGRA``.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.format.coreVideoType
}

/// Returns the number of bytes from one row to the next.
///
/// For planar formats this is the total size of the planes divided by the number of rows.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  if let only = pixelBuffer.singlePlane { return only.bytesPerRow }
  return (CVPixelBufferGetDataSize(pixelBuffer) + pixelBuffer.height - 1) / max(1, pixelBuffer.height)
}

/// Returns the number of bytes from the first pixel to the end of the last row, over all planes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  let planes = pixelBuffer.planes
  let (first, last) = planes.reduce((Int.max, 0)) { span, plane in
    (min(span.0, plane.offset), max(span.1, plane.offset + plane.height * plane.bytesPerRow))
  }
  return max(0, last - first)
}

/// Returns the numbers of padding pixels on each side, which are always 0.
public func CVPixelBufferGetExtendedPixels(
  _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
  _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
  _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
  for extra in [extraColumnsOnLeft, extraColumnsOnRight, extraRowsOnTop, extraRowsOnBottom] { extra?.pointee = 0 }
}

/// Does nothing, because buffers have no padding pixels.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn { kCVReturnSuccess }

// For images with a single plane, the functions for planes treat plane 0 as the image. Apple's implementation does
// the same, although its documentation says otherwise.

/// Returns whether the pixels are stored in several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.singlePlane == nil }

/// Returns the number of planes; 0 for images that are not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.singlePlane == nil ? pixelBuffer.planes.count : 0
}

/// Returns the first byte of a plane; nil if the index is out of range.
///
/// The address is valid while the caller holds the buffer.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  pixelBuffer.address(ofPlane: planeIndex)
}

/// Returns the width of a plane, in pixels or chroma samples; 0 if the index is out of range.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// Returns the height of a plane, in rows; 0 if the index is out of range.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// Returns the number of bytes from one row of a plane to the next; 0 if the index is out of range.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// Returns the attributes of buffers with the same format and size.
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary {
  [
    kCVPixelBufferPixelFormatTypeKey: pixelBuffer.format.coreVideoType, kCVPixelBufferWidthKey: pixelBuffer.width,
    kCVPixelBufferHeightKey: pixelBuffer.height,
  ]
}

/// Returns whether a buffer has the format and the size of attributes; missing attributes are not compared.
public func CVPixelBufferIsCompatibleWithAttributes(
  _ pixelBuffer: CVPixelBuffer, _ attributes: CFDictionary?
) -> Bool {
  guard let attributes else { return true }
  let format = attributes[kCVPixelBufferPixelFormatTypeKey]
  let formats = (format as? [Any] ?? format.map { [$0] })?.compactMap { wholeNumber($0) }
  return formats?.contains(Int(pixelBuffer.format.coreVideoType)) ?? true
    && attributes.integer(kCVPixelBufferWidthKey) ?? pixelBuffer.width == pixelBuffer.width
    && attributes.integer(kCVPixelBufferHeightKey) ?? pixelBuffer.height == pixelBuffer.height
}

extension PixelBuffer {
  /// The plane of a format with a single plane; nil for planar formats.
  var singlePlane: PixelLayout.Plane? { planes.count == 1 ? planes[0] : nil }

  func plane(_ index: Int) -> PixelLayout.Plane? { planes.indices.contains(index) ? planes[index] : nil }
}
