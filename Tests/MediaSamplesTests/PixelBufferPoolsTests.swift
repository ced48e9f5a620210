import CAllocationCounter
import OpenCaptureMediaSamples
import Testing

@Suite("PixelBufferPools")
struct PixelBufferPoolsTests {
  private let small = VideoDimensions(width: 4, height: 2)
  private let large = VideoDimensions(width: 8, height: 6)

  private func place(_ buffer: PixelBuffer) -> UnsafeRawPointer? { buffer.withUnsafePlane(0) { $0.baseAddress } }

  @Test("Equal format, size and alignment give the same pool, others give another")
  func keys() throws {
    var pools = PixelBufferPools(poolCount: 4)
    let held = try pools.makeBuffer(format: .grey, dimensions: small)
    #expect(held.format == .grey && held.dimensions == small)
    #expect(try pools.pool(format: .grey, dimensions: small).leasedBufferCount == 1)
    #expect(try pools.pool(format: .bgra, dimensions: small).leasedBufferCount == 0)
    #expect(try pools.pool(format: .grey, dimensions: large).leasedBufferCount == 0)
    let tight = try pools.pool(format: .grey, dimensions: small, rowAlignment: 1)
    #expect(tight.leasedBufferCount == 0 && tight.layout.planes[0].bytesPerRow == 4)
    #expect(try pools.pool(format: .grey, dimensions: small).leasedBufferCount == 1)
    #expect(held.planes[0].bytesPerRow == 64)
  }

  @Test("A set keeps a limited number of pools and drops the least recently used one")
  func kept() throws {
    var pools = PixelBufferPools(poolCount: 2)
    let grey = try pools.makeBuffer(format: .grey, dimensions: small)
    let bgra = try pools.makeBuffer(format: .bgra, dimensions: small)
    _ = try pools.pool(format: .grey, dimensions: small)
    _ = try pools.pool(format: .nv12, dimensions: small)
    #expect(try pools.pool(format: .grey, dimensions: small).leasedBufferCount == 1)
    #expect(try pools.pool(format: .bgra, dimensions: small).leasedBufferCount == 0)
    #expect(grey.dimensions == small && bgra.dimensions == small)
    #expect(pools.poolCount == 2)
  }

  @Test("By default a new size replaces the pool of the last one, and its buffers stay valid")
  func one() throws {
    var pools = PixelBufferPools()
    var first = try pools.makeBuffer(format: .grey, dimensions: small)
    _ = try pools.makeBuffer(format: .grey, dimensions: large)
    #expect(try pools.pool(format: .grey, dimensions: small).leasedBufferCount == 0)
    try first.fill(plane: 0, with: 7)
    #expect(first.pixels(plane: 0) == Array(repeating: 7, count: 8))
  }

  @Test(
    "An exhausted pool throws, or allocates memory that does not return to the pool",
    arguments: PoolExhaustion.allCases)
  func exhausted(_ exhaustion: PoolExhaustion) throws {
    var pools = PixelBufferPools(maximumBufferCount: 2, whenExhausted: exhaustion)
    var held = try (0..<2).map { _ in try pools.makeBuffer(format: .grey, dimensions: small) }
    switch exhaustion {
    case .fails:
      let error = #expect(throws: MediaError.self) { try pools.makeBuffer(format: .grey, dimensions: small) }
      #expect(error?.code == .poolExhausted)
    case .allocates:
      held.append(try pools.makeBuffer(format: .grey, dimensions: small))
      #expect(Set(held.map(place)).count == 3)
      #expect(try pools.pool(format: .grey, dimensions: small).leasedBufferCount == 2)
      held.removeFirst(2)
      try held[0].fill(plane: 0, with: 1)
    }
    let kept = held.count
    held.removeLast()
    #expect(throws: Never.self) { try pools.makeBuffer(format: .grey, dimensions: small) }
    #expect(kept > held.count)
  }

  @Test("Impossible formats and sizes are errors, and replace no pool")
  func absurd() throws {
    var pools = PixelBufferPools(poolCount: 0)
    let held = try pools.makeBuffer(format: .grey, dimensions: small)
    let none = VideoDimensions(width: 0, height: 1)
    #expect(throws: MediaError.self) { try pools.makeBuffer(format: .grey, dimensions: none) }
    #expect(throws: MediaError.self) {
      try pools.makeBuffer(format: PixelFormat(rawValue: "????"), dimensions: small)
    }
    #expect(pools.poolCount == 1)
    #expect(try pools.pool(format: .grey, dimensions: small).leasedBufferCount == 1)
    #expect(held.dimensions == small)
  }

  @Test(
    "In steady state no pool of a set allocates",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"))
  func allocations() throws {
    var pools = PixelBufferPools(poolCount: 2)
    func ask() throws {
      _ = try pools.makeBuffer(format: .grey, dimensions: small)
      _ = try pools.makeBuffer(format: .nv12, dimensions: large)
    }
    try ask()
    try ask()
    let before = allocation_count()
    try ask()
    let allocations = allocation_count() - before
    #expect(allocations == 0)
  }
}
