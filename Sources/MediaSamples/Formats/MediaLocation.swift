/// The place on earth at which media was recorded.
public struct MediaLocation: Sendable, Hashable {
  /// Degrees north of the equator, −90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, −180 to 180.
  public let longitude: Double
  /// Meters above sea level; nil if unknown.
  public let altitude: Double?

  /// Makes a place in WGS 84; nil if a coordinate is out of range.
  public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude),
      altitude.map({ $0.magnitude < 1e6 }) ?? true
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// The place in ISO 6709 format (annex H), such as `-33.8568+151.2153+012.500/`.
  ///
  /// The resolution is 0.0001 degree and 1 mm.
  public var iso6709: String {
    let height = altitude.map { Self.signed($0, digits: 3, decimals: 3) } ?? ""
    return Self.signed(latitude, digits: 2, decimals: 4) + Self.signed(longitude, digits: 3, decimals: 4) + height
      + "/"
  }

  private static func signed(_ value: Double, digits: Int, decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1) { factor, _ in factor * 10 }
    let parts = Int((value.magnitude * Double(factor)).rounded())
    let whole = String(parts / factor)
    return (value < 0 && parts > 0 ? "-" : "+") + String(repeating: "0", count: max(0, digits - whole.count))
      + whole + "." + String(String(factor + parts % factor).dropFirst())
  }
}
