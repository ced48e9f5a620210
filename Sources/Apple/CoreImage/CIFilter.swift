public import CoreVideo

/// A filter that produces an image from another image.
///
/// The available filters are those with a counterpart among OpenCapture's processors. `CIPhotoEffectMono`, and
/// `CIColorControls` with saturation 0, remove the color. `CICrop` equals ``CIImage/cropped(to:)``.
/// `CIAffineTransform` and `CILanczosScaleTransform` equal ``CIImage/transformed(by:highQualityDownsample:)``.
///
/// A subclass overrides ``outputImage`` and computes it, for example with a ``CIColorKernel``. Swift on Linux has no
/// key-value coding: a subclass reads inputs set by ``setValue(_:forKey:)`` with ``value(forKey:)``.
open class CIFilter: NSObject {
  /// The name of the filter; for a subclass by default the name of the class.
  public var name: String

  /// The available filter; nil for a subclass.
  private let kind: FilterKind?
  private var values: [String: Any]

  /// Creates a filter with values for its inputs, by default none; nil if no filter with this name exists.
  public init?(name: String, parameters params: [String: Any]? = nil) {
    guard let kind = FilterKind(rawValue: name) else { return nil }
    self.name = name
    self.kind = kind
    values = params ?? [:]
  }

  /// Creates a filter of a subclass without inputs.
  public override init() {
    name = ""
    kind = nil
    values = [:]
    super.init()
    name = String(describing: type(of: self))
  }

  /// Returns nil, because filters cannot be stored.
  public required init?(coder aDecoder: NSCoder) { return nil }

  /// Returns the names of the available filters; the category has no effect.
  public static func filterNames(inCategory category: String?) -> [String] {
    FilterKind.allCases.map(\.rawValue).sorted()
  }

  /// The keys of the inputs; for a subclass, the names of its stored properties that begin with `input`.
  open var inputKeys: [String] {
    if let kind { return [kCIInputImageKey] + kind.inputs }
    return Mirror(reflecting: self).children.compactMap(\.label).filter { $0.hasPrefix("input") }
  }

  /// The keys of the outputs.
  open var outputKeys: [String] { [kCIOutputImageKey] }

  /// The attributes of the filter: its names.
  open var attributes: [String: Any] { [kCIAttributeFilterName: name, kCIAttributeFilterDisplayName: name] }

  /// Sets the value of an input, such as an image for ``kCIInputImageKey``; nil removes the value.
  ///
  /// Invalid values, such as those of a wrong type, are reported on standard error when the filter is applied.
  open func setValue(_ value: Any?, forKey key: String) { values[key] = value }

  /// Returns the value of an input, or the output image for ``kCIOutputImageKey``.
  open func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

  /// Removes the values of all inputs.
  open func setDefaults() { values = [:] }

  /// The result of the filter; nil without an input image, and for a subclass that does not override the property.
  open var outputImage: CIImage? {
    guard let kind, let image = values[kCIInputImageKey] as? CIImage else { return nil }
    return kind.apply(to: image, values)
  }
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

/// The key of the name of a filter.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The key of the displayed name of a filter.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
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
/// The key of the intensity of an effect, for subclasses.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of the radius of an effect, for subclasses.
public let kCIInputRadiusKey = "inputRadius"
/// The key of the angle of an effect, for subclasses.
public let kCIInputAngleKey = "inputAngle"
/// The key of the center of an effect, for subclasses.
public let kCIInputCenterKey = "inputCenter"
/// The key of the color of an effect, for subclasses.
public let kCIInputColorKey = "inputColor"
/// The key of the image behind the input image, for subclasses.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key of the transform, for `CIAffineTransform`: a `CGAffineTransform` or an `NSAffineTransform`.
public let kCIInputTransformKey = "inputTransform"
