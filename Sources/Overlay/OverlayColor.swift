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
  /// Text on ``shadow``.
  static let text = OverlayColor(red: 1, green: 1, blue: 1)
}
