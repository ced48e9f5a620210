import CoreVideo

/// The filters that there are.
enum FilterKind: String, CaseIterable {
  case affineTransform = "CIAffineTransform"
  case colorControls = "CIColorControls"
  case crop = "CICrop"
  case lanczosScaleTransform = "CILanczosScaleTransform"
  case photoEffectMono = "CIPhotoEffectMono"

  /// What each takes beside an image.
  var inputs: [String] {
    switch self {
    case .affineTransform: [kCIInputTransformKey]
    case .colorControls: [kCIInputSaturationKey]
    case .crop: ["inputRectangle"]
    case .lanczosScaleTransform: [kCIInputScaleKey, kCIInputAspectRatioKey]
    case .photoEffectMono: []
    }
  }

  /// What becomes of an image; what a filter can't do is told on standard error, and not done.
  func apply(to image: CIImage, _ values: [String: Any]) -> CIImage {
    tellOfUnknown(values)
    switch self {
    case .affineTransform:
      return image.transformed(by: values[kCIInputTransformKey] as? CGAffineTransform ?? .identity)
    case .colorControls: return colorControls(image, values.number(kCIInputSaturationKey) ?? 1)
    case .crop: return (values["inputRectangle"] as? CGRect).map(image.cropped) ?? image
    case .lanczosScaleTransform:
      let scale = values.number(kCIInputScaleKey) ?? 1
      let aspect = values.number(kCIInputAspectRatioKey) ?? 1
      return image.transformed(by: CGAffineTransform(scaleX: CGFloat(scale * aspect), y: CGFloat(scale)))
    case .photoEffectMono: return CIImage(.grey(image.recipe), properties: image.properties)
    }
  }

  private func colorControls(_ image: CIImage, _ saturation: Double) -> CIImage {
    if saturation <= 0 { return FilterKind.photoEffectMono.apply(to: image, [:]) }
    if saturation != 1 { Misuse.tell("\(rawValue): a saturation of \(saturation) can't be had, 0 and 1 can") }
    return image
  }

  private func tellOfUnknown(_ values: [String: Any]) {
    let unknown = values.keys.filter { $0 != kCIInputImageKey && !inputs.contains($0) }.sorted()
    if !unknown.isEmpty { Misuse.tell("\(rawValue): without effect: " + unknown.joined(separator: ", ")) }
  }
}
