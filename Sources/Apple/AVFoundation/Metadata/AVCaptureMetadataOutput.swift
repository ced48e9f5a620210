public import Dispatch
public import Foundation
import OpenCapture
public import OpenCaptureSession

/// Finds codes and faces; ours, under Apple's name.
public typealias AVCaptureMetadataOutput = CaptureMetadataOutput

/// Takes what a metadata output found; ours, under Apple's name.
public typealias AVCaptureMetadataOutputObjectsDelegate = CaptureMetadataOutputObjectsDelegate

extension CaptureMetadataOutput {
  /// What is reported has to touch this, in the coordinates of metadata outputs, 0 to 1; default anything.
  public var rectOfInterest: CGRect {
    get { CGRect(region) }
    set { region = .init(newValue) }
  }

  // As on Apple's systems, where nil resets it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// What is looked for; default nothing, which nil means as well.
  public var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
    get { selectedTypes }
    set { selectedTypes = newValue ?? [] }
  }

  /// The queue on which the delegate is called; nil where there is none.
  public var metadataObjectsCallbackQueue: DispatchQueue? { delegateQueue }
}
