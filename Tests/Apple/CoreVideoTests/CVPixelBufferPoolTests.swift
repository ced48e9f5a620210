import CoreVideo
import Testing

@Suite("CVPixelBufferPool")
struct CVPixelBufferPoolTests {
  private let attributes: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
    kCVPixelBufferWidthKey as String: 8, kCVPixelBufferHeightKey as String: NSNumber(value: 4),
  ]

  private func pool(_ poolAttributes: [String: Any]? = nil) throws -> CVPixelBufferPool {
    var pool: CVPixelBufferPool?
    #expect(
      CVPixelBufferPoolCreate(kCFAllocatorDefault, poolAttributes, attributes as CFDictionary, &pool)
        == kCVReturnSuccess)
    return try #require(pool)
  }

  private func take(_ pool: CVPixelBufferPool) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
    return try #require(buffer)
  }

  @Test("Buffers are reused, and the pool grows to the number in use")
  func reuse() throws {
    let pool = try pool()
    let first = CVPixelBufferGetBaseAddress(try take(pool))
    for _ in 0..<10 { #expect(CVPixelBufferGetBaseAddress(try take(pool)) == first) }
    let held = try (0..<20).map { _ in try take(pool) }
    #expect(Set(held.map { CVPixelBufferGetBaseAddress($0) }).count == 20)
  }

  @Test("With a threshold no more buffers are created than the threshold")
  func threshold() throws {
    let pool = try pool()
    let limit = [kCVPixelBufferPoolAllocationThresholdKey: 2] as CFDictionary
    var one: CVPixelBuffer?
    var two: CVPixelBuffer?
    var three: CVPixelBuffer?
    #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &one) == kCVReturnSuccess)
    #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &two) == kCVReturnSuccess)
    let status = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &three)
    #expect(status == kCVReturnWouldExceedAllocationThreshold && three == nil)
    withExtendedLifetime(two) {}
    two = nil
    #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &three) == kCVReturnSuccess)
    withExtendedLifetime((one, three)) {}
  }

  @Test("A flushed pool keeps buffers in use, and the minimum number")
  func flush() throws {
    let pool = try pool([kCVPixelBufferPoolMinimumBufferCountKey as String: 2])
    var held = try (0..<4).map { _ in try take(pool) }
    let addresses = held.map { CVPixelBufferGetBaseAddress($0) }
    held.removeAll()
    CVPixelBufferPoolFlush(pool, .excessBuffers)
    let again = try (0..<4).map { _ in try take(pool) }
    #expect(Set(again.map { CVPixelBufferGetBaseAddress($0) }).count == 4)
    #expect(Set(again.map { CVPixelBufferGetBaseAddress($0) }).intersection(addresses).count >= 2)
    CVPixelBufferPoolFlush(pool, [])
    #expect(pool.leasedBufferCount == 4)
    withExtendedLifetime(again) {}
  }

  @Test("A pool returns its attributes")
  func itsAttributes() throws {
    let pool = try pool([kCVPixelBufferPoolMinimumBufferCountKey as String: 2])
    #expect(CVPixelBufferPoolGetAttributes(pool)?[kCVPixelBufferPoolMinimumBufferCountKey] as? Int == 2)
    let buffers = CVPixelBufferPoolGetPixelBufferAttributes(pool)
    #expect(buffers?[kCVPixelBufferPixelFormatTypeKey] as? OSType == kCVPixelFormatType_32BGRA)
    #expect(buffers?[kCVPixelBufferHeightKey] as? Int == 4)
  }

  @Test("A pool requires a format and a size")
  func mistakes() {
    var pool: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(nil, nil, nil, &pool) == kCVReturnInvalidPixelBufferAttributes)
    let wrong = attributes.merging([kCVPixelBufferWidthKey: 0]) { $1 }
    #expect(CVPixelBufferPoolCreate(nil, nil, wrong as CFDictionary, &pool) == kCVReturnInvalidSize && pool == nil)
  }

  @Test("A reused buffer has no attachments and no locks")
  func freshBuffers() throws {
    let pool = try pool()
    do {
      let buffer = try take(pool)
      CVBufferSetAttachment(buffer, "note", 1, .shouldPropagate)
      CVPixelBufferLockBaseAddress(buffer, [])
    }
    let buffer = try take(pool)
    #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
  }
}
