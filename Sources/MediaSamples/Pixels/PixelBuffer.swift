/// A lease on the memory of one picture; the memory goes back to where it came from with the last copy of the
/// lease.
///
/// The memory is the buffer's own, a ``PixelBufferPool``'s, a driver's or the caller's. Copying a buffer shares the
/// memory; access to it is scoped. It is a value: writing through one copy is never seen through another, because a
/// buffer that is not the only lease on its memory is copied before it is written to (ask ``isUniquelyOwned()``
/// where that must not happen). Reading from several threads is safe.
public struct PixelBuffer: Sendable {
  var memory: MediaMemory

  /// Where the planes lie.
  public let layout: PixelLayout

  /// What is known of the picture's transparency; nothing any more once it is written to.
  var ground: WhiteGround?

  init(memory: MediaMemory, layout: PixelLayout, ground: WhiteGround? = nil) {
    (self.memory, self.layout, self.ground) = (memory, layout, ground)
  }

  /// What stands in a sample buffer while its picture is lent to somebody: no pixels at all.
  static let lent = PixelBuffer(
    memory: MediaMemory(
      wrapping: UnsafeMutableRawBufferPointer(start: nil, count: 0), base: .allocate(byteCount: 1, alignment: 1),
      release: {}),
    layout: .none)

  /// Allocates a picture whose content is undefined.
  ///
  /// - Parameters:
  ///   - format: How the pixels are stored.
  ///   - width: Pixels across.
  ///   - height: Pixels down.
  ///   - rowAlignment: Bytes that each row is padded to a multiple of; default 64, 1 for none.
  /// - Throws: ``MediaError`` where the format or the size can't be, or there is no memory.
  public init(format: PixelFormat, width: Int, height: Int, rowAlignment: Int = 64) throws(MediaError) {
    try self.init(layout: PixelLayout(format: format, width: width, height: height, rowAlignment: rowAlignment))
  }

  /// Allocates a picture with this layout, whose content is undefined.
  public init(layout: PixelLayout) throws(MediaError) {
    self.init(memory: try MediaMemory(byteCount: layout.byteCount), layout: layout)
  }

  /// Wraps memory of the caller's without copying it.
  ///
  /// - Parameters:
  ///   - memory: The pixels. They must stay there, unchanged by others, until `onRelease` is called.
  ///   - layout: Where the planes lie in it.
  ///   - isWritable: Whether the memory may be written to; default true. False where others read it meanwhile, a
  ///     video decoder for instance: whoever writes to the picture gets a copy.
  ///   - onRelease: Called once, with the end of the last lease, on whichever thread that happens. Not called if
  ///     the initializer throws.
  /// - Throws: ``MediaError`` where the memory is too small for the layout.
  public init(
    wrapping memory: UnsafeMutableRawBufferPointer, layout: PixelLayout, isWritable: Bool = true,
    onRelease: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    let needed = layout.planes.map { $0.offset + $0.byteCount }.max() ?? 0
    guard let base = memory.baseAddress, memory.count >= needed else {
      throw MediaError(
        .memoryTooSmall, subject: "\(layout.format) \(layout.width)×\(layout.height)",
        reason: "the pixels need \(needed) bytes, the memory has \(memory.count)")
    }
    self.init(
      memory: MediaMemory(wrapping: memory, base: base, isWritable: isWritable, release: onRelease), layout: layout)
  }

  /// How the pixels are stored.
  public var format: PixelFormat { layout.format }

  /// Pixels across.
  public var width: Int { layout.width }

  /// Pixels down.
  public var height: Int { layout.height }

  /// Pixels across and down.
  public var dimensions: VideoDimensions { VideoDimensions(width: width, height: height) }

  /// Where the planes lie, in the format's order.
  public var planes: [PixelLayout.Plane] { layout.planes }

  /// Reads the bytes of a plane, from its first pixel to its last; the rows lie `bytesPerRow` apart.
  ///
  /// - Precondition: `index` is one of `planes.indices`.
  public func withPlane<Result, Failure: Error>(
    _ index: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(bytes(ofPlane: index).bytes)
  }

