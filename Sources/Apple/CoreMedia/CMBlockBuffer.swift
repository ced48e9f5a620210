public import CoreVideo
import Glibc
public import OpenCaptureMediaSamples

/// A contiguous buffer of bytes, such as a compressed image or sound.
public typealias CMBlockBuffer = DataBuffer

/// Options for creating a block buffer.
public typealias CMBlockBufferFlags = UInt32

/// Allocates the memory immediately, which is always the case here.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0
/// Copies the bytes even if they could be shared.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1

/// Returns the number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.count }

/// Returns whether the buffer is empty.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.count == 0 }

/// Returns whether a range of bytes is contiguous, which every range within the buffer is.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
  theBuffer.withRange(offset, length) { _ in } == kCMBlockBufferNoErr
}

/// Provides the address of the bytes from an offset on.
///
/// - Parameters:
///   - theBuffer: The buffer. The address is valid while the caller holds it.
///   - offset: The offset of the first byte.
///   - lengthAtOffsetOut: Receives the number of bytes from the offset on.
///   - totalLengthOut: Receives the number of all bytes.
///   - dataPointerOut: Receives the address of the first byte.
/// - Returns: `noErr` or an error.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?,
  dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  guard theBuffer.count > 0 else { return kCMBlockBufferEmptyBBufErr }
  guard (0..<theBuffer.count).contains(offset) else { return kCMBlockBufferBadOffsetParameterErr }
  lengthAtOffsetOut?.pointee = theBuffer.count - offset
  totalLengthOut?.pointee = theBuffer.count
  dataPointerOut?.pointee = (theBuffer.address + offset).assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Copies bytes to the caller's memory.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
  destination: UnsafeMutableRawPointer
) -> OSStatus {
  theSourceBuffer.withRange(offsetToData, dataLength) { destination.copyMemory(from: $0, byteCount: dataLength) }
}

/// Provides the address of a range of bytes in the buffer, without a copy.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer?,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  theBuffer.withRange(offset, length) { returnedPointerOut.pointee = $0.assumingMemoryBound(to: CChar.self) }
}

/// Overwrites bytes of a buffer and its copies.
///
/// - Returns: `kCMBlockBufferBadPointerParameterErr` if others read the memory at the same time.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  destinationBuffer.withRange(offsetIntoDestination, dataLength, writing: true) {
    $0.copyMemory(from: sourceBytes, byteCount: dataLength)
  }
}

/// Overwrites bytes of a buffer and its copies with one value.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  destinationBuffer.withRange(offsetIntoDestination, dataLength, writing: true) {
    $0.initializeMemory(as: CChar.self, repeating: fillByte, count: dataLength)
  }
}

extension DataBuffer {
  /// Calls `body` with the address of a range, unless it exceeds the buffer or cannot be written.
  fileprivate func withRange(
    _ offset: Int, _ length: Int, writing: Bool = false, _ body: (UnsafeMutableRawPointer) -> Void
  ) -> OSStatus {
    guard (0...count).contains(offset) else { return kCMBlockBufferBadOffsetParameterErr }
    guard (0...count - offset).contains(length) else { return kCMBlockBufferBadLengthParameterErr }
    guard isWritable || !writing else { return kCMBlockBufferBadPointerParameterErr }
    body(address + offset)
    return kCMBlockBufferNoErr
  }

  /// The number of bytes.
  public var dataLength: Int { count }

  /// Whether the bytes are contiguous, which is always true.
  public var isContiguous: Bool { true }

  /// Returns a copy of the bytes.
  public func dataBytes() throws -> Data { withUnsafeBytes { Data($0) } }

  /// Calls `body` with the bytes, which are valid during the call only.
  public func withContiguousStorage<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try withUnsafeBytes(body)
  }

  /// Fills the destination with the first bytes of the buffer.
  ///
  /// - Throws: An `NSError` if the buffer has fewer bytes than the destination.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    guard let base = destination.baseAddress else { return }
    let status = CMBlockBufferCopyDataBytes(self, atOffset: 0, dataLength: destination.count, destination: base)
    try check(status, "Cannot copy \(destination.count) bytes: the block buffer has \(count) bytes")
  }

  /// Calls `body` with the bytes from an offset on, for reading and writing.
  ///
  /// All copies of the buffer see changes. The bytes are valid during the call only.
  ///
  /// - Throws: The error of `body`, or an `NSError` if the offset exceeds the buffer.
  public func withUnsafeMutableBytes<Result>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) throws -> Result {
    guard (0...count).contains(offset) else {
      let message = "Offset \(offset) is out of range: the block buffer has \(count) bytes"
      throw coreMediaError(kCMBlockBufferBadOffsetParameterErr, message)
    }
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeMutableRawBufferPointer(start: address + offset, count: count - offset))
  }
}

/// A custom allocator of a block buffer; has no effect, pass nil.
public struct CMBlockBufferCustomBlockSource: Sendable {}

/// Creates a block buffer in the caller's memory or in new memory.
///
/// - Parameters:
///   - structureAllocator: Has no effect.
///   - memoryBlock: The memory; nil for new memory with undefined content.
///   - blockLength: The size of the memory, in bytes.
///   - blockAllocator: The allocator of the memory. With `kCFAllocatorNull` the memory is not released; otherwise
///     `free` releases it with the buffer.
///   - customBlockSource: Has no effect.
///   - offsetToData: The offset of the buffer's first byte in the memory.
///   - dataLength: The number of bytes of the buffer.
///   - flags: Has no effect.
///   - blockBufferOut: Receives the buffer; nil on failure.
/// - Returns: `noErr` or an error.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
  offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  guard blockLength > 0, dataLength >= 0 else { return kCMBlockBufferBadLengthParameterErr }
  guard (0...blockLength).contains(offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
  guard dataLength <= blockLength - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
  do throws(MediaError) {
    let whole =
      if let memoryBlock {
        try DataBuffer(
          wrapping: UnsafeMutableRawBufferPointer(start: memoryBlock, count: blockLength),
          onRelease: release(memoryBlock, if: blockAllocator?.releasesMemory ?? true))
      } else {
        try DataBuffer(byteCount: blockLength)
      }
    blockBufferOut.pointee = whole.part(offsetToData..<offsetToData + dataLength)
    return kCMBlockBufferNoErr
  } catch {
    return kCMBlockBufferBlockAllocationFailedErr
  }
}

/// Creates a buffer for a part of another buffer.
///
/// Both share the bytes, unless `flags` contains ``kCMBlockBufferAlwaysCopyDataFlag``.
@discardableResult
public func CMBlockBufferCreateContiguous(
  allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
  customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  guard (0...sourceBuffer.count).contains(offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
  let length = dataLength == 0 ? sourceBuffer.count - offsetToData : dataLength
  guard (0...sourceBuffer.count - offsetToData).contains(length) else { return kCMBlockBufferBadLengthParameterErr }
  let part = sourceBuffer.part(offsetToData..<offsetToData + length)
  guard flags & kCMBlockBufferAlwaysCopyDataFlag != 0 else {
    blockBufferOut.pointee = part
    return kCMBlockBufferNoErr
  }
  blockBufferOut.pointee = part.withBytes { try? DataBuffer(copying: $0) }
  return blockBufferOut.pointee == nil ? kCMBlockBufferBlockAllocationFailedErr : kCMBlockBufferNoErr
}

private func release(_ memory: UnsafeMutableRawPointer, if isOwned: Bool) -> @Sendable () -> Void {
  guard isOwned else { return {} }
  let address = UInt(bitPattern: memory)
  return { free(UnsafeMutableRawPointer(bitPattern: address)) }
}
