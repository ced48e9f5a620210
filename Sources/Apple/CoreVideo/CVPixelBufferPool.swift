public import OpenCaptureMediaSamples

/// A pool of pixel buffers with the same format and size, which reuses released buffers.
///
/// The pool grows to the number of buffers in use at once. Free buffers stay until ``CVPixelBufferPoolFlush(_:_:)``
/// or the end of the pool. They do not expire.
public typealias CVPixelBufferPool = PixelBufferPool

/// The key of the number of buffers that a pool keeps when it is flushed; default 0.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The key of the maximum age of free buffers; has no effect, they stay until the pool is flushed.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The key of the maximum number of buffers in use; default unlimited.
///
/// It applies to the call that passes this attribute.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"

/// Options for flushing a pool.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt64

  /// Creates options from bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Releases all free buffers of any age, which is always the case here.
  public static let excessBuffers = Self(rawValue: 1)
}

/// Creates a pool.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - poolAttributes: Only ``kCVPixelBufferPoolMinimumBufferCountKey`` has an effect.
///   - pixelBufferAttributes: The attributes of the buffers. ``kCVPixelBufferPixelFormatTypeKey``,
///     ``kCVPixelBufferWidthKey`` and ``kCVPixelBufferHeightKey`` are required.
///     ``kCVPixelBufferBytesPerRowAlignmentKey`` is optional.
///   - poolOut: Receives the pool; nil on failure.
/// - Returns: ``kCVReturnSuccess`` or an error.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  poolOut.pointee = nil
  let attributes = pixelBufferAttributes ?? [:]
  guard let format = attributes.pixelFormatType, let width = attributes.integer(kCVPixelBufferWidthKey),
    let height = attributes.integer(kCVPixelBufferHeightKey)
  else { return kCVReturnInvalidPixelBufferAttributes }
  return create(poolOut) { () throws(MediaError) in
    try PixelBufferPool(
      format: PixelFormat(coreVideoType: format), width: width, height: height,
      rowAlignment: attributes.rowAlignment, maximumBufferCount: .max,
      minimumBufferCount: poolAttributes?.integer(kCVPixelBufferPoolMinimumBufferCountKey) ?? 0)
  }
}

/// Creates or reuses a buffer of a pool, with undefined content.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  create(pixelBufferOut) { () throws(MediaError) in try pixelBufferPool.makeBuffer() }
}

/// Creates or reuses a buffer of a pool, with undefined content and a limit.
///
/// - Returns: `kCVReturnWouldExceedAllocationThreshold` if ``kCVPixelBufferPoolAllocationThresholdKey`` buffers are
///   in use.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let threshold = auxAttributes?.integer(kCVPixelBufferPoolAllocationThresholdKey) ?? .max
  return create(pixelBufferOut) { () throws(MediaError) in try pixelBufferPool.makeBuffer(limit: threshold) }
}

/// Releases the memory of free buffers, except for the number of buffers that the pool keeps.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  pool.flush()
}

/// Returns the attributes of a pool that have an effect.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  [kCVPixelBufferPoolMinimumBufferCountKey: pool.minimumBufferCount]
}

/// Returns the attributes of the buffers of a pool.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  [
    kCVPixelBufferPixelFormatTypeKey: pool.layout.format.coreVideoType, kCVPixelBufferWidthKey: pool.layout.width,
    kCVPixelBufferHeightKey: pool.layout.height,
  ]
}
