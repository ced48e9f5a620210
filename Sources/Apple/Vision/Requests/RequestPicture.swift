import CoreImage
import CoreMedia
import OpenCaptureMediaSamples
import OpenCapturePictures

/// The picture that requests look at, and how it must be turned to be upright.
struct RequestPicture: Sendable {
  private enum Source: Sendable {
    case sample(SampleBuffer)
    case image(CIImage)
    case failure(VNError)
  }

  private let source: Source
  let orientation: ImageOrientation

  /// Pixels.
  init(_ pixelBuffer: CVPixelBuffer, _ orientation: CGImagePropertyOrientation) {
    (source, self.orientation) = (.sample(SampleBuffer(imageBuffer: pixelBuffer)), orientation.imageOrientation)
  }

  /// A frame, whose own orientation goes before: the one that is given is how it is to be turned after that.
  init(_ sampleBuffer: CMSampleBuffer, _ orientation: CGImagePropertyOrientation) {
    source = .sample(sampleBuffer)
    self.orientation = sampleBuffer.orientation.then(orientation.imageOrientation)
  }

  init(_ image: CIImage, _ orientation: CGImagePropertyOrientation) {
    (source, self.orientation) = (.image(image), orientation.imageOrientation)
  }

  /// A picture's file, which says itself how it must be turned, unless somebody knows better.
  init(_ orientation: CGImagePropertyOrientation?, _ picture: () throws -> EncodedPicture) {
    do {
      let sample = try picture().sampleBuffer()
      (source, self.orientation) = (.sample(sample), orientation?.imageOrientation ?? sample.orientation)
    } catch {
      (source, self.orientation) = (.failure(VNError(error)), .up)
    }
  }

  init(_ data: Data, _ orientation: CGImagePropertyOrientation?) {
    self.init(orientation) { try data.withUnsafeBytes { try EncodedPicture(copying: $0.bytes) } }
  }

  init(_ url: URL, _ orientation: CGImagePropertyOrientation?) {
    self.init(orientation) {
      guard url.isFileURL else { throw VNError(.ioError, "\(url): only files can be read") }
      return try EncodedPicture(contentsOf: url.path)
    }
  }

  /// What detectors look at, stored as it is.
  func luma() throws -> PixelBuffer {
    switch source {
    case .sample(let sample): return try sample.luma()
    case .image(let image):
      guard let luma = try image.detectionLuma() else {
        throw VNError(.invalidImage, "there is nothing in the image")
      }
      return luma
    case .failure(let error): throw error
    }
  }
}
