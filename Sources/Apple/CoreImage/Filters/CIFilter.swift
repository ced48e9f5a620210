public import CoreVideo

/// Makes an image of another: of Core Image's filters those that are among OpenCapture's own processors.
///
/// `CIPhotoEffectMono` and `CIColorControls` without saturation take the colour out, `CICrop`, `CIAffineTransform` and
/// `CILanczosScaleTransform` do what ``CIImage/cropped(to:)`` and ``CIImage/transformed(by:)`` do.
public final class CIFilter: NSObject {
  /// Its name.
  public let name: String

  private let kind: FilterKind
  private var values: [String: Any]

  /// Makes a filter; nil where there is none of this name here.
  public convenience init?(name: String) { self.init(name: name, parameters: nil) }

  /// Makes a filter with values for its inputs; nil where there is none of this name here.
  public init?(name: String, parameters params: [String: Any]?) {
    guard let kind = FilterKind(rawValue: name) else { return nil }
    (self.name, self.kind, values) = (name, kind, params ?? [:])
  }

  /// The filters that there are; categories are without effect.
  public static func filterNames(inCategory category: String?) -> [String] {
    FilterKind.allCases.map(\.rawValue).sorted()
  }

  /// The names of what it takes.
  public var inputKeys: [String] { [kCIInputImageKey] + kind.inputs }

  /// Gives an input its value, such as ``kCIInputImageKey`` an image; nil for that by default.
  ///
  /// What an input can't take, another type for instance, is told on standard error once the filter is applied.
  public func setValue(_ value: Any?, forKey key: String) { values[key] = value }

  /// The value of an input, or under ``kCIOutputImageKey`` what comes of them.
  public func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

  /// Forgets all values.
  public func setDefaults() { values = [:] }

  /// What comes of the inputs; nil without an image.
  public var outputImage: CIImage? {
    (values[kCIInputImageKey] as? CIImage).map { kind.apply(to: $0, values) }
  }
}

extension CIImage {
  /// What a filter of ``CIFilter`` makes of the image; the image itself where there is none of this name, which is told on
  /// standard error.
  public func applyingFilter(_ filterName: String, parameters params: [String: Any] = [:]) -> CIImage {
    guard let kind = FilterKind(rawValue: filterName) else {
      Misuse.tell("\(#function): there is no filter \(filterName) here")
      return self
    }
    return kind.apply(to: self, params)
  }
}

/// The image that a filter is applied to.
public let kCIInputImageKey = "inputImage"
/// What comes of it.
public let kCIOutputImageKey = "outputImage"
/// How much colour is left, for `CIColorControls`: 0 for none, and 1, the default, for all; between, nothing is done here.
public let kCIInputSaturationKey = "inputSaturation"
/// How much lighter, for `CIColorControls`: 0, the default, is all that there is here.
public let kCIInputBrightnessKey = "inputBrightness"
/// How many times as far apart light and dark are, for `CIColorControls`: 1, the default, is all that there is here.
public let kCIInputContrastKey = "inputContrast"
/// How many times as large, for `CILanczosScaleTransform`.
public let kCIInputScaleKey = "inputScale"
/// How much wider besides, for `CILanczosScaleTransform`.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The map, for `CIAffineTransform`: a `CGAffineTransform`, or an `NSAffineTransform`.
public let kCIInputTransformKey = "inputTransform"
