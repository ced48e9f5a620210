public import OpenCaptureMediaSamples

/// Pixel buffers of one kind, which are used again when nobody holds them any more.
///
/// It has as many as are in use at once. Those that nobody uses stay until ``CVPixelBufferPoolFlush(_:_:)`` or the pool's
/// end: they don't age.
public typealias CVPixelBufferPool = PixelBufferPool

/// How many buffers a pool keeps when it is flushed; default 0.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// How long buffers are kept that nobody uses; without effect: until the pool is flushed.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// How many buffers there may be, of those that are asked for with this attribute; default as many as there is memory for.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"

/// What a flushed pool gives back.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt64

  /// Makes flags of these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All buffers that nobody uses, whatever their age is: always so here.
  public static let excessBuffers = Self(rawValue: 1)
}

/// Makes a pool.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - poolAttributes: Of them, ``kCVPixelBufferPoolMinimumBufferCountKey`` has an effect.
///   - pixelBufferAttributes: What its buffers are: ``kCVPixelBufferPixelFormatTypeKey``, ``kCVPixelBufferWidthKey`` and
///     ``kCVPixelBufferHeightKey``, without which there is no pool, and ``kCVPixelBufferBytesPerRowAlignmentKey``.
///   - poolOut: Gets the pool; nil where there is none.
/// - Returns: What was wrong, if anything.
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
  do throws(MediaError) {
    poolOut.pointee = try PixelBufferPool(
      format: PixelFormat(coreVideoType: format), width: width, height: height,
      rowAlignment: attributes.rowAlignment, maximumBufferCount: .max,
      minimumBufferCount: poolAttributes?.integer(kCVPixelBufferPoolMinimumBufferCountKey) ?? 0)
    return kCVReturnSuccess
  } catch {
    return error.coreVideoReturn
  }
}

/// A buffer of the pool's, whose content is undefined.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  create(pixelBufferOut) { () throws(MediaError) in try pixelBufferPool.makeBuffer() }
}

/// A buffer of the pool's, whose content is undefined, if there is one, or it may make another.
///
/// - Returns: `kCVReturnWouldExceedAllocationThreshold` where as many as
///   ``kCVPixelBufferPoolAllocationThresholdKey`` says are in use.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let threshold = auxAttributes?.integer(kCVPixelBufferPoolAllocationThresholdKey) ?? .max
  return create(pixelBufferOut) { () throws(MediaError) in try pixelBufferPool.makeBuffer(limit: threshold) }
}

/// Gives the memory of buffers that nobody uses back to the system, but for as many as the pool keeps.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  pool.flush()
}

/// The attributes that a pool was made with, as far as they have an effect.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  [kCVPixelBufferPoolMinimumBufferCountKey: pool.minimumBufferCount]
}

/// What the buffers of a pool are.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  [
    kCVPixelBufferPixelFormatTypeKey: pool.layout.format.coreVideoType, kCVPixelBufferWidthKey: pool.layout.width,
    kCVPixelBufferHeightKey: pool.layout.height,
  ]
}
