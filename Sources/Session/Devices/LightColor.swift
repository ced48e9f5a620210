import Glibc

/// The colour of light as a chromaticity of CIE 1931, as temperature and tint, and as what makes it neutral.
struct LightColor: Sendable, Hashable {
  /// Chromaticity in CIE 1960's (u, v), where temperatures are defined.
  let u: Double
  let v: Double

  /// The temperatures for which Krystek's formula holds, in kelvin.
  static let temperatures = 1_000.0...15_000.0
  /// How much tint a distance of 1 from the Planckian locus is: the scale of Adobe's DNG specification, in which 150 is
  /// a great deal.
  static let tintScale = 3_000.0

  init(u: Double, v: Double) { (self.u, self.v) = (u, v) }

  /// Makes the light of a temperature in kelvin, and a tint: how far it is greener, or where negative more magenta.
  init(temperature: Double, tint: Double) {
    let place = Self.locus(temperature)
    let normal = Self.normal(temperature)
    let distance = tint / Self.tintScale
    self.init(u: place.u + normal.u * distance, v: place.v + normal.v * distance)
  }

  /// Makes the light that these gains make neutral: how many times as much red and blue as green are raised.
  init(redGain: Double, blueGain: Double) {
    // IEC 61966-2-1: linear sRGB to XYZ of D65.
    let (red, blue) = (1 / redGain, 1 / blueGain)
    let x = 0.4124 * red + 0.3576 + 0.1805 * blue
    let y = 0.2126 * red + 0.7152 + 0.0722 * blue
    let z = 0.0193 * red + 0.1192 + 0.9505 * blue
    let sum = x + 15 * y + 3 * z
    self.init(u: 4 * x / sum, v: 6 * y / sum)
  }

  /// The gains of red and blue, in proportion to green's, that make this light neutral; nil for light that has no red,
  /// green or blue.
  ///
  /// For a camera with the primaries of sRGB; 1 and 1 for daylight (D65).
  var gains: (red: Double, blue: Double)? {
    // CIE 1960's (u, v) back to (x, y), and XYZ with Y = 1.
    let divisor = 2 * u - 8 * v + 4
    let (x, y) = (3 * u / divisor, 2 * v / divisor)
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    // IEC 61966-2-1: XYZ of D65 to linear sRGB.
    let red = 3.2406 * bigX - 1.5372 - 0.4986 * bigZ
    let green = -0.9689 * bigX + 1.8758 + 0.0415 * bigZ
    let blue = 0.0557 * bigX - 0.2040 + 1.0570 * bigZ
    guard red > 0, green > 0, blue > 0 else { return nil }
    return (green / red, green / blue)
  }

  /// The temperature of the black body that is nearest to this light (the correlated colour temperature, CIE 15), and
  /// how far from it the light is on the side of green.
  var temperatureAndTint: (temperature: Double, tint: Double) {
    // Over the reciprocal of the temperature, the distance has one minimum: it is closed in on by thirds.
    var (low, high) = (1e6 / Self.temperatures.upperBound, 1e6 / Self.temperatures.lowerBound)
    for _ in 0..<80 {
      let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
      if distance(to: 1e6 / first) < distance(to: 1e6 / second) { high = second } else { low = first }
    }
    let temperature = 2e6 / (low + high)
    let (place, normal) = (Self.locus(temperature), Self.normal(temperature))
    let offset = (u - place.u) * normal.u + (v - place.v) * normal.v
    return (temperature, offset * Self.tintScale)
  }

  private func distance(to temperature: Double) -> Double {
    let place = Self.locus(temperature)
    return hypot(u - place.u, v - place.v)
  }

  /// Where black bodies are.
  ///
  /// M. Krystek, "An algorithm to calculate correlated colour temperature", Color Research & Application 10 (1985), 38–40.
  private static func locus(_ temperature: Double) -> (u: Double, v: Double) {
    let (t, t2) = (temperature, temperature * temperature)
    return (
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t2) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t2),
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t2) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t2)
    )
  }

  /// The direction to green, at a right angle to the locus.
  private static func normal(_ temperature: Double) -> (u: Double, v: Double) {
    let (cooler, warmer) = (locus(temperature * 1.001), locus(temperature * 0.999))
    let (du, dv) = (warmer.u - cooler.u, warmer.v - cooler.v)
    let length = hypot(du, dv)
    return (-dv / length, du / length)
  }
}
