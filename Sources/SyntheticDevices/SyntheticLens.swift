import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples

/// What the controls of a ``SyntheticCamera`` do to its picture.
struct SyntheticLens: Sendable, Hashable {
  /// V4L2's steps; the subject is sharp at ``subjectFocus``.
  var focus: Int64 = subjectFocus
  /// How many times as much light falls on the sensor as is right; luma is what sRGB makes of it.
  var light = 1.0
  /// By how much red and blue are raised, in proportion to green.
  var (redGain, blueGain) = (1.0, 1.0)
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
    // A camera that can't do something by itself leaves it to whoever sets it.
    let focusesByHand = values["focus_automatic_continuous"].map { $0 != 1 } ?? (values["focus_absolute"] != nil)
    focus = focusesByHand ? value("focus_absolute", Self.subjectFocus) : Self.subjectFocus
    if value("auto_exposure", 1) == 1 {
      light = Double(value("exposure_time_absolute", 156)) / 156 * Double(value("gain", 16)) / 16
    } else {
      light = exp2(Double(value("auto_exposure_bias", 0)) / 1000)
    }
    if value("led_mode", 0) == 2 { light *= 1.5 }
    if value("white_balance_automatic", 1) == 0 {
      let neutral = Double(SyntheticControls.neutralBalance)
      redGain = Double(value("red_balance", SyntheticControls.neutralBalance)) / neutral
      blueGain = Double(value("blue_balance", SyntheticControls.neutralBalance)) / neutral
    }
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
    if redGain != 1 || blueGain != 1 { try balance(&result) }
    if isMirrored { result = try result.uprightCopy(.upMirrored) }
    if isFlipped { result = try result.uprightCopy(.downMirrored) }
    return result
  }

  private func brighten(_ picture: inout PixelBuffer) throws {
    let table = (0...255).map { luma in
      let brighter = Self.stored(Self.seen(min(max((Double(luma) - 16) / 219, 0), 1)) * light)
      return UInt8((16 + 219 * min(max(brighter, 0), 1)).rounded())
    }
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = table[Int(bytes[index])] }
    }
  }

  /// Raises red and blue; luma stays as it is, as if all of it were green's.
  private func balance(_ picture: inout PixelBuffer) throws {
    let luma = try picture.luma()
    let lumaBytesPerRow = luma.planes[0].bytesPerRow
    let (rows, columns) = (picture.height / 2, picture.width / 2)
    let bytesPerRow = picture.planes[1].bytesPerRow
    // Blue's and red's gains, what they are times with lightness: BT.601's differences, in video range.
    let gains = [(Self.stored(blueGain), 1.772), (Self.stored(redGain), 1.402)]
    try picture.withUnsafeMutablePlane(1) { chroma in
      luma.withUnsafePlane(0) { luma in
        for row in 0..<rows {
          for column in 0..<columns {
            let lightness = Double(luma[2 * row * lumaBytesPerRow + 2 * column]) - 16
            for (index, (gain, difference)) in gains.enumerated() {
              let place = row * bytesPerRow + 2 * column + index
              let value = 128 + gain * (Double(chroma[place]) - 128) + (gain - 1) * lightness / difference
              chroma[place] = UInt8(min(max(value, 16), 240))
            }
          }
        }
      }
    }
  }

  /// The light that sRGB (IEC 61966-2-1) stores as a value, both from 0 to 1.
  private static func seen(_ value: Double) -> Double {
    value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The value that sRGB stores for some light.
  private static func stored(_ light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
