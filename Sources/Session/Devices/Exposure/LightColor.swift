import Glibc

/// A color of light as CIE 1960 chromaticity, with conversions to temperature, tint and neutralizing gains.
struct LightColor: Sendable, Hashable {
  /// The CIE 1960 (u, v) chromaticity, in which color temperature is defined.
  let u: Double
  let v: Double

  /// The temperature range of Krystek's formula, in kelvin.
  static let temperatures = 1_000.0...15_000.0
  /// The tint at a distance of 1 from the Planckian locus, as in Adobe's DNG specification.
  static let tintScale = 3_000.0

  init(u: Double, v: Double) {
    self.u = u
    self.v = v
  }

  /// Creates light from a temperature in kelvin and a tint; a positive tint is greener, a negative more magenta.
  init(temperature: Double, tint: Double) {
    let origin = Self.locus(temperature)
    let normal = Self.normal(temperature)
    let distance = tint / Self.tintScale
    self.init(u: origin.u + normal.u * distance, v: origin.v + normal.v * distance)
  }

  /// Creates the light that the given gains, relative to that of green, make neutral.
  init(redGain: Double, blueGain: Double) {
    // Linear sRGB to XYZ (D65), IEC 61966-2-1.
    let red = 1 / redGain
    let blue = 1 / blueGain
    let x = 0.4124 * red + 0.3576 + 0.1805 * blue
    let y = 0.2126 * red + 0.7152 + 0.0722 * blue
    let z = 0.0193 * red + 0.1192 + 0.9505 * blue
    let sum = x + 15 * y + 3 * z
    self.init(u: 4 * x / sum, v: 6 * y / sum)
  }

  /// The gains of red and blue, relative to green, that make this light neutral.
  ///
  /// Nil if the light contains no red, green or blue. The camera is assumed to have the sRGB primaries. Both gains
  /// are 1 for daylight (D65).
  var gains: (red: Double, blue: Double)? {
    // CIE 1960 (u, v) to (x, y), then to XYZ with Y = 1.
    let divisor = 2 * u - 8 * v + 4
    let x = 3 * u / divisor
    let y = 2 * v / divisor
    let bigX = x / y
    let bigZ = (1 - x - y) / y
    // XYZ (D65) to linear sRGB, IEC 61966-2-1.
    let red = 3.2406 * bigX - 1.5372 - 0.4986 * bigZ
    let green = -0.9689 * bigX + 1.8758 + 0.0415 * bigZ
    let blue = 0.0557 * bigX - 0.2040 + 1.0570 * bigZ
    guard red > 0, green > 0, blue > 0 else { return nil }
    return (green / red, green / blue)
  }

  /// The correlated color temperature (CIE 15) in kelvin, and the tint, which is positive on the green side.
  var temperatureAndTint: (temperature: Double, tint: Double) {
    // Over the reciprocal temperature, the distance has one minimum, which a ternary search finds.
    var low = 1e6 / Self.temperatures.upperBound
    var high = 1e6 / Self.temperatures.lowerBound
    for _ in 0..<80 {
      let first = low + (high - low) / 3
      let second = high - (high - low) / 3
      if distance(to: 1e6 / first) < distance(to: 1e6 / second) { high = second } else { low = first }
    }
    let temperature = 2e6 / (low + high)
    let origin = Self.locus(temperature)
    let normal = Self.normal(temperature)
    let offset = (u - origin.u) * normal.u + (v - origin.v) * normal.v
    return (temperature, offset * Self.tintScale)
  }

  private func distance(to temperature: Double) -> Double {
    let origin = Self.locus(temperature)
    return hypot(u - origin.u, v - origin.v)
  }

  /// Returns the chromaticity of a black body.
  ///
  /// M. Krystek, "An algorithm to calculate correlated colour temperature", Color Research & Application 10 (1985),
  /// 38–40.
  private static func locus(_ temperature: Double) -> (u: Double, v: Double) {
    let t = temperature
    let t2 = temperature * temperature
    return (
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t2) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t2),
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t2) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t2)
    )
  }

  /// Returns the unit vector toward green, perpendicular to the locus.
  private static func normal(_ temperature: Double) -> (u: Double, v: Double) {
    let cooler = locus(temperature * 1.001)
    let warmer = locus(temperature * 0.999)
    let du = warmer.u - cooler.u
    let dv = warmer.v - cooler.v
    let length = hypot(du, dv)
    return (-dv / length, du / length)
  }
}
