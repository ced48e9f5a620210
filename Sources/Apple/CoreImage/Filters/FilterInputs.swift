import CoreVideo

/// What a filter was given, by the types that it takes; what it can't take is told, and as good as not given.
struct FilterInputs {
  /// Which part `CICrop` leaves; Core Image has no constant for it.
  static let rectangleKey = "inputRectangle"

  let filter: FilterKind
  let values: [String: Any]
  let tell: (String) -> Void

  func number(_ key: String) -> Double? { value(key, "a number") { _ in values.number(key) } }

  func rectangle() -> CGRect? {
    value(Self.rectangleKey, "a CIVector of four numbers or a CGRect") { given in
      given as? CGRect ?? (given as? CIVector).flatMap { $0.count == 4 ? $0.cgRectValue : nil }
    }
  }

  func transform() -> CGAffineTransform? {
    value(kCIInputTransformKey, "a CGAffineTransform or an NSAffineTransform") { given in
      given as? CGAffineTransform ?? (given as? NSAffineTransform).map(CGAffineTransform.init)
    }
  }

  /// Tells of a number that would have an effect, were there one here.
  func tell(of number: Double?, under key: String, unless neutral: Double) {
    guard let number, number != neutral else { return }
    tell("\(filter.rawValue): \(key) is without effect, unless it is \(neutral): it is \(number)")
  }

  func tellOfUnknown() {
    let unknown = values.keys.filter { $0 != kCIInputImageKey && !filter.inputs.contains($0) }.sorted()
    if !unknown.isEmpty { tell("\(filter.rawValue): without effect: " + unknown.joined(separator: ", ")) }
  }

  private func value<Value>(_ key: String, _ wanted: String, _ read: (Any) -> Value?) -> Value? {
    guard let given = values[key] else { return nil }
    if let value = read(given) { return value }
    tell("\(filter.rawValue): \(key) takes \(wanted): \(given) is without effect")
    return nil
  }
}

extension CGAffineTransform {
  fileprivate init(_ transform: NSAffineTransform) {
    let numbers = transform.transformStruct
    self.init(
      a: numbers.m11, b: numbers.m12, c: numbers.m21, d: numbers.m22, tx: numbers.tX, ty: numbers.tY)
  }
}
