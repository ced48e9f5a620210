public import CoreVideo
import Foundation
public import OpenCaptureMediaSamples

/// Bytes, such as a compressed picture's or sound's, in one place.
public typealias CMBlockBuffer = DataBuffer

/// How a block buffer is made; without effect here.
public typealias CMBlockBufferFlags = UInt32

/// That memory is there at once: it always is.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0
/// That bytes are copied where they needn't be.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1

/// How many bytes there are.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.count }

/// Whether there are none.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.count == 0 }

/// Whether bytes lie in one place: all do.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
  (length == 0 ? theBuffer.rest(offset) : theBuffer.range(offset, length)) != nil
}

/// Where the bytes from one on lie; all of them lie there.
///
/// - Parameters:
///   - theBuffer: The buffer; the address is right as long as somebody holds it.
///   - offset: Which is the first.
///   - lengthAtOffsetOut: Gets how many there are from there on.
///   - totalLengthOut: Gets how many there are in all.
///   - dataPointerOut: Gets where the first lies.
/// - Returns: What was wrong, if anything.
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

/// Copies bytes to memory of the caller's.
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

/// Where bytes lie: in the buffer, as all do.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer?,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  guard let range = theBuffer.range(offset, length) else { return theBuffer.status(offset) }
  returnedPointerOut.pointee = (theBuffer.address + range.lowerBound).assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Writes bytes over those of a buffer, for all who hold it.
///
/// - Returns: `kCMBlockBufferBadPointerParameterErr` where others read its memory meanwhile.
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

/// Writes a byte over those of a buffer, for all who hold it.
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
  /// So many bytes from one on; nil where there aren't.
  fileprivate func range(_ offset: Int, _ length: Int) -> Range<Int>? {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
    return offset..<offset + length
  }

  /// All bytes from one on; nil where there is no such place.
  fileprivate func rest(_ offset: Int) -> Range<Int>? {
    (0...count).contains(offset) ? offset..<count : nil
  }

  /// What is wrong where there is no such range.
  fileprivate func status(_ offset: Int) -> OSStatus {
    (0...count).contains(offset) ? kCMBlockBufferBadLengthParameterErr : kCMBlockBufferBadOffsetParameterErr
  }

  /// How many bytes there are.
  public var dataLength: Int { count }

  /// Whether they lie in one place: they do.
  public var isContiguous: Bool { true }

  /// A copy of the bytes.
  public func dataBytes() throws -> Data { withUnsafeBytes { Data($0) } }

  /// Reads the bytes, which must not be used any more afterwards.
  public func withContiguousStorage<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try withUnsafeBytes(body)
  }

  /// Copies as many bytes as the destination has room for.
  ///
  /// - Throws: An `NSError` where there aren't as many.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    guard let base = destination.baseAddress else { return }
    let status = CMBlockBufferCopyDataBytes(
      self, atOffset: 0, dataLength: destination.count, destination: base)
    try check(status, "A block buffer of \(count) bytes doesn't have \(destination.count)")
  }

  /// Reads or writes the bytes from one on, for all who hold the buffer; they must not be used any more afterwards.
  ///
  /// - Throws: What `body` throws, or an `NSError` where there is no such byte.
  public func withUnsafeMutableBytes<Result>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) throws -> Result {
    guard let range = rest(offset) else {
      throw coreMediaError(status(offset), "A block buffer of \(count) bytes has none at \(offset)")
    }
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeMutableRawBufferPointer(start: address + range.lowerBound, count: range.count))
  }
}
