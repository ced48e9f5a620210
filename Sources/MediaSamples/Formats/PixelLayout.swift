/// The positions of a picture's planes in one block of memory.
public struct PixelLayout: Sendable {
  /// One plane of a picture.
  public struct Plane: Sendable, Hashable {
    /// The bytes from the start of the memory to the first pixel.
    public var offset: Int
    /// The number of elements across: pixels, or chroma samples.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The bytes from one row to the next, at least ``bytesInRow``.
    public var bytesPerRow: Int
    /// The bytes of a row that contain pixels.
    public var bytesInRow: Int

    /// The bytes from the first pixel to the end of the last one.
    public var byteCount: Int { (height - 1) * bytesPerRow + bytesInRow }

    /// The bytes per element, for formats whose elements share no bytes.
    var bytesPerElement: Int { bytesInRow / width }
  }

  /// The layout's contents as one object, so that passing a picture on costs one reference count.
  private final class Storage: Sendable {
    let format: PixelFormat
    let width: Int
    let height: Int
    let planes: [Plane]
    /// The luma plane as a grey picture, stored to save allocations; nil for formats without one, and grey itself.
    let luma: PixelLayout?

    init(_ format: PixelFormat, _ width: Int, _ height: Int, _ planes: [Plane], luma: PixelLayout?) {
      self.format = format
      self.width = width
      self.height = height
      self.planes = planes
      self.luma = luma
    }
  }

  private let storage: Storage

  /// The pixel format.
  public var format: PixelFormat { storage.format }
  /// The width in pixels.
  public var width: Int { storage.width }
  /// The height in pixels.
  public var height: Int { storage.height }
  /// The planes, in the format's order.
  public var planes: [Plane] { storage.planes }

  /// The largest width and height in pixels, JPEG's limit.
  public static let largestSide = 65_535

  /// Makes a layout for newly allocated memory.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - width: The width in pixels, 1 to ``largestSide``.
  ///   - height: The height in pixels, 1 to ``largestSide``.
  ///   - rowAlignment: The row length is a multiple of this number of bytes, 1 (no padding) to 2²⁰. Default: 64.
  /// - Throws: ``MediaError`` if the format is not supported or a number is out of range.
  public init(format: PixelFormat, width: Int, height: Int, rowAlignment: Int = 64) throws(MediaError) {
    let alignment = min(max(1, rowAlignment), 1 << 20)
    guard alignment == rowAlignment else {
      throw MediaError(
        .invalidDimensions, subject: "\(format) \(width)×\(height)",
        reason: "the row alignment must be 1 to \(1 << 20) bytes, not \(rowAlignment)")
    }
    try self.init(format: format, width: width, height: height) { _, bytesInRow in
      (bytesInRow + alignment - 1) / alignment * alignment
    }
  }

  /// Describes existing memory with consecutive planes and the given row lengths.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - width: The width in pixels, 1 to ``largestSide``.
  ///   - height: The height in pixels, 1 to ``largestSide``.
  ///   - bytesPerRow: The bytes from one row to the next, one number per plane.
  /// - Throws: ``MediaError`` if a length is missing or shorter than a row of pixels.
  public init(format: PixelFormat, width: Int, height: Int, bytesPerRow: [Int]) throws(MediaError) {
    try self.init(format: format, width: width, height: height) { index, _ in
      bytesPerRow.indices.contains(index) ? bytesPerRow[index] : 0
    }
  }

  /// Describes existing memory with planes at the given offsets.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - width: The width in pixels, 1 to ``largestSide``.
  ///   - height: The height in pixels, 1 to ``largestSide``.
  ///   - offsets: The bytes from the start of the memory to the first pixel, one number per plane.
  ///   - bytesPerRow: The bytes from one row to the next, one number per plane.
  /// - Throws: ``MediaError`` if a number is missing or out of range.
  public init(
    format: PixelFormat, width: Int, height: Int, offsets: [Int], bytesPerRow: [Int]
  ) throws(MediaError) {
    let packed = try PixelLayout(format: format, width: width, height: height, bytesPerRow: bytesPerRow)
    guard offsets.count == packed.planes.count, offsets.allSatisfy({ (0...1 << 48).contains($0) }) else {
      throw MediaError(
        .invalidDimensions, subject: "\(format) \(width)×\(height)",
        reason: "\(packed.planes.count) plane offsets are required, but \(offsets) were given")
    }
    var planes = packed.planes
    for index in planes.indices { planes[index].offset = offsets[index] }
    self.init(format: format, width: width, height: height, planes: planes)
  }

