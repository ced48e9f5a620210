import CoreVideo

/// The available filters.
enum FilterKind: String, CaseIterable {
  case affineTransform = "CIAffineTransform"
  case colorControls = "CIColorControls"
  case crop = "CICrop"
  case lanczosScaleTransform = "CILanczosScaleTransform"
  case photoEffectMono = "CIPhotoEffectMono"

  /// The keys of the inputs except the image.
  var inputs: [String] {
    switch self {
    case .affineTransform: [kCIInputTransformKey]
    case .colorControls: [kCIInputSaturationKey, kCIInputBrightnessKey, kCIInputContrastKey]
    case .crop: [FilterInputs.rectangleKey]
    case .lanczosScaleTransform: [kCIInputScaleKey, kCIInputAspectRatioKey]
    case .photoEffectMono: []
    }
  }

  /// Applies the filter to an image.
  ///
  /// Unsupported values are reported, by default on standard error, and ignored.
  func apply(
    to image: CIImage, _ values: [String: Any], report: @escaping (String) -> Void = { MisuseReporter.report($0) }
  ) -> CIImage {
    let inputs = FilterInputs(filter: self, values: values, report: report)
    inputs.reportUnknownKeys()
    switch self {
    case .affineTransform: return image.transformed(by: inputs.transform() ?? .identity)
    case .colorControls: return colorControls(image, inputs)
    case .crop: return inputs.rectangle().map(image.cropped) ?? image
    case .lanczosScaleTransform:
      let scale = inputs.number(kCIInputScaleKey) ?? 1
      let aspect = inputs.number(kCIInputAspectRatioKey) ?? 1
      return image.transformed(by: CGAffineTransform(scaleX: CGFloat(scale * aspect), y: CGFloat(scale)))
    case .photoEffectMono: return CIImage(.grey(image.recipe), properties: image.properties)
    }
  }

  private func colorControls(_ image: CIImage, _ inputs: FilterInputs) -> CIImage {
    inputs.reportUnsupported(inputs.number(kCIInputBrightnessKey), forKey: kCIInputBrightnessKey, neutral: 0)
    inputs.reportUnsupported(inputs.number(kCIInputContrastKey), forKey: kCIInputContrastKey, neutral: 1)
    let saturation = inputs.number(kCIInputSaturationKey) ?? 1
    if saturation <= 0 { return FilterKind.photoEffectMono.apply(to: image, [:]) }
    inputs.reportUnsupported(saturation, forKey: kCIInputSaturationKey, neutral: 1)
    return image
  }
}

/// The inputs of a filter, converted to the required types; other values are reported and ignored.
struct FilterInputs {
  /// The key of the rectangle of `CICrop`; Core Image has no constant for this key.
  static let rectangleKey = "inputRectangle"

  let filter: FilterKind
  let values: [String: Any]
  let report: (String) -> Void

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

  /// Reports a number whose effect is not supported.
  func reportUnsupported(_ number: Double?, forKey key: String, neutral: Double) {
    guard let number, number != neutral else { return }
    report("\(filter.rawValue): \(key) = \(number) has no effect: only \(neutral) is supported")
  }

  func reportUnknownKeys() {
    let unknown = values.keys.filter { $0 != kCIInputImageKey && !filter.inputs.contains($0) }.sorted()
    if unknown.isEmpty { return }
    report("\(filter.rawValue): unknown inputs have no effect: " + unknown.joined(separator: ", "))
  }

  private func value<Value>(_ key: String, _ expected: String, _ read: (Any) -> Value?) -> Value? {
    guard let given = values[key] else { return nil }
    if let value = read(given) { return value }
    report("\(filter.rawValue): \(key) must be \(expected), not \(given)")
    return nil
  }
}

extension CGAffineTransform {
  fileprivate init(_ transform: NSAffineTransform) {
    let numbers = transform.transformStruct
    self.init(a: numbers.m11, b: numbers.m12, c: numbers.m21, d: numbers.m22, tx: numbers.tX, ty: numbers.tY)
  }
}
