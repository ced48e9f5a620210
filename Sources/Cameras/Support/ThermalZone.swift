import OpenCaptureSession

/// One of the kernel's thermal zones: a temperature, and the marks that mean something.
struct ThermalZone: Sendable, Hashable {
  /// What the kernel does at a mark.
  enum Trip: String, Sendable, Hashable {
    /// It cools with fans.
    case active
    /// It slows the processor down.
    case passive
    /// It warns.
    case hot
    /// It switches the machine off.
    case critical
  }

  /// In thousandths of a degree Celsius.
  let temperature: Int
  /// Marks, in thousandths of a degree Celsius.
  let trips: [Trip: Int]

  /// Makes a zone.
  init(temperature: Int, trips: [Trip: Int]) { (self.temperature, self.trips) = (temperature, trips) }

  /// The level that the highest mark means which the temperature has reached.
  var level: SystemPressureState.Level {
    func reached(_ trip: Trip) -> Bool { trips[trip].map { $0 > 0 && temperature >= $0 } ?? false }
    if reached(.critical) { return .shutdown }
    if reached(.hot) { return .critical }
    if reached(.passive) { return .serious }
    return reached(.active) ? .fair : .nominal
  }
}