  private init(format: PixelFormat, width: Int, height: Int, planes: [Plane]) {
    let luma =
      format.hasLumaPlane && format != .grey
      ? PixelLayout(format: .grey, width: width, height: height, planes: Array(planes.prefix(1))) : nil
    storage = Storage(format, width, height, planes, luma: luma)
  }

  /// A layout without pixels, which no public initializer makes.
  static let none = PixelLayout(format: .grey, width: 0, height: 0, planes: [])

  /// The luma plane as a grey picture; nil if the format has no such plane.
  var luma: PixelLayout? { format == .grey ? self : storage.luma }

  private init(
    format: PixelFormat, width: Int, height: Int, rowLength: (_ plane: Int, _ bytesInRow: Int) -> Int
  ) throws(MediaError) {
    guard let shapes = format.row?.planes else {
      throw MediaError(
        .unsupportedFormat, subject: "\(format)", reason: "the layout of this pixel format is unknown")
    }
    let sides = 1...Self.largestSide
    guard sides.contains(width), sides.contains(height) else {
      throw MediaError(
        .invalidDimensions, subject: "\(format) \(width)×\(height)",
        reason: "width and height must be 1 to \(Self.largestSide) pixels")
    }
    var planes: [Plane] = []
    var offset = 0
    for (index, shape) in shapes.enumerated() {
      let (across, down) = shape.elements(width: width, height: height)
      let bytesInRow = shape.bytesInRow(elements: across)
      let bytesPerRow = rowLength(index, bytesInRow)
      guard (bytesInRow...1 << 30).contains(bytesPerRow) else {
        throw MediaError(
          .invalidDimensions, subject: "\(format) \(width)×\(height)",
          reason: "a row needs \(bytesInRow) bytes, but \(bytesPerRow) were given")
      }
      planes.append(
        Plane(offset: offset, width: across, height: down, bytesPerRow: bytesPerRow, bytesInRow: bytesInRow))
      offset += bytesPerRow * down
    }
    self.init(format: format, width: width, height: height, planes: planes)
  }

  /// The bytes from the start of the memory to the end of the last row, including its padding.
  public var byteCount: Int { planes.map { $0.offset + $0.bytesPerRow * $0.height }.max() ?? 0 }

  /// The bytes from the start of the memory to the end of the last pixel.
  package var requiredByteCount: Int { planes.reduce(0) { max($0, $1.offset + $1.byteCount) } }

  /// Returns the same layout, moved by a number of bytes in memory.
  package func moved(by offset: Int) -> PixelLayout {
    var moved = planes
    for index in moved.indices { moved[index].offset += offset }
    return PixelLayout(format: format, width: width, height: height, planes: moved)
  }

  /// Returns the layout of a part of the picture in the same memory, `width` by `height` pixels from (`x`, `y`).
  ///
  /// - Throws: ``MediaError`` if the part exceeds the picture, or starts within a block of pixels that share chroma.
  public func cropped(x: Int, y: Int, width: Int, height: Int) throws(MediaError) -> PixelLayout {
    let name = "\(width)×\(height) at (\(x), \(y)) of \(format) \(self.width)×\(self.height)"
    guard x >= 0, y >= 0, width > 0, height > 0, width <= self.width - x, height <= self.height - y else {
      throw MediaError(.invalidDimensions, subject: name, reason: "the part exceeds the picture")
    }
    var parts: [Plane] = []
    for (plane, shape) in zip(planes, format.row?.planes ?? []) {
      let step = (x: shape.pixelsPerGroup, y: shape.subsampling.y)
      guard x % step.x == 0, y % step.y == 0 else {
        throw MediaError(
          .invalidDimensions, subject: name,
          reason: "the part must start at multiples of \(step.x) across and \(step.y) down")
      }
      let (across, down) = shape.elements(width: width, height: height)
      parts.append(
        Plane(
          offset: plane.offset + y / step.y * plane.bytesPerRow + x / step.x * shape.bytesPerGroup,
          width: across, height: down, bytesPerRow: plane.bytesPerRow,
          bytesInRow: shape.bytesInRow(elements: across)))
    }
    return PixelLayout(format: format, width: width, height: height, planes: parts)
  }
}

extension PixelLayout: Hashable {
  /// Returns whether all pixels have the same positions.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage
      || (left.format == right.format && left.width == right.width && left.height == right.height
        && left.planes == right.planes)
  }

  /// Hashes the positions of the pixels.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(format)
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(planes)
  }
}
