public import OpenCaptureMediaSamples

/// Bits that say how something is done.
public typealias CVOptionFlags = UInt64

/// How a pixel buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt64

  /// Makes flags of these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The pixels are read, not written; what was computed from them stays right.
  public static let readOnly = Self(rawValue: 1)
}

/// Begins to use the pixels by address; each call has one of ``CVPixelBufferUnlockBaseAddress(_:_:)``.
///
/// Pixels are in memory all the time here, and threads aren't kept apart: addresses are right without a lock, too. What it is
/// for is writing: once the last lock for that is undone, luma and conversions are computed anew when somebody asks for
/// them. What is written without a lock, they don't show.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - lockFlags: Whether the pixels are only read.
/// - Returns: `kCVReturnUnsupported` for writing to memory that others read meanwhile, such as a decoder's.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.beginAccess(writing: !lockFlags.contains(.readOnly)) ? kCVReturnSuccess : kCVReturnUnsupported
}

/// Ends what ``CVPixelBufferLockBaseAddress(_:_:)`` began.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - unlockFlags: The flags that it was locked with.
/// - Returns: `kCVReturnInvalidArgument` where it isn't locked so.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.endAccess(writing: !unlockFlags.contains(.readOnly)) ? kCVReturnSuccess : kCVReturnInvalidArgument
}

/// Where the pixels begin; of planes, the first one's.
///
/// It is right as long as somebody holds the buffer. No header precedes planes.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.address(ofPlane: 0)
}

/// Pixels across.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// Pixels down.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// How the pixels are stored, such as ``kCVPixelFormatType_32BGRA``.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.format.coreVideoType
}

/// Bytes from one row to the next; of planes, so many that as many rows as the picture has hold them all.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  if let only = pixelBuffer.onlyPlane { return only.bytesPerRow }
  return (CVPixelBufferGetDataSize(pixelBuffer) + pixelBuffer.height - 1) / max(1, pixelBuffer.height)
}

/// Bytes from the first pixel to the end of the last row, of all planes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  let planes = pixelBuffer.planes
  let (first, last) = planes.reduce((Int.max, 0)) { span, plane in
    (min(span.0, plane.offset), max(span.1, plane.offset + plane.height * plane.bytesPerRow))
  }
  return max(0, last - first)
}

/// How many pixels there are beyond the picture, on each side: none.
public func CVPixelBufferGetExtendedPixels(
  _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
  _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
  _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
  for extra in [extraColumnsOnLeft, extraColumnsOnRight, extraRowsOnTop, extraRowsOnBottom] { extra?.pointee = 0 }
}

/// Fills the pixels beyond the picture: there are none, and nothing is done.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn { kCVReturnSuccess }
