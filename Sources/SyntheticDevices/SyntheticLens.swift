import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples

/// The effect of a ``SyntheticCamera``'s controls on its image.
struct SyntheticLens: Sendable, Hashable {
  /// The value of the lens position; ``subjectFocus`` is sharp.
  var focus: Int64 = subjectFocus
  /// The exposure relative to the correct one, in linear light; luma follows by the sRGB curve.
  var light = 1.0
  /// The gain of red relative to green.
  var redGain = 1.0
  /// The gain of blue relative to green.
  var blueGain = 1.0
  var zoom = 1.0
  var isMirrored = false
  var isFlipped = false

  /// The value of the lens position at which the image is sharp.
  static let subjectFocus: Int64 = 120

  var isNeutral: Bool { self == SyntheticLens() }

  init() {}

  /// Derives the effect from the values of the controls.
  init(_ values: [CaptureControl.Name: Int64]) {
    func value(_ name: CaptureControl.Name, _ defaultValue: Int64) -> Int64 { values[name] ?? defaultValue }
    // Without an automatic mode, the manual value applies.
    let isManualFocus: Bool = values[.continuousAutofocus].map { $0 != 1 } ?? (values[.lensPosition] != nil)
    focus = isManualFocus ? value(.lensPosition, Self.subjectFocus) : Self.subjectFocus
    if value(.exposureMode, 1) == 1 {
      light = Double(value(.exposureDuration, 156)) / 156 * Double(value(.gain, 16)) / 16
    } else {
      light = exp2(Double(value(.exposureBias, 0)) / 1000)
    }
    if value(.lampMode, 0) == 2 { light *= 1.5 }
    if value(.automaticWhiteBalance, 1) == 0 {
      let neutral = Double(SyntheticControls.neutralBalance)
      redGain = Double(value(.redGain, SyntheticControls.neutralBalance)) / neutral
      blueGain = Double(value(.blueGain, SyntheticControls.neutralBalance)) / neutral
    }
    zoom = Double(value(.zoomFactor, 100)) / 100
    isMirrored = value(.horizontalFlip, 0) == 1
    isFlipped = value(.verticalFlip, 0) == 1
  }

  /// Returns the image as the camera records it, in NV12.
  func look(at picture: PixelBuffer) throws -> PixelBuffer {
    var result = picture
    if zoom > 1 {
      let width = Int(Double(picture.width) / zoom) & ~1
      let height = Int(Double(picture.height) / zoom) & ~1
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
      let brighter = Self.encoded(Self.linear(min(max((Double(luma) - 16) / 219, 0), 1)) * light)
      return UInt8((16 + 219 * min(max(brighter, 0), 1)).rounded())
    }
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = table[Int(bytes[index])] }
    }
  }

  /// Scales red and blue but not luma, as if luma depended on green alone.
  private func balance(_ picture: inout PixelBuffer) throws {
    let luma = try picture.luma()
    let lumaBytesPerRow = luma.planes[0].bytesPerRow
    let rows = picture.height / 2
    let columns = picture.width / 2
    let bytesPerRow = picture.planes[1].bytesPerRow
    // The gains of blue and red, with the factors of the BT.601 colour differences (video range).
    let gains = [(Self.encoded(blueGain), 1.772), (Self.encoded(redGain), 1.402)]
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

  /// Returns the linear light of an sRGB value (IEC 61966-2-1), both from 0 to 1.
  private static func linear(_ value: Double) -> Double {
    value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Returns the sRGB value of linear light.
  private static func encoded(_ light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
