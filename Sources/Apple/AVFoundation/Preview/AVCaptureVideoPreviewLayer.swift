public import Foundation
import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCapturePreview

/// Where a camera is seen; ours, under Apple's name.
///
/// It isn't a `CALayer`, which there is none of: a window shows it, or code of your own paints its frames.
public typealias AVCaptureVideoPreviewLayer = PreviewLayer

/// How a picture fits into a rectangle of another shape; ours, under Apple's name.
public typealias AVLayerVideoGravity = VideoGravity

extension PreviewLayer {
  /// The layer's own rectangle.
  public var bounds: CGRect {
    get { CGRect(area) }
    set { area = .init(newValue) }
  }

  /// The layer's rectangle in what it is in: ``bounds``, whose origin stays.
  public var frame: CGRect {
    get { bounds }
    set { bounds = CGRect(origin: .zero, size: newValue.size) }
  }

  /// A point of the layer in device coordinates.
  public func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
    CGPoint(geometry.captureDevicePointConverted(fromLayerPoint: Point(pointInLayer)))
  }

  /// A point in device coordinates in those of the layer.
  public func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
    CGPoint(geometry.layerPointConverted(fromCaptureDevicePoint: Point(captureDevicePointOfInterest)))
  }

  /// A rectangle of the layer in the coordinates of metadata outputs.
  public func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
    CGRect(geometry.metadataOutputRectConverted(fromLayerRect: Rect(rectInLayerCoordinates)))
  }

  /// A rectangle in the coordinates of metadata outputs in those of the layer.
  public func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
    CGRect(geometry.layerRectConverted(fromMetadataOutputRect: Rect(rectInMetadataOutputCoordinates)))
  }

  /// An object in the layer's coordinates; nil where it is another input's, or the layer has no connection.
  public func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
    func transformed(_ object: some MetadataObject) -> AVMetadataObject? { layerObject(for: object) }
    return transformed(metadataObject)
  }

  /// Whether pictures can be turned: yes; the connection says how.
  public var isOrientationSupported: Bool { connection?.isVideoOrientationSupported ?? false }

  /// How pictures are turned, as the connection says.
  public var orientation: AVCaptureVideoOrientation {
    get { connection?.videoOrientation ?? .landscapeRight }
    set { connection?.videoOrientation = newValue }
  }

  /// Whether pictures can be mirrored; the connection says whether they are.
  public var isMirroringSupported: Bool { connection?.isVideoMirroringSupported ?? false }

  /// Whether mirroring follows from where the camera is.
  public var automaticallyAdjustsMirroring: Bool {
    get { connection?.automaticallyAdjustsVideoMirroring ?? true }
    set { connection?.automaticallyAdjustsVideoMirroring = newValue }
  }

  /// Whether pictures are mirrored, as the connection says.
  public var isMirrored: Bool {
    get { connection?.isVideoMirrored ?? false }
    set { connection?.isVideoMirrored = newValue }
  }
}
