public import Dispatch
public import Foundation
import OpenCapture
public import OpenCaptureSession

/// An output that detects codes and faces; an alias of `CaptureMetadataOutput`.
public typealias AVCaptureMetadataOutput = CaptureMetadataOutput

/// A delegate that receives metadata objects; an alias of `CaptureMetadataOutputObjectsDelegate`.
public typealias AVCaptureMetadataOutputObjectsDelegate = CaptureMetadataOutputObjectsDelegate

extension CaptureMetadataOutput {
  /// The region of interest, in metadata coordinates from 0 to 1; default the whole image.
  ///
  /// Objects that do not touch the region are not reported.
  public var rectOfInterest: CGRect {
    get { CGRect(regionOfInterest) }
    set { regionOfInterest = .init(newValue) }
  }

  // Implicitly unwrapped as on Apple's systems, where nil resets the property.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The types of objects to detect; default none, which is also the meaning of nil.
  public var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
    get { types }
    set { types = newValue ?? [] }
  }

  /// The queue of the delegate; nil without a delegate.
  public var metadataObjectsCallbackQueue: DispatchQueue? { delegateQueue }
}
