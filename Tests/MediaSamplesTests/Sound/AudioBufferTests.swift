import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("AudioBuffer")
struct AudioBufferTests {
  @Test("A new buffer has capacity but no frames", arguments: [true, false])
  func new(_ interleaved: Bool) throws {
    var buffer = try AudioBuffer(format: .test(3, interleaved: interleaved), frameCapacity: 100)
    #expect(buffer.frameCapacity == 100 && buffer.frameCount == 0)
    #expect(buffer.duration == .zero)
    #expect(buffer.withUnsafePlane(0) { $0.count } == 0)
    try buffer.setFrameCount(100)
    #expect(buffer.withUnsafePlane(0) { $0.count } == (interleaved ? 600 : 200))
    #expect(buffer.withPlane(0) { $0.byteCount } == (interleaved ? 600 : 200))
  }

  @Test("Samples are read as written, in each plane and of each type")
  func samples() throws {
    var planar = try AudioBuffer(format: .test(2, .pcmFormatFloat32, interleaved: false), frameCapacity: 3)
    try planar.setFrameCount(3)
    for plane in 0..<2 {
      try planar.withMutableSamples(Float.self, plane: plane) { samples in
        for index in 0..<3 { samples[index] = Float(plane) + Float(index) / 4 }
      }
    }
    #expect(try planar.samples(Float.self, plane: 0) == [0, 0.25, 0.5])
    #expect(try planar.samples(Float.self, plane: 1) == [1, 1.25, 1.5])
    var mixed = try AudioBuffer(format: .test(2, .pcmFormatInt32), frameCapacity: 2)
    try mixed.setFrameCount(2)
    try mixed.withMutableSamples(Int32.self) { for index in 0..<4 { $0[index] = .max - Int32(index) } }
    #expect(try mixed.samples(Int32.self) == (0..<4).map { Int32.max - $0 })
  }

  @Test("Samples cannot be read as another type")
  func wrongType() throws {
    var buffer = try AudioBuffer.counting(4)
    let error = #expect(throws: MediaError.self) { try buffer.withSamples(Float.self) { $0.count } }
    #expect(error?.code == .differentAudioFormat && error?.description.contains("Float32") == true)
    #expect(throws: MediaError.self) { try buffer.withMutableSamples(Int32.self) { $0.count } }
  }

  @Test("Writing through one copy does not affect another")
  func valueSemantics() throws {
    let first = try AudioBuffer.counting(4)
    var second = first
    let isShared = !second.isUniquelyOwned()
    #expect(isShared)
    try second.withMutableSamples(Int16.self) { $0[0] = 77 }
    #expect(try first.samples() == [0, 1, 2, 3])
    #expect(try second.samples() == [77, 1, 2, 3])
    #expect(second.frameCapacity == first.frameCapacity && second.format == first.format)
    let isAlone = second.isUniquelyOwned()
    #expect(isAlone)
  }

  @Test("Every way of writing to the only lease copies nothing")
  func inPlace() throws {
    var buffer = try AudioBuffer.counting(8)
    let place = buffer.place
    try buffer.withMutableSamples(Int16.self) { $0[0] = 1 }
    try buffer.withMutablePlane(0) { $0.storeBytes(of: 2, as: UInt8.self) }
    try buffer.withUnsafeMutablePlane(0) { $0[1] = 0 }
    try buffer.silence(6..<8)
    #expect(buffer.place == place)
    #expect(try buffer.samples() == [2, 1, 2, 3, 4, 5, 0, 0])
  }

  @Test("Planes are passed to C as an array of pointers, and writes do not affect copies")
  func planesForC() throws {
    var buffer = try AudioBuffer(format: .test(3, interleaved: false), frameCapacity: 5)
    try buffer.setFrameCount(5)
    let before = buffer
    try buffer.withUnsafeMutablePlanes { planes in
      for (index, plane) in planes.enumerated() { plane.storeBytes(of: Int16(index + 1), as: Int16.self) }
    }
    #expect(buffer.withUnsafePlanes { $0.map { $0.load(as: Int16.self) } } == [1, 2, 3])
    #expect(try (0..<3).map { try buffer.samples(plane: $0)[0] } == [1, 2, 3])
    #expect(before.place != buffer.place)
  }

