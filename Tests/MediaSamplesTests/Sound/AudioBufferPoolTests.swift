import Dispatch
import OpenCaptureMediaSamples
import Testing

@Suite("AudioBufferPool")
struct AudioBufferPoolTests {
  @Test("A released buffer is reused without new memory, and is empty")
  func reuse() throws {
    let pool = try AudioBufferPool(format: .test(2), frameCapacity: 480, maximumBufferCount: 2)
    let first = try pool.makeBuffer().place
    for _ in 0..<100 {
      var buffer = try pool.makeBuffer()
      #expect(buffer.place == first && buffer.frameCount == 0 && buffer.frameCapacity == 480)
      try buffer.setFrameCount(480)
    }
    #expect(pool.leasedBufferCount == 0)
  }

  @Test("A pool returns up to its maximum of buffers, then an error with a hint")
  func bound() throws {
    let pool = try AudioBufferPool(format: .test(2), frameCapacity: 16, maximumBufferCount: 3)
    var held = try (0..<3).map { _ in try pool.makeBuffer() }
    let error = #expect(throws: MediaError.self) { try pool.makeBuffer() }
    #expect(error?.code == .poolExhausted)
    #expect(error?.description.contains("16 frames of 48000 Hz stereo Int16") == true && error?.hint != nil)
    #expect(pool.leasedBufferCount == 3 && pool.maximumBufferCount == 3)
    held.removeLast()
    #expect(throws: Never.self) { try pool.makeBuffer() }
  }

  @Test("An exhausted pool that allocates gives memory of its own")
  func allocates() throws {
    let pool = try AudioBufferPool(
      format: .test(1), frameCapacity: 4, maximumBufferCount: 1, whenExhausted: .allocates)
    let kept = try pool.makeBuffer()
    var other = try pool.makeBuffer()
    #expect(other.place != kept.place && other.frameCapacity == 4)
    try other.append(.counting(4))
    #expect(try other.samples() == [0, 1, 2, 3])
    #expect(pool.leasedBufferCount == 1)
  }

  @Test("A part of a buffer prevents reuse of its memory")
  func partHolds() throws {
    let pool = try AudioBufferPool(format: .test(1), frameCapacity: 8, maximumBufferCount: 1)
    var buffer: AudioBuffer? = try pool.makeBuffer()
    try buffer?.setFrameCount(8)
    var rest = try buffer?.frames(6..<8)
    buffer = nil
    #expect(pool.leasedBufferCount == 1)
    #expect(throws: MediaError.self) { try pool.makeBuffer() }
    #expect(rest?.frameCount == 2)
    rest = nil
    #expect(throws: Never.self) { try pool.makeBuffer() }
  }

  @Test("A pooled buffer with one lease is written in place, and with two leases it is copied")
  func copyOnWrite() throws {
    let pool = try AudioBufferPool(format: .test(1), frameCapacity: 4)
    var buffer = try pool.makeBuffer()
    let place = buffer.place
    try buffer.append(.counting(3))
    #expect(buffer.place == place)
    let other = buffer
    try buffer.silence()
    #expect(try other.samples() == [0, 1, 2] && buffer.samples() == [0, 0, 0])
    #expect(buffer.frameCapacity == 4)
    #expect(pool.leasedBufferCount == 1)
  }

  @Test("Buffers outlive their pool")
  func outlive() throws {
    var pool: AudioBufferPool? = try AudioBufferPool(format: .test(1), frameCapacity: 4)
    var buffer = try #require(try pool?.makeBuffer())
    pool = nil
    try buffer.append(.counting(4))
    #expect(try buffer.samples() == [0, 1, 2, 3])
  }

  @Test("Impossible buffers are rejected when the pool is made")
  func absurd() {
    let error = #expect(throws: MediaError.self) { try AudioBufferPool(format: .test(2), frameCapacity: 0) }
    #expect(error?.code == .invalidFrames)
  }

  @Test("Many threads lease, write, read and release without mixing up their sound")
  func threads() throws {
    let pool = try AudioBufferPool(format: .test(1), frameCapacity: 256, maximumBufferCount: 4)
    let mixedUp = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<200 {
        guard var buffer = try? pool.makeBuffer(), (try? buffer.setFrameCount(256)) != nil else { continue }
        let value = Int16(thread * 1000 + round)
        try? buffer.withMutableSamples(Int16.self) { for index in $0.indices { $0[index] = value } }
        let part = try? buffer.frames(64..<128)
        let samples = (try? part?.samples()) ?? []
        if samples.isEmpty || samples.contains(where: { $0 != value }) { mixedUp.increment() }
      }
    }
    #expect(mixedUp.value == 0)
    #expect(pool.leasedBufferCount == 0)
  }
}
