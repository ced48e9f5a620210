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
    case .colorControls: [kCIInputSaturationKey, kCIInputBrightnessKey, kCIInputContrastKey]
    case .crop: [FilterInputs.rectangleKey]
    case .lanczosScaleTransform: [kCIInputScaleKey, kCIInputAspectRatioKey]
    case .photoEffectMono: []
    }
  }

  /// What becomes of an image; what a filter can't do is told, on standard error by default, and not done.
  func apply(
    to image: CIImage, _ values: [String: Any], tell: @escaping (String) -> Void = { Misuse.tell($0) }
  ) -> CIImage {
    let given = FilterInputs(filter: self, values: values, tell: tell)
    given.tellOfUnknown()
    switch self {
    case .affineTransform: return image.transformed(by: given.transform() ?? .identity)
    case .colorControls: return colorControls(image, given)
    case .crop: return given.rectangle().map(image.cropped) ?? image
    case .lanczosScaleTransform:
      let (scale, aspect) = (given.number(kCIInputScaleKey) ?? 1, given.number(kCIInputAspectRatioKey) ?? 1)
      return image.transformed(by: CGAffineTransform(scaleX: CGFloat(scale * aspect), y: CGFloat(scale)))
    case .photoEffectMono: return CIImage(.grey(image.recipe), properties: image.properties)
    }
  }

  private func colorControls(_ image: CIImage, _ given: FilterInputs) -> CIImage {
    given.tell(of: given.number(kCIInputBrightnessKey), under: kCIInputBrightnessKey, unless: 0)
    given.tell(of: given.number(kCIInputContrastKey), under: kCIInputContrastKey, unless: 1)
    let saturation = given.number(kCIInputSaturationKey) ?? 1
    if saturation <= 0 { return FilterKind.photoEffectMono.apply(to: image, [:]) }
    given.tell(of: saturation, under: kCIInputSaturationKey, unless: 1)
    return image
  }
}
