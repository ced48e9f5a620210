import CoreImage
import CoreMedia
import OpenCaptureMetadata
import OpenCapturePictures

/// The image that requests process, and the rotation that makes it upright.
struct RequestPicture: Sendable {
  /// The rotation that makes the image upright.
  let orientation: ImageOrientation
  /// Returns the input of detectors, in the stored orientation.
  let luma: @Sendable () throws -> PixelBuffer

  /// Creates the input of a frame.
  ///
  /// The frame's own orientation is applied first, and the given orientation after it.
  init(_ sampleBuffer: CMSampleBuffer, _ orientation: CGImagePropertyOrientation) {
    self.orientation = sampleBuffer.orientation.then(orientation.imageOrientation)
    luma = { try sampleBuffer.luma() }
  }

  /// Creates the input of pixels.
  init(_ pixelBuffer: CVPixelBuffer, _ orientation: CGImagePropertyOrientation) {
    self.init(SampleBuffer(pixelBuffer: pixelBuffer), orientation)
  }

  init(_ image: CIImage, _ orientation: CGImagePropertyOrientation) {
    self.orientation = orientation.imageOrientation
    luma = {
      guard let pixels = try image.detectionLuma() else { throw VNError(.invalidImage, "the image is empty") }
      return pixels
    }
  }

  /// Creates the input of an image file; a given orientation takes precedence over that of the file.
  init(_ orientation: CGImagePropertyOrientation?, _ picture: () throws -> EncodedPicture) {
    do {
      let sample = try picture().sampleBuffer()
      self.orientation = orientation?.imageOrientation ?? sample.orientation
      luma = { try sample.luma() }
    } catch {
      let failure = VNError(error)
      self.orientation = .up
      luma = { throw failure }
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

  /// Performs requests one after the other.
  func perform(_ requests: [VNRequest]) throws(VNError) {
    // Read the counts first: a cancellation during an earlier request also applies to the later ones.
    let requestsWithCancelCounts = requests.map { ($0, $0.cancelCount) }
    var first: VNError?
    for (request, cancelCount) in requestsWithCancelCounts {
      let failure = request.perform(on: self, cancelCount: cancelCount)
      first = first ?? failure
    }
    if let first { throw first }
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
