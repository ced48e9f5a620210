public import CoreVideo
import Glibc
public import OpenCaptureMediaSamples

/// How memory of the caller's own kind is got and given back; without effect here, nil stands for it.
public struct CMBlockBufferCustomBlockSource: Sendable {}

/// Makes a block buffer on memory of the caller's, or on its own.
///
/// - Parameters:
///   - structureAllocator: Without effect: there is one.
///   - memoryBlock: The memory; nil for new memory, whose content is undefined.
///   - blockLength: How many bytes it has.
///   - blockAllocator: Whether the memory is given back by `free` with the buffer: not with `kCFAllocatorNull`.
///   - customBlockSource: Nil.
///   - offsetToData: Where in the memory the buffer's bytes begin.
///   - dataLength: How many they are.
///   - flags: Without effect.
///   - blockBufferOut: Gets the buffer; nil where there is none.
/// - Returns: What was wrong, if anything.
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
          onRelease: release(memoryBlock, if: givesMemoryBack(blockAllocator)))
      } else {
        try DataBuffer(byteCount: blockLength)
      }
    blockBufferOut.pointee = whole.part(offsetToData..<offsetToData + dataLength)
    return kCMBlockBufferNoErr
  } catch {
    return kCMBlockBufferBlockAllocationFailedErr
  }
}

/// Some of a buffer's bytes in one place: they are already; copied where that is asked for.
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

private func release(_ memory: UnsafeMutableRawPointer, if isOurs: Bool) -> @Sendable () -> Void {
  guard isOurs else { return {} }
  let address = UInt(bitPattern: memory)
  return { free(UnsafeMutableRawPointer(bitPattern: address)) }
}