  @Test("A part shares the memory and has the requested length", arguments: [true, false])
  func parts(_ interleaved: Bool) throws {
    let whole = try AudioBuffer.counting(10, .test(2, interleaved: interleaved))
    let part = try whole.frames(3..<7)
    #expect(part.frameCount == 4 && part.frameCapacity == 4)
    #expect(part.duration == MediaTime(value: 4, timescale: 48_000))
    let distance = interleaved ? 3 * 4 : 3 * 2
    #expect(part.place == whole.place.map { $0 + distance })
    #expect(try part.samples(plane: 0) == Array(whole.samples(plane: 0)[interleaved ? 6..<14 : 3..<7]))
    let inner = try part.frames(1..<2)
    #expect(try inner.samples()[0] == whole.samples()[interleaved ? 8 : 4])
    if !interleaved { #expect(try part.samples(plane: 1) == Array(whole.samples(plane: 1)[3..<7])) }
  }

  @Test("The frames before and after a split make up the whole")
  func split() throws {
    let whole = try AudioBuffer.counting(10)
    var joined = try AudioBuffer(format: whole.format, frameCapacity: 10)
    try joined.append(whole.frames(0..<4))
    try joined.append(whole.frames(4..<10))
    #expect(try joined.samples() == whole.samples())
  }

  @Test("Writing to a part leaves the whole unchanged, and copies only the part")
  func writeToPart() throws {
    let whole = try AudioBuffer.counting(6)
    var part = try whole.frames(2..<4)
    try part.silence()
    #expect(try part.samples() == [0, 0])
    #expect(try whole.samples() == [0, 1, 2, 3, 4, 5])
    var only = try AudioBuffer.counting(6).frames(2..<4)
    let place = only.place
    try only.silence()
    #expect(only.place == place)
  }

  @Test("An empty part can be copied and written like others")
  func emptyPart() throws {
    let whole = try AudioBuffer.counting(6)
    var empty = try whole.frames(6..<6)
    #expect(empty.frameCount == 0 && empty.frameCapacity == 0 && empty.duration == .zero)
    try empty.silence()
    #expect(try empty.samples() == [])
    #expect(throws: MediaError.self) { try empty.setFrameCount(1) }
  }

  @Test(
    "Frames outside the buffer cannot be requested", arguments: [(-1, 2), (0, 5), (4, 5), (.min, .max), (2, .max)])
  func outside(_ from: Int, _ to: Int) throws {
    var buffer = try AudioBuffer.counting(4)
    let error = #expect(throws: MediaError.self) { try buffer.frames(from..<to) }
    #expect(error?.code == .invalidFrames)
    #expect(throws: MediaError.self) { try buffer.silence(from..<to) }
    let other = buffer
    #expect(throws: MediaError.self) { try buffer.copyFrames(from..<to, of: other) }
    #expect(try buffer.samples() == [0, 1, 2, 3])
  }

  @Test("Frames beyond the frame count are not part of the buffer, even within its capacity")
  func beyond() throws {
    var buffer = try AudioBuffer(format: .test(1), frameCapacity: 10)
    try buffer.setFrameCount(4)
    #expect(throws: MediaError.self) { try buffer.frames(0..<5) }
    for count in [-1, 11, .max, .min] {
      let error = #expect(throws: MediaError.self) { try buffer.setFrameCount(count) }
      #expect(error?.code == .invalidFrames && error?.reason == "the capacity is 10 frames")
    }
    #expect(buffer.frameCount == 4)
  }

  @Test(
    "A buffer's capacity cannot be zero or exceed the limit", arguments: [0, -1, 1 << 31, .max, .min])
  func absurd(_ capacity: Int) {
    let error = #expect(throws: MediaError.self) {
      try AudioBuffer(format: .test(64, .pcmFormatInt32), frameCapacity: capacity)
    }
    #expect(error?.code == .invalidFrames)
  }

  @Test("Silence is zero in every sample format", arguments: AudioCommonFormat.allCases, [true, false])
  func silence(_ common: AudioCommonFormat, _ interleaved: Bool) throws {
    let silence = try AudioBuffer.silence(format: .test(2, common, interleaved: interleaved), frameCount: 33)
    #expect(silence.frameCount == 33)
    for plane in 0..<silence.format.planeCount {
      #expect(silence.withUnsafePlane(plane) { $0.allSatisfy { $0 == 0 } })
    }
  }

  @Test("Frames are copied to their position in every plane, and nowhere else", arguments: [true, false])
  func copying(_ interleaved: Bool) throws {
    let format = try AudioFormat.test(2, interleaved: interleaved)
    let source = try AudioBuffer.counting(4, format)
    var target = try AudioBuffer.silence(format: format, frameCount: 6)
    try target.copyFrames(1..<3, of: source, to: 3)
    if interleaved {
      #expect(try target.samples() == [0, 0, 0, 0, 0, 0, 2, 3, 4, 5, 0, 0])
    } else {
      #expect(try target.samples(plane: 0) == [0, 0, 0, 1, 2, 0])
      #expect(try target.samples(plane: 1) == [0, 0, 0, 101, 102, 0])
    }
  }

