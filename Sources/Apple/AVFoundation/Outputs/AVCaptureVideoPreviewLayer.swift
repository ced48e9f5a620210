public import Foundation
public import OpenCapturePreview

/// A preview of a camera; an alias of `PreviewLayer`.
///
/// The layer is not a `CALayer`, because Core Animation is not available. A window displays the layer, or the
/// program draws its frames.
public typealias AVCaptureVideoPreviewLayer = PreviewLayer

/// The scaling of images in a layer; an alias of `VideoGravity`.
public typealias AVLayerVideoGravity = VideoGravity

extension PreviewLayer {
  /// The rectangle of the layer, in its own coordinates.
  public var bounds: CGRect {
    get { CGRect(viewBounds) }
    set { viewBounds = .init(newValue) }
  }

  /// The rectangle of the layer in its container.
  ///
  /// Setting it changes the size of ``bounds``; the origin has no effect.
  public var frame: CGRect {
    get { bounds }
    set { bounds = CGRect(origin: .zero, size: newValue.size) }
  }

  /// Converts a point from layer to device coordinates.
  public func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
    CGPoint(geometry.captureDevicePointConverted(fromLayerPoint: Point(pointInLayer)))
  }

  /// Converts a point from device to layer coordinates.
  public func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
    CGPoint(geometry.layerPointConverted(fromCaptureDevicePoint: Point(captureDevicePointOfInterest)))
  }

  /// Converts a rectangle from layer to metadata coordinates.
  public func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
    CGRect(geometry.metadataOutputRectConverted(fromLayerRect: Rect(rectInLayerCoordinates)))
  }

  /// Converts a rectangle from metadata to layer coordinates.
  public func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
    CGRect(geometry.layerRectConverted(fromMetadataOutputRect: Rect(rectInMetadataOutputCoordinates)))
  }

  /// Returns an object in layer coordinates.
  ///
  /// Returns nil for an object of another input, or without a connection.
  public func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
    func transformed(_ object: some MetadataObject) -> AVMetadataObject? {
      transformedMetadataObject(for: object, from: nil)
    }
    return transformed(metadataObject)
  }

  /// Whether images can be rotated, as the connection reports.
  public var isOrientationSupported: Bool { connection?.isVideoOrientationSupported ?? false }

  /// The orientation of images; that of the connection.
  public var orientation: AVCaptureVideoOrientation {
    get { connection?.videoOrientation ?? .landscapeRight }
    set { connection?.videoOrientation = newValue }
  }

  /// Whether images can be mirrored, as the connection reports.
  public var isMirroringSupported: Bool { connection?.isVideoMirroringSupported ?? false }

  /// Whether mirroring depends on the position of the camera.
  public var automaticallyAdjustsMirroring: Bool {
    get { connection?.automaticallyAdjustsVideoMirroring ?? true }
    set { connection?.automaticallyAdjustsVideoMirroring = newValue }
  }

  /// Whether images are mirrored; that of the connection.
  public var isMirrored: Bool {
    get { connection?.isVideoMirrored ?? false }
    set { connection?.isVideoMirrored = newValue }
  }
}
