/// Where the planes of a picture lie in one block of memory.
public struct PixelLayout: Sendable {
  /// One plane of a picture.
  public struct Plane: Sendable, Hashable {
    /// Bytes from the start of the memory to the first pixel.
    public var offset: Int
    /// Elements across: pixels, or chroma samples.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Bytes from one row to the next, at least ``bytesInRow``.
    public var bytesPerRow: Int
    /// Bytes of a row that hold pixels.
    public var bytesInRow: Int

    /// Bytes from the first pixel to the end of the last one.
    public var byteCount: Int { (height - 1) * bytesPerRow + bytesInRow }
  }

  /// One object, so that handing on a picture counts one reference for all that is said here.
  private final class Storage: Sendable {
    let format: PixelFormat
    let width: Int
    let height: Int
    let planes: [Plane]
    /// The luma plane as a picture in grey, kept so that asking for luma allocates nothing; nil where there is none, or
    /// the picture is no more than that.
    let luma: PixelLayout?

    init(_ format: PixelFormat, _ width: Int, _ height: Int, _ planes: [Plane], luma: PixelLayout?) {
      (self.format, self.width, self.height, self.planes, self.luma) = (format, width, height, planes, luma)
    }
  }

  private let storage: Storage

  /// How the pixels are stored.
  public var format: PixelFormat { storage.format }
  /// Pixels across.
  public var width: Int { storage.width }
  /// Pixels down.
  public var height: Int { storage.height }
  /// The planes, in the format's order.
  public var planes: [Plane] { storage.planes }

  /// The largest width and height, in pixels: what JPEG can hold.
  public static let largestSide = 65_535

  /// Lays a picture out.
  ///
  /// - Parameters:
  ///   - format: How the pixels are stored.
  ///   - width: Pixels across, 1 to ``largestSide``.
  ///   - height: Pixels down, 1 to ``largestSide``.
  ///   - rowAlignment: Bytes that each row is padded to a multiple of, 1 (no padding) to 2²⁰; default 64.
  /// - Throws: ``MediaError`` where the format is not supported or a number is out of range.
  public init(format: PixelFormat, width: Int, height: Int, rowAlignment: Int = 64) throws(MediaError) {
    let alignment = min(max(1, rowAlignment), 1 << 20)
    guard alignment == rowAlignment else {
      throw MediaError(
        .invalidDimensions, subject: "\(format) \(width)×\(height)",
        reason: "rows can't be aligned to \(rowAlignment) bytes, but to 1 up to \(1 << 20)")
    }
    try self.init(format: format, width: width, height: height) { _, bytesInRow in
      (bytesInRow + alignment - 1) / alignment * alignment
    }
  }

  /// Describes memory that somebody else laid out: planes one behind the other, rows of the given lengths.
  ///
  /// - Parameters:
  ///   - format: How the pixels are stored.
  ///   - width: Pixels across, 1 to ``largestSide``.
  ///   - height: Pixels down, 1 to ``largestSide``.
  ///   - bytesPerRow: Bytes from one row to the next, one number a plane.
  /// - Throws: ``MediaError`` where a length is missing or shorter than a row of pixels.
  public init(
    format: PixelFormat, width: Int, height: Int, bytesPerRow: [Int]
  ) throws(MediaError) {
    try self.init(format: format, width: width, height: height) { index, _ in
      bytesPerRow.indices.contains(index) ? bytesPerRow[index] : 0
    }
  }

  /// Describes memory that somebody else laid out, with planes anywhere in it.
  ///
  /// - Parameters:
  ///   - format: How the pixels are stored.
  ///   - width: Pixels across, 1 to ``largestSide``.
  ///   - height: Pixels down, 1 to ``largestSide``.
  ///   - offsets: Bytes from the start of the memory to the first pixel, one number a plane.
  ///   - bytesPerRow: Bytes from one row to the next, one number a plane.
  /// - Throws: ``MediaError`` where a number is missing or can't be.
  public init(
    format: PixelFormat, width: Int, height: Int, offsets: [Int], bytesPerRow: [Int]
  ) throws(MediaError) {
    let packed = try PixelLayout(format: format, width: width, height: height, bytesPerRow: bytesPerRow)
    guard offsets.count == packed.planes.count, offsets.allSatisfy({ (0...1 << 48).contains($0) }) else {
      throw MediaError(
        .invalidDimensions, subject: "\(format) \(width)×\(height)",
        reason: "it needs \(packed.planes.count) offsets of planes in memory, \(offsets) were given")
    }
    let planes = zip(packed.planes, offsets).map { plane, offset in
      Plane(
        offset: offset, width: plane.width, height: plane.height, bytesPerRow: plane.bytesPerRow,
        bytesInRow: plane.bytesInRow)
    }
    self.init(format: format, width: width, height: height, planes: planes)
  }

  private init(format: PixelFormat, width: Int, height: Int, planes: [Plane]) {
    let luma =
      format.hasLumaPlane && format != .grey
      ? PixelLayout(format: .grey, width: width, height: height, planes: Array(planes.prefix(1))) : nil
    storage = Storage(format, width, height, planes, luma: luma)
  }

  /// No pixels at all; nothing public makes such a layout.
  static let none = PixelLayout(format: .grey, width: 0, height: 0, planes: [])

  /// The luma plane as a picture in grey; nil where the format has no plane of luma.
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
        reason: "width and height must lie between 1 and \(Self.largestSide)")
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
          reason: "a row needs \(bytesInRow) bytes, \(bytesPerRow) were given")
      }
      planes.append(
        Plane(offset: offset, width: across, height: down, bytesPerRow: bytesPerRow, bytesInRow: bytesInRow))
      offset += bytesPerRow * down
    }
    self.init(format: format, width: width, height: height, planes: planes)
  }

  /// Bytes from the start of the memory to the end of the last row, its padding included.
  public var byteCount: Int {
    planes.map { $0.offset + $0.bytesPerRow * $0.height }.max() ?? 0
  }

  /// The same layout, so many bytes further on in memory.
  package func moved(by offset: Int) -> PixelLayout {
    let moved = planes.map { plane in
      var plane = plane
      plane.offset += offset
      return plane
    }
    return PixelLayout(format: format, width: width, height: height, planes: moved)
  }

  /// The part of the picture from (`x`, `y`), `width` by `height` pixels, in the same memory.
  ///
  /// - Throws: ``MediaError`` where it isn't inside, or cuts through a block of pixels that share chroma.
  public func cropped(x: Int, y: Int, width: Int, height: Int) throws(MediaError) -> PixelLayout {
    let name = "\(width)×\(height) at (\(x), \(y)) of \(format) \(self.width)×\(self.height)"
    guard x >= 0, y >= 0, width > 0, height > 0, width <= self.width - x, height <= self.height - y else {
      throw MediaError(.invalidDimensions, subject: name, reason: "the part doesn't lie inside the picture")
    }
    var parts: [Plane] = []
    for (plane, shape) in zip(planes, format.row?.planes ?? []) {
      let step = (x: shape.subsampling.x * shape.elementsPerGroup, y: shape.subsampling.y)
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
  /// Whether pixels lie at the same places.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage
      || (left.format == right.format && left.width == right.width && left.height == right.height
        && left.planes == right.planes)
  }

  /// Hashes the places of the pixels.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(format)
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(planes)
  }
}
