import CoreMedia
public import Foundation
public import OpenCaptureFlow
import OpenCaptureMediaSamples
public import OpenCaptureMetadata
import OpenCaptureSession

/// Where media goes to; ours, under Apple's name.
public typealias AVCaptureOutput = CaptureOutput

extension CaptureOutput {
  /// Why a sample didn't come; ours, under Apple's name.
  public typealias DataDroppedReason = AVCaptureOutputDataDroppedReason

  /// An object of a metadata output in the coordinates of this output's pictures, 0 to 1, turned and mirrored as they are.
  ///
  /// - Returns: Nil where the output has no such connection.
  public func transformedMetadataObject(
    for metadataObject: AVMetadataObject, connection: AVCaptureConnection
  ) -> AVMetadataObject? {
    guard connections.contains(where: { $0 === connection }) else { return nil }
    return pictureTransform(of: connection).map { metadataObject.transformed(by: $0) }
  }

  /// A rectangle of this output's pictures, in pixels, in the coordinates of metadata outputs.
  public func metadataOutputRectConverted(fromOutputRect rect: CGRect) -> CGRect {
    guard let connection = connections.first, let size = pictureSize(of: connection),
      let transform = pictureTransform(of: connection)
    else { return rect }
    let unit = Rect(rect).scaled(x: 1 / size.width, y: 1 / size.height)
    return CGRect(transform.inverse.apply(unit))
  }

  /// A rectangle in the coordinates of metadata outputs in this output's pictures, in pixels.
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

/// Why a sample didn't come.
public enum AVCaptureOutputDataDroppedReason: Int, Sendable {
  /// It came.
  case none = 0
  /// It would have come too late.
  case lateData = 1
  /// There was no buffer for it.
  case outOfBuffers = 2
  /// The source lost it.
  case discontinuity = 3
}

/// Whether both are the same object.
public func == (left: AVCaptureOutput?, right: AVCaptureOutput?) -> Bool { left === right }

/// Whether both aren't the same object.
public func != (left: AVCaptureOutput?, right: AVCaptureOutput?) -> Bool { left !== right }

extension Sequence where Element == AVCaptureOutput {
  /// Whether an output is among them.
  public func contains(_ output: AVCaptureOutput) -> Bool { contains { $0 === output } }
}

extension Collection where Element == AVCaptureOutput {
  /// The place of an output among them; nil where it isn't.
  public func firstIndex(of output: AVCaptureOutput) -> Index? { firstIndex { $0 === output } }
}
