import Dispatch
import OpenCaptureMediaSamples
import Testing

@Suite("PixelBufferPool")
struct PixelBufferPoolTests {
  @Test("A released buffer is reused without new memory")
  func reuse() throws {
    let pool = try PixelBufferPool(format: .nv12, width: 64, height: 48, maximumBufferCount: 2)
    let first = try pool.makeBuffer().withUnsafePlane(0) { $0.baseAddress }
    for _ in 0..<100 {
      #expect(try pool.makeBuffer().withUnsafePlane(0) { $0.baseAddress } == first)
    }
    #expect(pool.leasedBufferCount == 0)
  }

  @Test("A pool returns up to its maximum of buffers, then an error with a hint")
  func bound() throws {
    let pool = try PixelBufferPool(format: .grey, width: 4, height: 4, maximumBufferCount: 3)
    var held = try (0..<3).map { _ in try pool.makeBuffer() }
    let error = #expect(throws: MediaError.self) { try pool.makeBuffer() }
    #expect(error?.code == .poolExhausted)
    #expect(error?.hint != nil)
    #expect(pool.leasedBufferCount == 3)
    held.removeLast()
    #expect(throws: Never.self) { try pool.makeBuffer() }
  }

  @Test("A flushed pool keeps used buffers, frees the others, and can allocate again")
  func flush() throws {
    let pool = try PixelBufferPool(format: .grey, width: 4, height: 4, maximumBufferCount: 3)
    var held = try (0..<3).map { _ in try pool.makeBuffer() }
    held.remove(at: 1)
    pool.flush()
    #expect(pool.leasedBufferCount == 2)
    held.append(try pool.makeBuffer())
    #expect(Set(held.map { $0.withUnsafePlane(0) { $0.baseAddress } }).count == 3)
    #expect(throws: MediaError.self) { try pool.makeBuffer() }
    let isUnique = held[2].isUniquelyOwned()
    #expect(isUnique)
    held.removeAll()
    pool.flush()
    #expect(pool.leasedBufferCount == 0)
    #expect(throws: Never.self) { try pool.makeBuffer() }
  }

  @Test("Two leases never share memory")
  func distinct() throws {
    let pool = try PixelBufferPool(format: .grey, width: 4, height: 4, maximumBufferCount: 8)
    let held = try (0..<8).map { _ in try pool.makeBuffer() }
    #expect(Set(held.map { $0.withUnsafePlane(0) { $0.baseAddress } }).count == 8)
  }

  @Test("A pooled buffer with one lease is written in place, and with two leases it is copied")
  func copyOnWrite() throws {
    let pool = try PixelBufferPool(format: .grey, width: 4, height: 4)
    var buffer = try pool.makeBuffer()
    let isUnique = buffer.isUniquelyOwned()
    #expect(isUnique)
    let place = buffer.withUnsafePlane(0) { $0.baseAddress }
    try buffer.fill(plane: 0, with: 3)
    #expect(buffer.withUnsafePlane(0) { $0.baseAddress } == place)
    let other = buffer
    let isUnique2 = buffer.isUniquelyOwned()
    #expect(!isUnique2)
    try buffer.fill(plane: 0, with: 4)
    #expect(other.pixels(plane: 0).allSatisfy { $0 == 3 })
    #expect(pool.leasedBufferCount == 1)
  }

  @Test("A reused buffer does not keep the luma of its earlier content")
  func staleLuma() throws {
    let pool = try PixelBufferPool(format: .bgra, width: 2, height: 1, maximumBufferCount: 1)
    for value in [0, 255, 7] as [UInt8] {
      var buffer = try pool.makeBuffer()
      try buffer.fill(plane: 0, with: value)
      #expect(try buffer.luma().pixels(plane: 0) == [value, value])
    }
  }

  @Test("Buffers outlive their pool")
  func outlive() throws {
    var pool: PixelBufferPool? = try PixelBufferPool(format: .grey, width: 4, height: 4)
    var buffer = try #require(try pool?.makeBuffer())
    pool = nil
    try buffer.fill(plane: 0, with: 5)
    let isUnique3 = buffer.isUniquelyOwned()
    #expect(isUnique3)
    #expect(buffer.pixels(plane: 0).allSatisfy { $0 == 5 })
  }

  @Test("Many threads lease, write, read and release without mixing up their pictures")
  func threads() throws {
    let pool = try PixelBufferPool(format: .bgra, width: 16, height: 16, maximumBufferCount: 4)
    let mixedUp = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<200 {
        guard var buffer = try? pool.makeBuffer() else { continue }
        let value = UInt8((thread * 50 + round) % 256)
        try? buffer.fill(plane: 0, with: value)
        let copy = buffer
        let luma = (try? copy.luma().pixels(plane: 0)) ?? []
        if luma.isEmpty || luma.contains(where: { $0 != value }) { mixedUp.increment() }
      }
    }
    #expect(mixedUp.value == 0)
    #expect(pool.leasedBufferCount == 0)
  }
}
