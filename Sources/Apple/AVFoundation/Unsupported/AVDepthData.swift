public import CoreMedia
public import OpenCaptureFlow

/// Depth data; not supported, no instances exist.
public final class AVDepthData: Sendable {
  /// The quality of depth data.
  public enum Quality: Int, Sendable {
    /// Low.
    case low = 0
    /// High.
    case high = 1
  }

  /// The accuracy of depth data.
  public enum Accuracy: Int, Sendable {
    /// The differences between values are accurate.
    case relative = 0
    /// The values are accurate.
    case absolute = 1
  }

  /// The values, one per pixel.
  public let depthDataMap: CVPixelBuffer
  /// The quality.
  public let depthDataQuality: Quality
  /// The accuracy.
  public let depthDataAccuracy: Accuracy
  /// Whether missing values were filled in.
  public let isDepthDataFiltered: Bool
  /// The calibration of the camera.
  public let cameraCalibrationData: AVCameraCalibrationData?

  private init(_ map: CVPixelBuffer) {
    depthDataMap = map
    depthDataQuality = .low
    depthDataAccuracy = .relative
    isDepthDataFiltered = false
    cameraCalibrationData = nil
  }

  /// Throws an error, because depth data is not supported.
  public init(fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]) throws {
    throw CaptureError(.unsupported, subject: "AVDepthData", reason: "depth data is not supported")
  }

  /// The pixel format of the values.
  public var depthDataType: OSType { CVPixelBufferGetPixelFormatType(depthDataMap) }

  /// The pixel formats to which the values can be converted; always empty.
  public var availableDepthDataTypes: [OSType] { [] }

  /// Returns the data, because no other pixel format is available.
  public func converting(toDepthDataType depthDataType: OSType) -> AVDepthData { self }
}

/// Camera calibration data; not supported, no instances exist.
public final class AVCameraCalibrationData: Sendable {
  /// The size in pixels to which the calibration refers.
  public let intrinsicMatrixReferenceDimensions: CGSize
  /// The size of a pixel, in millimeters.
  public let pixelSize: Float
  /// The center of the lens distortion.
  public let lensDistortionCenter: CGPoint
  /// The radial distortion of the lens.
  public let lensDistortionLookupTable: Data?
  /// The inverse of ``lensDistortionLookupTable``.
  public let inverseLensDistortionLookupTable: Data?

  private init() {
    intrinsicMatrixReferenceDimensions = .zero
    pixelSize = 0
    lensDistortionCenter = .zero
    lensDistortionLookupTable = nil
    inverseLensDistortionLookupTable = nil
  }
}

/// A portrait effects matte; not supported, no instances exist.
public final class AVPortraitEffectsMatte: Sendable {
  /// The opacity of the person, one value per pixel.
  public let mattingImage: CVPixelBuffer

  private init(_ image: CVPixelBuffer) { mattingImage = image }

  /// Throws an error, because mattes are not supported.
  public init(fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]) throws {
    throw CaptureError(.unsupported, subject: "AVPortraitEffectsMatte", reason: "mattes are not supported")
  }

  /// The pixel format of the values.
  public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(mattingImage) }
}

/// A semantic segmentation matte; not supported, no instances exist.
public final class AVSemanticSegmentationMatte: Sendable {
  /// The type of the matte.
  public let matteType: MatteType
  /// The opacity of the feature, one value per pixel.
  public let mattingImage: CVPixelBuffer

  private init(_ image: CVPixelBuffer, _ type: MatteType) {
    mattingImage = image
    matteType = type
  }

  /// Throws an error, because mattes are not supported.
  public init(
    fromImageSourceAuxiliaryDataType imageSourceAuxiliaryDataType: CFString,
    dictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]
  ) throws {
    throw CaptureError(.unsupported, subject: "AVSemanticSegmentationMatte", reason: "mattes are not supported")
  }

  /// The pixel format of the values.
  public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(mattingImage) }

  /// A type of matte.
  public struct MatteType: RawRepresentable, Sendable, Hashable {
    /// The name of the type.
    public let rawValue: String

    /// Creates a type with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Skin.
    public static let skin = Self(rawValue: "AVSemanticSegmentationMatteTypeSkin")
    /// Hair.
    public static let hair = Self(rawValue: "AVSemanticSegmentationMatteTypeHair")
    /// Teeth.
    public static let teeth = Self(rawValue: "AVSemanticSegmentationMatteTypeTeeth")
    /// Glasses.
    public static let glasses = Self(rawValue: "AVSemanticSegmentationMatteTypeGlasses")
    /// Sky.
    public static let sky = Self(rawValue: "AVSemanticSegmentationMatteTypeSky")
  }
}

/// A delegate that receives depth data; never called.
public protocol AVCaptureDepthDataOutputDelegate: AnyObject {
  /// Called with depth data.
  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection)
  /// Called with dropped depth data.
  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason)
}

extension AVCaptureDepthDataOutputDelegate {
  /// Does nothing.
  public func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection
  ) {}
  /// Does nothing.
  public func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason
  ) {}
}

/// An output of depth data; not supported, because no input has a suitable port.
public final class AVCaptureDepthDataOutput: AVCaptureOutput, IdentityHashable, @unchecked Sendable {
  // Unchecked, as on Apple's systems: callers must not modify it on several threads at once.

  /// The session's state of the output.
  public let link = CaptureOutputLink()
  /// The media type of depth data, which no input has.
  public let mediaTypes = [MediaType.depthData]
  /// The receivers of samples; always empty.
  public let receivers: [any SampleReceiver] = []
  /// Whether late depth data is dropped.
  public var alwaysDiscardsLateDepthData = true
  /// Whether depth data is filtered.
  public var isFilteringEnabled = true
  /// The delegate.
  public private(set) weak var delegate: (any AVCaptureDepthDataOutputDelegate)?
  /// The queue of the delegate.
  public private(set) var delegateCallbackQueue: DispatchQueue?

  /// Creates an output.
  public init() {}

  /// Sets the delegate and its queue.
  public func setDelegate(_ delegate: (any AVCaptureDepthDataOutputDelegate)?, callbackQueue: DispatchQueue?) {
    self.delegate = delegate
    delegateCallbackQueue = callbackQueue
  }
}
