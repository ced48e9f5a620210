public import OpenCaptureMediaSamples

/// Gives memory back that a pixel buffer was made on: gets what it was given for that, and where the memory is.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (
    _ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?
  ) -> Void

/// Gives memory back that planes were in.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    _ releaseRefCon: UnsafeMutableRawPointer?, _ dataPtr: UnsafeRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
    _ planeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

/// Makes a pixel buffer, whose content is undefined.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - width: Pixels across, 1 to 65,535.
///   - height: Pixels down, 1 to 65,535.
///   - pixelFormatType: How pixels are stored.
///   - pixelBufferAttributes: Of them, ``kCVPixelBufferBytesPerRowAlignmentKey`` has an effect.
///   - pixelBufferOut: Gets the buffer; nil where there is none.
/// - Returns: What was wrong, if anything.
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

/// Makes a pixel buffer on memory of the caller's, all in one place.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - width: Pixels across, 1 to 65,535.
///   - height: Pixels down, 1 to 65,535.
///   - pixelFormatType: How pixels are stored; not in planes.
///   - baseAddress: Where they begin. They stay there until they are released.
///   - bytesPerRow: Bytes from one row to the next.
///   - releaseCallback: Called when nobody holds the buffer any more, on whichever thread that happens.
///   - releaseRefCon: What it gets.
///   - pixelBufferAttributes: Without effect.
///   - pixelBufferOut: Gets the buffer; nil where there is none.
/// - Returns: What was wrong, if anything; the callback isn't called then.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let (address, context) = (Address(baseAddress), Address(releaseRefCon))
  return create(pixelBufferOut) { () throws(MediaError) in
    let layout = try PixelLayout(
      format: PixelFormat(coreVideoType: pixelFormatType), width: width, height: height, bytesPerRow: [bytesPerRow])
    return try PixelBuffer(
      wrapping: UnsafeMutableRawBufferPointer(start: baseAddress, count: layout.byteCount), layout: layout
    ) { releaseCallback?(context.pointer, address.pointer) }
  }
}

/// Makes a pixel buffer on planes of the caller's.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - width: Pixels across, 1 to 65,535.
///   - height: Pixels down, 1 to 65,535.
///   - pixelFormatType: How pixels are stored.
///   - dataPtr: Where what is to be released begins; only handed on.
///   - dataSize: How much that is; only handed on.
///   - numberOfPlanes: How many planes there are, as many as the format has.
///   - planeBaseAddress: Where each begins. They stay there until they are released.
///   - planeWidth: How wide each is, as wide as the format has it.
///   - planeHeight: How high each is.
///   - planeBytesPerRow: Bytes from one row of each to the next.
///   - releaseCallback: Called when nobody holds the buffer any more, on whichever thread that happens.
///   - releaseRefCon: What it gets.
///   - pixelBufferAttributes: Without effect.
///   - pixelBufferOut: Gets the buffer; nil where there is none.
/// - Returns: What was wrong, if anything; the callback isn't called then.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let planes = (0..<max(0, numberOfPlanes)).map { index in
    GivenPlane(
      address: planeBaseAddress[index], width: planeWidth[index], height: planeHeight[index],
      bytesPerRow: planeBytesPerRow[index])
  }
  guard let first = planes.compactMap(\.address).min(), planes.allSatisfy({ $0.address != nil }) else {
    pixelBufferOut.pointee = nil
    return kCVReturnInvalidArgument
  }
  let (addresses, data, context) = (planes.map { Address($0.address) }, Address(dataPtr), Address(releaseRefCon))
  return create(pixelBufferOut) { () throws(MediaError) in
    let layout = try PixelLayout(
      format: PixelFormat(coreVideoType: pixelFormatType), width: width, height: height,
      offsets: planes.map { $0.address.map { $0 - first } ?? 0 }, bytesPerRow: planes.map(\.bytesPerRow))
    guard zip(layout.planes, planes).allSatisfy({ $0.width == $1.width && $0.height == $1.height }) else {
      throw MediaError(
        .invalidDimensions, subject: "planes", reason: "they are not as large as those of \(layout.format)")
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

private struct GivenPlane {
  let address: UnsafeMutableRawPointer?
  let width: Int
  let height: Int
  let bytesPerRow: Int
}

/// An address of the caller's, which is only handed back.
///
/// Unchecked: what lies there is the caller's.
private struct Address: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?

  init(_ pointer: UnsafeMutableRawPointer?) { self.pointer = pointer }
}

/// Hands a buffer out, or says what was wrong.
func create(
  _ out: UnsafeMutablePointer<CVPixelBuffer?>, _ make: () throws(MediaError) -> PixelBuffer
) -> CVReturn {
  do throws(MediaError) {
    out.pointee = try make()
    return kCVReturnSuccess
  } catch {
    out.pointee = nil
    return error.coreVideoReturn
  }
}
