public import CoreVideo
import OpenCaptureMediaSamples
import OpenCapturePictures

extension CIImage {
  /// Reads a picture's file: JPEG, PNG or PNM; nil where it can't be read, or isn't one.
  public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

  /// Reads a picture's file: JPEG, PNG or PNM; nil where it can't be read, or isn't one.
  ///
  /// - Parameters:
  ///   - url: The file's.
  ///   - options: See ``CIImageOption``.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]?) {
    guard url.isFileURL, let picture = try? EncodedPicture(contentsOf: url.path) else { return nil }
    self.init(picture, options: options)
  }

  /// Makes an image of a picture's file in memory: JPEG, PNG or PNM; nil where it isn't one.
  public convenience init?(data: Data) { self.init(data: data, options: nil) }

  /// Makes an image of a picture's file in memory: JPEG, PNG or PNM; nil where it isn't one.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - options: See ``CIImageOption``.
  public convenience init?(data: Data, options: [CIImageOption: Any]?) {
    let picture = data.withUnsafeBytes { try? EncodedPicture(copying: $0.bytes) }
    guard let picture else { return nil }
    self.init(picture, options: options)
  }

  private convenience init?(_ picture: EncodedPicture, options: [CIImageOption: Any]?) {
    guard let sample = try? picture.sampleBuffer() else { return nil }
    let size = sample.mediaDescription.dimensions
    let properties: [String: Any] = [
      kCGImagePropertyOrientation: Int(sample.orientation.rawValue), kCGImagePropertyPixelWidth: Int(size.width),
      kCGImagePropertyPixelHeight: Int(size.height),
    ]
    self.init(sample, properties: properties, options: options)
  }
}
