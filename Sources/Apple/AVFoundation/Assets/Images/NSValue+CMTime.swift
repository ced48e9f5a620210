public import CoreMedia
public import Foundation

extension NSValue {
  /// A time as an object.
  public convenience init(time: CMTime) {
    // Foundation has values of few types on Linux: the bits of a time lie in those of a rectangle.
    let scale = UInt64(UInt32(bitPattern: time.timescale)) | UInt64(time.flags.rawValue) << 32
    let (x, y) = (Double(bitPattern: UInt64(bitPattern: time.value)), Double(bitPattern: scale))
    self.init(rect: CGRect(x: x, y: y, width: Double(bitPattern: UInt64(bitPattern: time.epoch)), height: 0))
  }

  /// The time that it was made of.
  public var timeValue: CMTime {
    let rect = rectValue
    let scale = Double(rect.origin.y).bitPattern
    return CMTime(
      value: Int64(bitPattern: Double(rect.origin.x).bitPattern),
      timescale: Int32(bitPattern: UInt32(truncatingIfNeeded: scale)),
      flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: scale >> 32)),
      epoch: Int64(bitPattern: Double(rect.size.width).bitPattern))
  }
}
