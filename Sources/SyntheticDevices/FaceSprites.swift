import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A cache of drawn faces in the pixel format of the frames, because shading a face takes longer than a frame.
final class FaceSprites: Sendable {
  private struct Key: Hashable {
    let format: PixelFormat
    let size: Int
    let roll: Double
    let lightness: Double
  }

  private let sprites = Locked<[Key: PixelBuffer]>([:])

  /// The maximum number of cached faces; a camera has only one frame size at a time.
  private static let capacity = 16

  /// The side of a sprite relative to the size of its face.
  static let extent = 1.2

  /// Returns a face in YUYV or NV12, in the centre of a square with a background of the luma `ground`.
  func face(format: PixelFormat, size: Int, roll: Double, lightness: Double, ground: Int) throws -> PixelBuffer {
    let key = Key(format: format, size: size, roll: roll, lightness: lightness)
    if let known = sprites.withLock({ $0[key] }) { return known }
    let drawn = try Self.draw(key, ground: ground)
    sprites.withLock { sprites in
      if sprites.count >= Self.capacity { sprites = [:] }
      sprites[key] = drawn
    }
    return drawn
  }

  private static func draw(_ key: Key, ground: Int) throws -> PixelBuffer {
    let side = Int(Double(key.size) * extent) & ~1
    let middle = Double(side) / 2
    let face = DrawnFace(
      center: Point(x: middle, y: middle), size: Double(key.size), roll: key.roll, lightness: key.lightness)
    let grey = try DrawnFace.picture([face], width: side, height: side) { _, _ in Double(ground) }
    var picture = try grey.converted(to: .nv12)
    let stride = picture.planes[1].bytesPerRow
    try picture.withUnsafeMutablePlane(1) { chroma in
      for row in 0..<side / 2 {
        try WorkLimit.check()
        for column in 0..<side / 2 {
          let share = face.share(x: Double(column * 2 + 1), y: Double(row * 2 + 1))
          chroma[row * stride + column * 2] = UInt8(128 + (skin.cb - 128) * share)
          chroma[row * stride + column * 2 + 1] = UInt8(128 + (skin.cr - 128) * share)
        }
      }
    }
    guard key.format != .nv12 else { return picture }
    var packed = try PixelBuffer(format: key.format, width: side, height: side)
    try picture.copyPixels(into: &packed, x: 0, y: 0)
    return packed
  }

  /// The chroma of skin, which is nearly the same for all skin tones.
  private static let skin = (cb: 112.0, cr: 148.0)
}
