import Glibc
public import OpenCaptureMediaSamples

/// What makes picture files of pixels.
public protocol PictureEncoder: Sendable {
  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - picture: The pixels, as they are to be stored.
  ///   - metadata: What is written beside them.
  /// - Throws: ``PictureError`` where the pixel format can't be written, an option is out of range, or there
  ///   is no memory.
  func encode(_ picture: PixelBuffer, metadata: PictureMetadata) throws(PictureError) -> EncodedPicture
}

extension PictureEncoder {
  /// Encodes a picture with metadata that say nothing but who made it.
  public func encode(_ picture: PixelBuffer) throws(PictureError) -> EncodedPicture {
    try encode(picture, metadata: PictureMetadata())
  }
}

extension EncodedPicture {
  /// What an encoder made: bytes from malloc.
  init(
    _ bytes: UnsafeMutablePointer<UInt8>?, count: Int, format: PictureFormat
  ) throws(PictureError) {
    let address = UInt(bitPattern: bytes)
    do throws(MediaError) {
      let data = try DataBuffer(wrapping: UnsafeMutableRawBufferPointer(start: bytes, count: count)) {
        free(UnsafeMutableRawPointer(bitPattern: address))
      }
      self.init(data, name: "picture", format: format, limits: PictureLimits())
    } catch {
      throw PictureError(error, subject: "picture")
    }
  }
}

extension PictureError {
  /// A message from C, a buffer of characters that ends with a zero.
  static func words<Message>(_ message: Message) -> String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The error for an encoder that gave up; `message` is the library's, ended by a zero.
  static func encodingFailed<Message>(lacksMemory: Bool, message: Message) -> Self {
    let words = words(message)
    return Self(
      lacksMemory ? .outOfMemory : .cannotWrite, subject: "picture",
      reason: "it can't be encoded" + (words.isEmpty ? "" : " (\(words))"))
  }

  /// The error of an encoder that doesn't know a pixel format.
  static func cannotEncode(_ format: PixelFormat, to name: PictureFormat, known: [PixelFormat]) -> Self {
    Self(
      .unsupportedConversion, subject: "picture", reason: "\(format) pixels can't be written to \(name)",
      remedy: "convert them to one of " + known.map(\.description).joined(separator: ", "))
  }

  /// The error of an option that is out of range.
  static func invalidOption(_ name: String, _ value: Int, _ range: ClosedRange<Int>) -> Self {
    Self(
      .invalidOption, subject: "picture",
      reason: "\(name) is \(value), it must be from \(range.lowerBound) to \(range.upperBound)")
  }
}
