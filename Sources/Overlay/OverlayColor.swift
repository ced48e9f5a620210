/// A colour to draw in; components from 0 to 1.
struct OverlayColor: Sendable, Hashable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha = 1.0

  /// What outlines are drawn in: seen on skin, paper and screens.
  static let found = OverlayColor(red: 0.16, green: 0.9, blue: 0.35)
  /// What lies under an outline, so that it is seen on bright ground as well.
  static let shadow = OverlayColor(red: 0, green: 0, blue: 0, alpha: 0.55)
  /// What lies under text.
  static let ground = OverlayColor(red: 0, green: 0, blue: 0, alpha: 0.65)
  /// What lies under a legend, whose letters are small and many.
  static let legendGround = OverlayColor(red: 0, green: 0, blue: 0, alpha: 0.82)
  /// Text on ``ground``.
  static let text = OverlayColor(red: 1, green: 1, blue: 1)

  /// A bright colour for a number; those of numbers that follow each other are far apart.
  ///
  /// Hues go on by the golden section of the circle, so that however many there are, none are close (Martin Ankerl,
  /// "How to generate random colors programmatically", 2009).
  static func distinct(_ number: Int) -> OverlayColor {
    let goldenSection = 0.618_033_988_749_895
    let turns = 0.37 + Double(number & 0xffff) * goldenSection
    let hue = (turns - turns.rounded(.down)) * 6
    func component(_ offset: Double) -> Double {
      let place = (hue + offset).truncatingRemainder(dividingBy: 6)
      return 0.2 + 0.8 * max(0, min(1, abs(place - 3) - 1))
    }
    return OverlayColor(red: component(0), green: component(4), blue: component(2))
  }
}
