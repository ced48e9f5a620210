public import OpenCaptureMediaSamples

/// An encoder of picture files.
public protocol PictureEncoder: Sendable {
  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - picture: The pixels.
  ///   - metadata: The metadata of the file.
  /// - Throws: ``PictureError`` if the pixel format is not supported, an option is out of range, or memory is
  ///   exhausted.
  func encode(_ picture: PixelBuffer, metadata: PictureMetadata) throws(PictureError) -> EncodedPicture
}

extension PictureEncoder {
  /// Encodes a picture with metadata that names only the program.
  public func encode(_ picture: PixelBuffer) throws(PictureError) -> EncodedPicture {
    try encode(picture, metadata: PictureMetadata())
  }
}

extension EncodedPicture {
  /// Creates an encoded picture from an encoder's output, allocated with malloc.
  init(_ bytes: UnsafeMutablePointer<UInt8>?, count: Int, format: PictureFormat) throws(PictureError) {
    do throws(MediaError) {
      let data = try DataBuffer(adopting: bytes, count: count)
      self.init(data, name: "picture", format: format, limits: PictureLimits())
    } catch {
      throw PictureError(error, subject: "picture")
    }
  }
}

extension PictureError {
  /// Returns a message from C, a zero-terminated array of characters.
  package static func words<Message>(_ message: Message) -> String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Returns the error of an encoder that failed; `message` is the library's, zero-terminated.
  static func failedEncoding<Message>(lacksMemory: Bool, message: Message) -> Self {
    let message = words(message)
    return Self(
      lacksMemory ? .outOfMemory : .cannotWrite, subject: "picture",
      reason: "cannot encode the picture" + (message.isEmpty ? "" : " (\(message))"))
  }

  /// Returns the error of an encoder that doesn't support a pixel format.
  static func cannotEncode(
    _ format: PixelFormat, to name: PictureFormat, known: some Collection<PixelFormat>
  ) -> Self {
    let names = PixelFormat.supported.filter(known.contains).map(\.description)
    return Self(
      .unsupportedConversion, subject: "picture", reason: "cannot write \(format) pixels to \(name)",
      hint: "convert them to one of " + names.joined(separator: ", "))
  }

  /// Returns the error of an option that is out of range.
  static func invalidOption(_ name: String, _ value: Int, _ range: ClosedRange<Int>) -> Self {
    Self(
      .invalidOption, subject: "picture",
      reason: "\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
  }
}
