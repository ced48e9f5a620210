public import CoreVideo

/// A filter that produces an image from another image.
///
/// The available filters are those with a counterpart among OpenCapture's processors. `CIPhotoEffectMono`, and
/// `CIColorControls` with saturation 0, remove the color. `CICrop` equals ``CIImage/cropped(to:)``.
/// `CIAffineTransform` and `CILanczosScaleTransform` equal ``CIImage/transformed(by:highQualityDownsample:)``.
public final class CIFilter: NSObject {
  /// The name of the filter.
  public let name: String

  private let kind: FilterKind
  private var values: [String: Any]

  /// Creates a filter with values for its inputs, by default none; nil if no filter with this name exists.
  public init?(name: String, parameters params: [String: Any]? = nil) {
    guard let kind = FilterKind(rawValue: name) else { return nil }
    self.name = name
    self.kind = kind
    values = params ?? [:]
  }

  /// Returns the names of the available filters; the category has no effect.
  public static func filterNames(inCategory category: String?) -> [String] {
    FilterKind.allCases.map(\.rawValue).sorted()
  }

  /// The keys of the inputs.
  public var inputKeys: [String] { [kCIInputImageKey] + kind.inputs }

  /// Sets the value of an input, such as an image for ``kCIInputImageKey``; nil removes the value.
  ///
  /// Invalid values, such as those of a wrong type, are reported on standard error when the filter is applied.
  public func setValue(_ value: Any?, forKey key: String) { values[key] = value }

  /// Returns the value of an input, or the output image for ``kCIOutputImageKey``.
  public func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

  /// Removes the values of all inputs.
  public func setDefaults() { values = [:] }

  /// The result of the filter; nil without an input image.
  public var outputImage: CIImage? { (values[kCIInputImageKey] as? CIImage).map { kind.apply(to: $0, values) } }
}

extension CIImage {
  /// Applies a filter of ``CIFilter`` to the image.
  ///
  /// Returns the image unchanged if no filter with this name exists, which is reported on standard error.
  public func applyingFilter(_ filterName: String, parameters params: [String: Any] = [:]) -> CIImage {
    guard let kind = FilterKind(rawValue: filterName) else {
      MisuseReporter.report("\(#function): no filter named \(filterName)")
      return self
    }
    return kind.apply(to: self, params)
  }
}

/// The key of the input image.
public let kCIInputImageKey = "inputImage"
/// The key of the output image.
public let kCIOutputImageKey = "outputImage"
/// The key of the saturation, for `CIColorControls`: 0 removes color, 1 (default) and values between have no
/// effect.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of the brightness, for `CIColorControls`; only the default of 0 is supported.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of the contrast, for `CIColorControls`; only the default of 1 is supported.
public let kCIInputContrastKey = "inputContrast"
/// The key of the scale factor, for `CILanczosScaleTransform`.
public let kCIInputScaleKey = "inputScale"
/// The key of the additional horizontal scale factor, for `CILanczosScaleTransform`.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key of the transform, for `CIAffineTransform`: a `CGAffineTransform` or an `NSAffineTransform`.
public let kCIInputTransformKey = "inputTransform"