  /// Reads the bytes of a plane through a pointer, for foreign code; it must not outlive `body`.
  ///
  /// - Precondition: `index` is one of `planes.indices`.
  public func withUnsafePlane<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(bytes(ofPlane: index))
  }

  /// Writes the bytes of a plane, from its first pixel to its last; the rows lie `bytesPerRow` apart.
  ///
  /// Copies the picture first where another lease shares its memory.
  ///
  /// - Precondition: `index` is one of `planes.indices`.
  /// - Throws: What `body` throws, or ``MediaError`` where a copy was needed and there was no memory.
  public mutating func withMutablePlane<Result>(
    _ index: Int, _ body: (inout MutableRawSpan) throws -> Result
  ) throws -> Result {
    try withUnsafeMutablePlane(index) { bytes in
      var span = bytes.mutableBytes
      return try body(&span)
    }
  }

  /// Writes the bytes of a plane through a pointer, for foreign code; it must not outlive `body`.
  ///
  /// Copies the picture first where another lease shares its memory.
  ///
  /// - Precondition: `index` is one of `planes.indices`.
  /// - Throws: What `body` throws, or ``MediaError`` where a copy was needed and there was no memory.
  public mutating func withUnsafeMutablePlane<Result>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) throws -> Result {
    if !isUniquelyOwned() { self = try copy() }
    ground = nil
    memory.forgetDerivedPictures()
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeMutableRawBufferPointer(mutating: bytes(ofPlane: index)))
  }

  /// Whether this is the only lease on the memory, and it may be written to, so that writing copies nothing.
  public mutating func isUniquelyOwned() -> Bool { MediaMemory.isWritable(&memory) }

  /// The same picture in memory of its own.
  ///
  /// - Parameter rowAlignment: Bytes that each row is padded to a multiple of; default: rows as far apart as here.
  /// - Throws: ``MediaError`` where there is no memory.
  public func copy(rowAlignment: Int? = nil) throws(MediaError) -> PixelBuffer {
    let target =
      if let rowAlignment {
        try PixelLayout(format: format, width: width, height: height, rowAlignment: rowAlignment)
      } else {
        try PixelLayout(format: format, width: width, height: height, bytesPerRow: planes.map(\.bytesPerRow))
      }
    var copy = try PixelBuffer(layout: target)
    copyRows(to: copy)
    copy.ground = ground
    return copy
  }

  /// Copies another picture into this one, with its top left corner at a place.
  ///
  /// Copies this picture first where another lease shares its memory.
  ///
  /// - Throws: ``MediaError`` where the other's format is another, or it doesn't lie inside of this one; see
  ///   ``PixelLayout/cropped(x:y:width:height:)``.
  package mutating func paste(_ other: PixelBuffer, x: Int, y: Int) throws(MediaError) {
    guard other.format == format else {
      throw MediaError(
        .unsupportedConversion, subject: "\(other.format) \(other.dimensions)",
        reason: "it can't be copied into a picture in \(format)")
    }
    if !isUniquelyOwned() { self = try copy() }
    ground = nil
    memory.forgetDerivedPictures()
    other.copyRows(to: try cropped(x: x, y: y, width: other.width, height: other.height))
  }

  /// Copies the pixels into a buffer of the same format and size that nobody else holds.
  func copyRows(to target: PixelBuffer) {
    for (from, to) in zip(planes, target.planes) {
      for row in 0..<from.height {
        (target.memory.base + to.offset + row * to.bytesPerRow).copyMemory(
          from: memory.base + from.offset + row * from.bytesPerRow, byteCount: from.bytesInRow)
      }
    }
    withExtendedLifetime((memory, target.memory)) {}
  }

  /// The part from (`x`, `y`), `width` by `height` pixels, as another lease on the same memory.
  ///
  /// - Throws: ``MediaError`` where it isn't inside, or cuts through a block of pixels that share chroma.
  public func cropped(x: Int, y: Int, width: Int, height: Int) throws(MediaError) -> PixelBuffer {
    PixelBuffer(
      memory: memory, layout: try layout.cropped(x: x, y: y, width: width, height: height),
      ground: try ground?.cropped(x: x, y: y, width: width, height: height))
  }

  private func bytes(ofPlane index: Int) -> UnsafeRawBufferPointer {
    let plane = planes[index]
    return UnsafeRawBufferPointer(start: memory.base.advanced(by: plane.offset), count: plane.byteCount)
  }
}
