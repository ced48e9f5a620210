import CoreImage
import CoreMedia
import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureMetadata

/// The image that requests process, and the rotation that makes it upright.
struct RequestPicture: Sendable {
  private enum Source: Sendable {
    case sample(SampleBuffer)
    case image(CIImage)
    case failure(VNError)
  }

  private let source: Source
  let orientation: ImageOrientation

  /// Creates the input of pixels.
  init(_ pixelBuffer: CVPixelBuffer, _ orientation: CGImagePropertyOrientation) {
    source = .sample(SampleBuffer(pixelBuffer: pixelBuffer))
    self.orientation = orientation.imageOrientation
  }

  /// Creates the input of a frame.
  ///
  /// The frame's own orientation is applied first, and the given orientation after it.
  init(_ sampleBuffer: CMSampleBuffer, _ orientation: CGImagePropertyOrientation) {
    source = .sample(sampleBuffer)
    self.orientation = sampleBuffer.orientation.then(orientation.imageOrientation)
  }

  init(_ image: CIImage, _ orientation: CGImagePropertyOrientation) {
    source = .image(image)
    self.orientation = orientation.imageOrientation
  }

  /// Creates the input of an image file.
  ///
  /// The given orientation takes precedence over that of the file.
  init(_ orientation: CGImagePropertyOrientation?, _ picture: () throws -> EncodedPicture) {
    do {
      let sample = try picture().sampleBuffer()
      source = .sample(sample)
      self.orientation = orientation?.imageOrientation ?? sample.orientation
    } catch {
      source = .failure(VNError(error))
      self.orientation = .up
    }
  }

  init(_ data: Data, _ orientation: CGImagePropertyOrientation?) {
    self.init(orientation) { try data.withUnsafeBytes { try EncodedPicture(copying: $0.bytes) } }
  }

  init(_ url: URL, _ orientation: CGImagePropertyOrientation?) {
    self.init(orientation) {
      guard url.isFileURL else { throw VNError(.ioError, "\(url): not a file URL") }
      return try EncodedPicture(contentsOf: url.path)
    }
  }

  /// Returns the input of detectors, in the stored orientation.
  func luma() throws -> PixelBuffer {
    switch source {
    case .sample(let sample): return try sample.luma()
    case .image(let image):
      guard let luma = try image.detectionLuma() else {
        throw VNError(.invalidImage, "the image is empty")
      }
      return luma
    case .failure(let error): throw error
    }
  }
}

/// A conversion from device coordinates to the coordinates of observations.
///
/// Device coordinates are those of the stored image, with y down. Observations have fractions of the region of
/// interest in the upright image, with y up.
struct RequestSpace {
  /// The rotation that makes the stored image upright.
  let orientation: ImageOrientation

  /// The region of interest in the upright image, with y up.
  let region: CGRect

  func point(_ point: Point) -> CGPoint {
    let upright = orientation.upright(point)
    return CGPoint(
      x: (CGFloat(upright.x) - region.minX) / region.width,
      y: (CGFloat(1 - upright.y) - region.minY) / region.height)
  }

  func rect(_ rect: Rect) -> CGRect {
    let corners = [rect.origin, Point(x: rect.maxX, y: rect.maxY)].map(point)
    let left = min(corners[0].x, corners[1].x)
    let bottom = min(corners[0].y, corners[1].y)
    return CGRect(
      x: left, y: bottom, width: abs(corners[0].x - corners[1].x), height: abs(corners[0].y - corners[1].y))
  }

  /// Returns a face and its angles in the upright image.
  func upright(_ face: FaceObject) -> FaceObject {
    face.transformed(by: PictureTransform(from: .unit, orientation: orientation, to: .unit))
  }

  /// The region of interest in device coordinates.
  var deviceRegion: Rect {
    orientation.inverse.upright(
      Rect(
        x: Double(region.minX), y: Double(1 - region.maxY), width: Double(region.width),
        height: Double(region.height)))
  }
}
