import Glibc
import OpenCaptureMediaSamples

/// A colour as BT.601 luma and chroma in video range.
public struct SceneColor: Sendable, Hashable {
  /// The luma, 16 to 235.
  public let luma: UInt8
  /// The blue difference, 16 to 240.
  public let cb: UInt8
  /// The red difference, 16 to 240.
  public let cr: UInt8

  /// Creates a colour from red, green and blue, each 0 to 255.
  public init(red: Int, green: Int, blue: Int) {
    // ITU-R BT.601-7, 2.5.1 and 2.5.3, for 8 bits.
    let r = Double(red)
    let g = Double(green)
    let b = Double(blue)
    luma = Self.byte(16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255)
    cb = Self.byte(128 + (-37.797 * r - 74.203 * g + 112 * b) / 255)
    cr = Self.byte(128 + (112 * r - 93.786 * g - 18.214 * b) / 255)
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }

  /// Black.
  public static let black = SceneColor(red: 0, green: 0, blue: 0)
  /// White.
  public static let white = SceneColor(red: 255, green: 255, blue: 255)
}

/// A painter of rectangles and sprites in the memory of a YUYV or NV12 image.
///
/// Coordinates are in pixels and are rounded to even numbers, because two pixels share their chroma. Content outside
/// the image is clipped.
public struct ScenePainter {
  private let format: PixelFormat
  private let planes: [(bytes: UnsafeMutableRawBufferPointer, bytesPerRow: Int)]
  /// The width of the image, in pixels.
  public let width: Int
  /// The height of the image, in pixels.
  public let height: Int

  /// Calls `body` with a painter for a buffer.
  ///
  /// - Throws: `MediaError` if the format is neither YUYV nor NV12.
  static func paint(_ buffer: inout PixelBuffer, _ body: (ScenePainter) throws -> Void) throws {
    try buffer.requireSceneFormat()
    let format = buffer.format
    let width = buffer.width
    let height = buffer.height
    let strides = buffer.planes.map(\.bytesPerRow)
    try buffer.withUnsafeMutablePlanes { planes in
      let memory = zip(planes, strides).map { (bytes: $0, bytesPerRow: $1) }
      try body(ScenePainter(format: format, planes: memory, width: width, height: height))
    }
  }

  /// Fills a rectangle.
  public func fill(x: Int, y: Int, width: Int, height: Int, _ color: SceneColor) {
    let left = max(0, x) & ~1
    let top = max(0, y) & ~1
    let right = min(self.width, x + width) & ~1
    let bottom = min(self.height, y + height) & ~1
    guard left < right, top < bottom else { return }
    switch format {
    case .yuyv:
      fillRows(0, offset: left * 2, byteCount: (right - left) * 2, rows: top..<bottom) { row in
        let word = UInt32(color.luma) | UInt32(color.cb) << 8 | UInt32(color.luma) << 16 | UInt32(color.cr) << 24
        for index in 0..<row.count / 4 { row.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self) }
      }
    case .nv12:
      fillRows(0, offset: left, byteCount: right - left, rows: top..<bottom) { row in
        if let base = row.baseAddress { memset(base, Int32(color.luma), row.count) }
      }
      fillRows(1, offset: left, byteCount: right - left, rows: top / 2..<bottom / 2) { row in
        let pair = UInt16(color.cb) | UInt16(color.cr) << 8
        for index in 0..<row.count / 2 { row.storeBytes(of: pair, toByteOffset: index * 2, as: UInt16.self) }
      }
    default: break
    }
  }

  /// Copies an image of the same format to an even position; does nothing if the image would be clipped.
  func stamp(_ sprite: PixelBuffer, x: Int, y: Int) {
    guard sprite.format == format, x >= 0, y >= 0, x + sprite.width <= width, y + sprite.height <= height else {
      return
    }
    let strides = sprite.planes.map(\.bytesPerRow)
    sprite.withUnsafePlanes { source in
      for (plane, from) in source.enumerated() where plane < planes.count {
        // The chroma plane of NV12 has half as many rows with the same number of bytes.
        let step = plane == 0 ? 1 : 2
        let bytesPerPixel = format == .yuyv ? 2 : 1
        for row in 0..<sprite.height / step {
          let target = (y / step + row) * planes[plane].bytesPerRow + x * bytesPerPixel
          guard let to = planes[plane].bytes.baseAddress, let base = from.baseAddress else { return }
          memcpy(to + target, base + row * strides[plane], sprite.width * bytesPerPixel)
        }
      }
    }
  }

  /// Fills the first row and copies it to the other rows.
  private func fillRows(
    _ plane: Int, offset: Int, byteCount: Int, rows: Range<Int>, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    let (bytes, stride) = planes[plane]
    guard let base = bytes.baseAddress, !rows.isEmpty else { return }
    let first = base + rows.lowerBound * stride + offset
    fill(UnsafeMutableRawBufferPointer(start: first, count: byteCount))
    for row in rows.dropFirst() { memcpy(base + row * stride + offset, first, byteCount) }
  }
}

/// A movement to and fro at a constant speed.
enum Swing {
  /// Returns the even position after a distance, if the movement reverses at both ends of the range.
  static func place(_ distance: Int, within room: Int) -> Int {
    guard room > 0 else { return 0 }
    let phase = distance % (2 * room)
    return (phase < room ? phase : 2 * room - phase) & ~1
  }
}
