import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples

/// What the controls of a ``SyntheticCamera`` do to its picture.
struct SyntheticLens: Sendable, Hashable {
  /// V4L2's steps; the subject is sharp at ``subjectFocus``.
  var focus: Int64 = subjectFocus
  /// How many times as much light falls on the sensor as is right.
  var light = 1.0
  var zoom = 1.0
  var isMirrored = false
  var isFlipped = false

  /// Where `focus_absolute` has to be for a sharp picture.
  static let subjectFocus: Int64 = 120

  var isNeutral: Bool { self == SyntheticLens() }

  init() {}

  /// Reads the values of controls.
  init(_ values: [CaptureControl.Name: Int64]) {
    func value(_ name: CaptureControl.Name, _ usual: Int64) -> Int64 { values[name] ?? usual }
    focus = value("focus_automatic_continuous", 1) == 1 ? Self.subjectFocus : value("focus_absolute", 0)
    if value("auto_exposure", 3) == 1 {
      light = Double(value("exposure_time_absolute", 156)) / 156 * Double(value("gain", 16)) / 16
    } else {
      light = exp2(Double(value("auto_exposure_bias", 0)) / 1000)
    }
    if value("led_mode", 0) == 2 { light *= 1.5 }
    zoom = Double(value("zoom_absolute", 100)) / 100
    (isMirrored, isFlipped) = (value("horizontal_flip", 0) == 1, value("vertical_flip", 0) == 1)
  }

  /// The picture as it falls through the lens; NV12.
  func look(at picture: PixelBuffer) throws -> PixelBuffer {
    var result = picture
    if zoom > 1 {
      let (width, height) = (Int(Double(picture.width) / zoom) & ~1, Int(Double(picture.height) / zoom) & ~1)
      let part = try picture.cropped(
        x: (picture.width - width) / 4 * 2, y: (picture.height - height) / 4 * 2, width: max(2, width),
        height: max(2, height))
      result = try part.scaled(to: picture.dimensions, filter: .bilinear)
    }
    let blur = 1 + Double(abs(focus - Self.subjectFocus)) / 8
    if blur > 1 {
      let small = VideoDimensions(
        width: max(2, Int(Double(picture.width) / blur) & ~1),
        height: max(2, Int(Double(picture.height) / blur) & ~1))
      result = try result.scaled(to: small, filter: .box).scaled(to: picture.dimensions, filter: .bilinear)
    }
    if light != 1 { try brighten(&result) }
    if isMirrored { result = try result.uprightCopy(.upMirrored) }
    if isFlipped { result = try result.uprightCopy(.downMirrored) }
    return result
  }

  private func brighten(_ picture: inout PixelBuffer) throws {
    let table = (0...255).map { UInt8(min(235, max(16, 16 + (Double($0) - 16) * light))) }
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = table[Int(bytes[index])] }
    }
  }
}
