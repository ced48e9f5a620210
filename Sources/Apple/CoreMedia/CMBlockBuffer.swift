public import CoreVideo
import Foundation
public import OpenCaptureMediaSamples
import Glibc

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

/// Returns whether a range of bytes is contiguous.
///
/// True for every range within the buffer.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
  (length == 0 ? theBuffer.rest(offset) : theBuffer.range(offset, length)) != nil
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
  guard let range = theSourceBuffer.range(offsetToData, dataLength) else {
    return theSourceBuffer.status(offsetToData)
  }
  destination.copyMemory(from: theSourceBuffer.address + range.lowerBound, byteCount: range.count)
  return kCMBlockBufferNoErr
}

/// Provides the address of a range of bytes in the buffer, without a copy.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer?,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  guard let range = theBuffer.range(offset, length) else { return theBuffer.status(offset) }
  returnedPointerOut.pointee = (theBuffer.address + range.lowerBound).assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Overwrites bytes of a buffer and its copies.
///
/// - Returns: `kCMBlockBufferBadPointerParameterErr` if others read the memory at the same time.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  guard let range = destinationBuffer.range(offsetIntoDestination, dataLength) else {
    return destinationBuffer.status(offsetIntoDestination)
  }
  guard destinationBuffer.isWritable else { return kCMBlockBufferBadPointerParameterErr }
  (destinationBuffer.address + range.lowerBound).copyMemory(from: sourceBytes, byteCount: range.count)
  return kCMBlockBufferNoErr
}

/// Overwrites bytes of a buffer and its copies with one value.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  guard let range = destinationBuffer.range(offsetIntoDestination, dataLength) else {
    return destinationBuffer.status(offsetIntoDestination)
  }
  guard destinationBuffer.isWritable else { return kCMBlockBufferBadPointerParameterErr }
  (destinationBuffer.address + range.lowerBound).initializeMemory(
    as: CChar.self, repeating: fillByte, count: range.count)
  return kCMBlockBufferNoErr
}

extension DataBuffer {
  /// Returns the range of `length` bytes at an offset; nil if it exceeds the buffer.
  fileprivate func range(_ offset: Int, _ length: Int) -> Range<Int>? {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
    return offset..<offset + length
  }

  /// Returns the range from an offset to the end; nil if the offset exceeds the buffer.
  fileprivate func rest(_ offset: Int) -> Range<Int>? {
    (0...count).contains(offset) ? offset..<count : nil
  }

  /// Returns the error for a range that exceeds the buffer.
  fileprivate func status(_ offset: Int) -> OSStatus {
    (0...count).contains(offset) ? kCMBlockBufferBadLengthParameterErr : kCMBlockBufferBadOffsetParameterErr
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
    let status = CMBlockBufferCopyDataBytes(
      self, atOffset: 0, dataLength: destination.count, destination: base)
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
    guard let range = rest(offset) else {
      throw coreMediaError(status(offset), "Offset \(offset) is out of range: the block buffer has \(count) bytes")
    }
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeMutableRawBufferPointer(start: address + range.lowerBound, count: range.count))
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
          onRelease: release(memoryBlock, if: allocatorReleasesMemory(blockAllocator)))
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
