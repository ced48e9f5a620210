public import OpenCaptureMediaSamples

/// A function that releases the memory of a pixel buffer.
///
/// It receives the caller's context and the address of the memory.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (_ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?) -> Void

/// A function that releases the memory of the planes of a pixel buffer.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    _ releaseRefCon: UnsafeMutableRawPointer?, _ dataPtr: UnsafeRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
    _ planeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

/// Creates a pixel buffer with undefined content.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - width: The width, 1 to 65,535 pixels.
///   - height: The height, 1 to 65,535 pixels.
///   - pixelFormatType: The pixel format.
///   - pixelBufferAttributes: Only ``kCVPixelBufferBytesPerRowAlignmentKey`` has an effect.
///   - pixelBufferOut: Receives the buffer; nil on failure.
/// - Returns: ``kCVReturnSuccess`` or an error.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  create(pixelBufferOut) { () throws(MediaError) in
    try PixelBuffer(
      format: PixelFormat(coreVideoType: pixelFormatType), width: width, height: height,
      rowAlignment: pixelBufferAttributes?.rowAlignment ?? 64)
  }
}

/// Creates a pixel buffer in the caller's memory, for a format with one plane.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - width: The width, 1 to 65,535 pixels.
///   - height: The height, 1 to 65,535 pixels.
///   - pixelFormatType: The pixel format, with one plane.
///   - baseAddress: The first pixel. The memory must be valid until `releaseCallback` is called.
///   - bytesPerRow: The number of bytes from one row to the next.
///   - releaseCallback: A function that is called after the last reference is released, on any thread.
///   - releaseRefCon: The context for the callback.
///   - pixelBufferAttributes: Has no effect.
///   - pixelBufferOut: Receives the buffer; nil on failure.
/// - Returns: ``kCVReturnSuccess`` or an error. After an error the callback is not called.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let address = Address(baseAddress)
  let context = Address(releaseRefCon)
  return create(pixelBufferOut) { () throws(MediaError) in
    let layout = try PixelLayout(
      format: PixelFormat(coreVideoType: pixelFormatType), width: width, height: height, bytesPerRow: [bytesPerRow])
    return try PixelBuffer(
      wrapping: UnsafeMutableRawBufferPointer(start: baseAddress, count: layout.byteCount), layout: layout
    ) { releaseCallback?(context.pointer, address.pointer) }
  }
}

/// Creates a pixel buffer from planes in the caller's memory.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - width: The width, 1 to 65,535 pixels.
///   - height: The height, 1 to 65,535 pixels.
///   - pixelFormatType: The pixel format.
///   - dataPtr: The beginning of the memory; only passed to the callback.
///   - dataSize: The size of the memory; only passed to the callback.
///   - numberOfPlanes: The number of planes of the format.
///   - planeBaseAddress: The first byte of each plane. The memory must be valid until `releaseCallback` is called.
///   - planeWidth: The width of each plane in the format.
///   - planeHeight: The height of each plane in the format.
///   - planeBytesPerRow: The number of bytes from one row to the next, for each plane.
///   - releaseCallback: A function that is called after the last reference is released, on any thread.
///   - releaseRefCon: The context for the callback.
///   - pixelBufferAttributes: Has no effect.
///   - pixelBufferOut: Receives the buffer; nil on failure.
/// - Returns: ``kCVReturnSuccess`` or an error. After an error the callback is not called.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let indices = 0..<max(0, numberOfPlanes)
  let planes = indices.compactMap { planeBaseAddress[$0] }
  guard let first = planes.min(), planes.count == indices.count else {
    pixelBufferOut.pointee = nil
    return kCVReturnInvalidArgument
  }
  let addresses = planes.map { Address($0) }
  let data = Address(dataPtr)
  let context = Address(releaseRefCon)
  return create(pixelBufferOut) { () throws(MediaError) in
    let layout = try PixelLayout(
      format: PixelFormat(coreVideoType: pixelFormatType), width: width, height: height,
      offsets: planes.map { $0 - first }, bytesPerRow: indices.map { planeBytesPerRow[$0] })
    guard zip(layout.planes, indices).allSatisfy({ $0.width == planeWidth[$1] && $0.height == planeHeight[$1] })
    else {
      throw MediaError(
        .invalidDimensions, subject: "planes", reason: "the sizes differ from those of \(layout.format)")
    }
    let byteCount = layout.planes.map { $0.offset + $0.byteCount }.max() ?? 0
    return try PixelBuffer(
      wrapping: UnsafeMutableRawBufferPointer(start: first, count: byteCount), layout: layout
    ) {
      var pointers = addresses.map { UnsafeRawPointer($0.pointer) }
      releaseCallback?(context.pointer, data.pointer, dataSize, numberOfPlanes, &pointers)
    }
  }
}

/// An address in the caller's memory, which is passed back to the caller.
///
/// Unchecked: this library does not access the memory.
private struct Address: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?

  init(_ pointer: UnsafeMutableRawPointer?) { self.pointer = pointer }
}

/// Stores a new buffer or pool in `out` and returns the result code.
func create<Made>(_ out: UnsafeMutablePointer<Made?>, _ make: () throws(MediaError) -> Made) -> CVReturn {
  do throws(MediaError) {
    out.pointee = try make()
    return kCVReturnSuccess
  } catch {
    out.pointee = nil
    return error.coreVideoReturn
  }
}
