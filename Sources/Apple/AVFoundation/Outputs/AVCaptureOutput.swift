import CoreMedia
public import Foundation
public import OpenCaptureFlow
import OpenCaptureSession

/// An output of a session; an alias of `CaptureOutput`.
public typealias AVCaptureOutput = CaptureOutput

extension CaptureOutput {
  /// The reason of a dropped sample.
  public typealias DataDroppedReason = AVCaptureOutputDataDroppedReason

  /// Returns a metadata object in the coordinates of this output's images, 0 to 1.
  ///
  /// The rotation and mirroring of the images are applied.
  ///
  /// - Returns: nil if the output does not have the connection.
  public func transformedMetadataObject(
    for metadataObject: AVMetadataObject, connection: AVCaptureConnection
  ) -> AVMetadataObject? {
    guard connections.contains(where: { $0 === connection }) else { return nil }
    return pictureTransform(of: connection).map { metadataObject.transformed(by: $0) }
  }

  /// Converts a rectangle from pixels of this output's images to metadata coordinates.
  public func metadataOutputRectConverted(fromOutputRect rect: CGRect) -> CGRect {
    guard let connection = connections.first, let size = pictureSize(of: connection),
      let transform = pictureTransform(of: connection)
    else { return rect }
    let unit = Rect(rect).scaled(x: 1 / size.width, y: 1 / size.height)
    return CGRect(transform.inverse.apply(unit))
  }

  /// Converts a rectangle from metadata coordinates to pixels of this output's images.
  public func outputRectConverted(fromMetadataOutputRect rect: CGRect) -> CGRect {
    guard let connection = connections.first, let size = pictureSize(of: connection),
      let transform = pictureTransform(of: connection)
    else { return rect }
    return CGRect(transform.apply(Rect(rect)).scaled(x: size.width, y: size.height))
  }

  private func pictureTransform(of connection: AVCaptureConnection) -> PictureTransform? {
    guard connection.mediaType == .video else { return nil }
    return PictureTransform(from: .unit, orientation: connection.videoTransform, to: .unit)
  }

  private func pictureSize(of connection: AVCaptureConnection) -> Size? {
    guard let dimensions = connection.inputPorts.first?.formatDescription?.dimensions else { return nil }
    let size = Size(width: Double(dimensions.width), height: Double(dimensions.height))
    return connection.videoTransform.swapsAxes ? Size(width: size.height, height: size.width) : size
  }
}

/// The reason of a dropped sample.
public enum AVCaptureOutputDataDroppedReason: Int, Sendable {
  /// The sample was not dropped.
  case none = 0
  /// The sample was late.
  case lateData = 1
  /// No buffer was available.
  case outOfBuffers = 2
  /// The source lost the sample.
  case discontinuity = 3
}

// Disfavored, so that concrete types have one operator: their own.

/// Returns whether two outputs are the same object.
@_disfavoredOverload
public func == (left: AVCaptureOutput?, right: AVCaptureOutput?) -> Bool { left === right }

/// Returns whether two outputs are different objects.
@_disfavoredOverload
public func != (left: AVCaptureOutput?, right: AVCaptureOutput?) -> Bool { left !== right }

/// Returns whether two outputs are the same object, as in `switch output { case videoOutput: … }`.
@_disfavoredOverload
public func ~= (pattern: AVCaptureOutput?, output: AVCaptureOutput?) -> Bool { pattern === output }

extension Sequence where Element == AVCaptureOutput {
  /// Returns whether the sequence contains an output.
  public func contains(_ output: AVCaptureOutput) -> Bool { contains { $0 === output } }
}

extension Collection where Element == AVCaptureOutput {
  /// Returns the index of an output; nil if the collection does not contain it.
  public func firstIndex(of output: AVCaptureOutput) -> Index? { firstIndex { $0 === output } }
}
