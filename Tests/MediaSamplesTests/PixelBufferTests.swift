import OpenCaptureMediaSamples
import Synchronization
import Testing

@Suite("PixelBuffer")
struct PixelBufferTests {
  @Test("A picture is pasted where it fits, and rejected elsewhere")
  func paste() throws {
    var canvas = try PixelBuffer(format: .nv12, width: 16, height: 8)
    try canvas.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 1) }
    let shared = canvas
    var stamp = try PixelBuffer(format: .nv12, width: 4, height: 4)
    try stamp.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 9) }
    try canvas.paste(stamp, x: 12, y: 4)
    let stride = canvas.planes[0].bytesPerRow
    func luma(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> UInt8 {
      picture.withUnsafePlane(0) { $0[y * stride + x] }
    }
    #expect(luma(canvas, 15, 7) == 9 && luma(canvas, 12, 4) == 9)
    #expect(luma(canvas, 15, 3) == 1 && luma(canvas, 11, 7) == 1)
    #expect(luma(shared, 15, 7) == 1)
    for (x, y) in [(13, 4), (12, 5), (-2, 0), (0, -2), (.max, 0), (0, .min), (14, 4)] {
      #expect(throws: MediaError.self) { try canvas.paste(stamp, x: x, y: y) }
    }
    let other = try PixelBuffer(format: .bgra, width: 4, height: 4)
    #expect(throws: MediaError.self) { try canvas.paste(other, x: 0, y: 0) }
  }

  @Test("Writing through one copy does not affect another")
  func valueSemantics() throws {
    var first = try PixelBuffer(format: .grey, width: 8, height: 2)
    try first.fill(plane: 0, with: 10)
    var second = first
    let isUnique = second.isUniquelyOwned()
    #expect(!isUnique)
    try second.fill(plane: 0, with: 20)
    #expect(first.pixels(plane: 0) == Array(repeating: 10, count: 16))
    #expect(second.pixels(plane: 0) == Array(repeating: 20, count: 16))
    let isUnique2 = second.isUniquelyOwned()
    #expect(isUnique2)
  }

  @Test("Writing to the only lease copies nothing")
  func writesInPlace() throws {
    var buffer = try PixelBuffer(format: .grey, width: 4, height: 4)
    let before = buffer.withUnsafePlane(0) { $0.baseAddress }
    try buffer.fill(plane: 0, with: 1)
    #expect(buffer.withUnsafePlane(0) { $0.baseAddress } == before)
  }

  @Test("A write invalidates the computed luma")
  func lumaAfterWrite() throws {
    var buffer = try PixelBuffer(format: .bgra, width: 2, height: 2)
    try buffer.fill(plane: 0, with: 0)
    #expect(try buffer.luma().pixels(plane: 0) == [0, 0, 0, 0])
    try buffer.fill(plane: 0, with: 255)
    #expect(try buffer.luma().pixels(plane: 0) == [255, 255, 255, 255])
  }

  @Test("Wrapped memory is used without a copy, and released once with the last lease")
  func wrapping() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 12, alignment: 1)
    for index in 0..<12 { memory[index] = UInt8(index) }
    let released = Counter()
    do {
      let layout = try PixelLayout(format: .grey, width: 3, height: 3, bytesPerRow: [4])
      let buffer = try PixelBuffer(wrapping: memory, layout: layout) { released.increment() }
      let copy = buffer
      #expect(copy.withUnsafePlane(0) { $0.baseAddress } == UnsafeRawPointer(memory.baseAddress))
      #expect(copy.pixels(plane: 0) == [0, 1, 2, 4, 5, 6, 8, 9, 10])
      #expect(released.value == 0)
      let crop = try copy.cropped(x: 1, y: 1, width: 2, height: 2)
      #expect(crop.pixels(plane: 0) == [5, 6, 9, 10])
    }
    #expect(released.value == 1)
    memory.deallocate()
  }

  @Test("The last row of wrapped memory may lack its padding")
  func shortLastRow() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 11, alignment: 1)
    defer { memory.deallocate() }
    let layout = try PixelLayout(format: .grey, width: 3, height: 3, bytesPerRow: [4])
    _ = try PixelBuffer(wrapping: memory, layout: layout) {}
    let short = UnsafeMutableRawBufferPointer(rebasing: memory[..<10])
    let error = #expect(throws: MediaError.self) { try PixelBuffer(wrapping: short, layout: layout) {} }
    #expect(error?.code == .memoryTooSmall)
  }

  @Test("A crop shares the picture's memory and must respect chroma blocks")
  func cropping() throws {
    let buffer = try PixelBuffer(format: .nv12, width: 8, height: 8)
    let part = try buffer.cropped(x: 2, y: 4, width: 3, height: 3)
    #expect(part.planes[0].offset == buffer.planes[0].bytesPerRow * 4 + 2)
    #expect(part.planes[1].offset == buffer.planes[1].offset + buffer.planes[1].bytesPerRow * 2 + 2)
    #expect(part.planes[1].width == 2)
    #expect(throws: MediaError.self) { try buffer.cropped(x: 1, y: 0, width: 2, height: 2) }
    #expect(throws: MediaError.self) { try buffer.cropped(x: 6, y: 0, width: 4, height: 2) }
    #expect(throws: MediaError.self) { try buffer.cropped(x: 0, y: 0, width: 0, height: 2) }
  }

  @Test("Writing to a crop leaves the whole unchanged")
  func writeToPart() throws {
    var whole = try PixelBuffer(format: .grey, width: 4, height: 4)
    try whole.fill(plane: 0, with: 1)
    var part = try whole.cropped(x: 1, y: 1, width: 2, height: 2)
    try part.fill(plane: 0, with: 9)
    #expect(whole.pixels(plane: 0) == Array(repeating: 1, count: 16))
    #expect(part.pixels(plane: 0) == [9, 9, 9, 9])
  }

  @Test("Rotating pixels upright agrees with rotating points", arguments: ImageOrientation.allCases)
  func upright(_ orientation: ImageOrientation) throws {
    let width = 5
    let height = 3
    for format in [PixelFormat.grey, .bgra] {
      var buffer = try PixelBuffer(format: format, width: width, height: height)
      let bytes = format == .grey ? 1 : 4
      try buffer.setPixels(plane: 0, to: (0..<width * height * bytes).map { UInt8($0) })
      let turned = try buffer.uprightCopy(orientation)
      let pixels = turned.pixels(plane: 0)
      for y in 0..<height {
        for x in 0..<width {
          let centre = Point(x: (Double(x) + 0.5) / Double(width), y: (Double(y) + 0.5) / Double(height))
          let place = orientation.upright(centre)
          let column = Int(place.x * Double(turned.width))
          let row = Int(place.y * Double(turned.height))
          #expect(pixels[(row * turned.width + column) * bytes] == UInt8((y * width + x) * bytes))
        }
      }
    }
  }
}

/// A counter for several threads.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  func increment() { count.add(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}

extension PixelBuffer {
  /// Returns the pixel bytes of a plane by rows.
  func pixels(plane index: Int) -> [UInt8] {
    let plane = planes[index]
    return withUnsafePlane(index) { bytes in
      (0..<plane.height).flatMap { bytes[$0 * plane.bytesPerRow..<$0 * plane.bytesPerRow + plane.bytesInRow] }
    }
  }

  mutating func fill(plane index: Int, with value: UInt8) throws {
    try setPixels(plane: index, to: Array(repeating: value, count: planes[index].bytesInRow * planes[index].height))
  }

  mutating func setPixels(plane index: Int, to pixels: [UInt8]) throws {
    let plane = planes[index]
    try withMutablePlane(index) { span in
      for row in 0..<plane.height {
        for column in 0..<plane.bytesInRow {
          span.storeBytes(
            of: pixels[row * plane.bytesInRow + column], toByteOffset: row * plane.bytesPerRow + column,
            as: UInt8.self)
        }
      }
    }
  }
}