  @Test("A copy within a buffer reads its earlier content")
  func copyWithin() throws {
    var buffer = try AudioBuffer.counting(6)
    try buffer.copyFrames(0..<4, of: buffer, to: 2)
    #expect(try buffer.samples() == [0, 1, 0, 1, 2, 3])
  }

  @Test("Only frames of the same format are copied, and only if they fit")
  func unequal() throws {
    var target = try AudioBuffer.counting(4)
    let other = try AudioBuffer.silence(format: .test(2), frameCount: 2)
    let error = #expect(throws: MediaError.self) { try target.copyFrames(0..<1, of: other) }
    #expect(error?.code == .differentAudioFormat)
    #expect(throws: MediaError.self) { try target.append(other) }
    let same = try AudioBuffer.counting(2)
    for start in [3, -1, .max, .min] {
      let error = #expect(throws: MediaError.self) { try target.copyFrames(0..<2, of: same, to: start) }
      #expect(error?.code == .invalidFrames)
    }
    #expect(throws: MediaError.self) { try target.append(same) }
    #expect(target.frameCount == 4)
    #expect(try target.samples() == [0, 1, 2, 3])
  }

  @Test("Appended periods follow each other without allocations")
  func appending() throws {
    var buffer = try AudioBuffer(format: .test(1), frameCapacity: 8)
    let place = buffer.place
    for _ in 0..<4 { try buffer.append(.counting(2)) }
    #expect(buffer.place == place)
    #expect(try buffer.samples() == [0, 1, 0, 1, 0, 1, 0, 1])
  }
}

@Suite("AudioBuffer on the caller's memory")
struct WrappedAudioBufferTests {
  @Test("Wrapped memory is used without a copy, and released once with the last lease")
  func wrapping() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 4)
    defer { memory.deallocate() }
    for index in 0..<8 { memory.storeBytes(of: Int16(index), toByteOffset: index * 2, as: Int16.self) }
    let released = Counter()
    do {
      let format = try AudioFormat.test(2, interleaved: false)
      let buffer = try AudioBuffer(wrapping: memory, format: format, frameCount: 3, bytesPerPlane: 8) {
        released.increment()
      }
      #expect(try buffer.samples(plane: 0) == [0, 1, 2])
      #expect(try buffer.samples(plane: 1) == [4, 5, 6])
      let rest = try buffer.frames(2..<3)
      #expect(try rest.samples(plane: 1) == [6])
      #expect(released.value == 0)
    }
    #expect(released.value == 1)
  }

  @Test("Read-only memory is copied before writing")
  func readOnly() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 9)
    var buffer = try AudioBuffer(wrapping: memory, format: .test(1), frameCount: 2, isWritable: false) {}
    let isUnique = buffer.isUniquelyOwned()
    #expect(!isUnique)
    try buffer.silence()
    #expect(try buffer.samples() == [0, 0])
    #expect(memory.allSatisfy { $0 == 9 })
  }

  @Test("Memory too small for the samples is rejected and not released")
  func refused() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 4)
    defer { memory.deallocate() }
    let released = Counter()
    func wrap(_ memory: UnsafeMutableRawBufferPointer, _ frames: Int, _ bytesPerPlane: Int?) -> MediaError.Code? {
      let error = #expect(throws: MediaError.self) {
        try AudioBuffer(
          wrapping: memory, format: .test(2, interleaved: false), frameCount: frames, bytesPerPlane: bytesPerPlane
        ) { released.increment() }
      }
      return error?.code
    }
    #expect(wrap(memory, 5, nil) == .memoryTooSmall)
    #expect(wrap(memory, 4, 10) == .memoryTooSmall)
    #expect(wrap(UnsafeMutableRawBufferPointer(start: nil, count: 0), 4, nil) == .memoryTooSmall)
    #expect(wrap(memory, 4, 6) == .invalidFrames)
    #expect(wrap(memory, 3, 7) == .invalidFrames)
    #expect(wrap(memory, 0, nil) == .invalidFrames)
    #expect(wrap(memory, 2, .max) == .invalidFrames)
    #expect(wrap(UnsafeMutableRawBufferPointer(rebasing: memory[1...]), 2, nil) == .invalidFrames)
    #expect(released.value == 0)
  }
}
