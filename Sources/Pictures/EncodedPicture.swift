public import OpenCaptureMediaSamples

/// The bytes of a picture file, not decoded yet; its format is known from them, never from the name.
public struct EncodedPicture: Sendable {
  /// The bytes.
  public let data: DataBuffer
  /// The file they came from, or what the caller calls them: the subject of errors.
  public let name: String
  /// The file format.
  public let format: PictureFormat
  /// How large the picture may be.
  public let limits: PictureLimits

  /// Takes bytes.
  ///
  /// - Parameters:
  ///   - data: A whole file.
  ///   - name: What errors call it; default `picture`.
  ///   - limits: How large it may be.
  /// - Throws: ``PictureError`` where the bytes are not a picture in a format that is read here.
  public init(
    _ data: DataBuffer, name: String = "picture", limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    (self.data, self.name, self.limits) = (data, name, limits)
    format = try Self.recognize(data, name: name, limits: limits)
  }

  init(_ data: DataBuffer, name: String, format: PictureFormat, limits: PictureLimits) {
    (self.data, self.name, self.format, self.limits) = (data, name, format, limits)
  }

  /// Copies bytes.
  ///
  /// - Parameters:
  ///   - bytes: A whole file.
  ///   - name: What errors call it; default `picture`.
  ///   - limits: How large it may be.
  /// - Throws: ``PictureError`` where the bytes are not a picture in a format that is read here.
  public init(
    copying bytes: RawSpan, name: String = "picture", limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    let data: DataBuffer
    do throws(MediaError) { data = try DataBuffer(copying: bytes) } catch {
      throw PictureError(error, subject: name)
    }
    try self.init(data, name: name, limits: limits)
  }

  /// Reads a file, or all that comes through a named pipe.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - limits: How large it may be.
  /// - Throws: ``PictureError`` where it can't be read, or isn't a picture in a format that is read here.
  public init(contentsOf path: String, limits: PictureLimits = PictureLimits()) throws(PictureError) {
    try self.init(contentsOfPath: Array(path.utf8), limits: limits)
  }

  /// Reads a file whose name may be any bytes; errors show it as UTF-8 as well as that goes.
  ///
  /// - Parameters:
  ///   - path: The bytes of its name, without a zero at the end.
  ///   - limits: How large it may be.
  /// - Throws: ``PictureError`` where it can't be read, or isn't a picture in a format that is read here.
  public init(contentsOfPath path: [UInt8], limits: PictureLimits = PictureLimits()) throws(PictureError) {
    let name = String(decoding: path, as: UTF8.self)
    try self.init(FileContents.read(path: path, name: name, limits: limits), name: name, limits: limits)
  }

  /// Reads a file, a pipe or a socket that is open, up to its end; leaves it open.
  ///
  /// - Parameters:
  ///   - descriptor: Where to read.
  ///   - name: What errors call it; default `standard input`.
  ///   - limits: How large it may be.
  /// - Throws: ``PictureError`` where it can't be read, or isn't a picture in a format that is read here.
  public init(
    reading descriptor: Int32, name: String = "standard input", limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    let data = try FileContents.read(descriptor: descriptor, name: name, limits: limits)
    try self.init(data, name: name, limits: limits)
  }

  static func recognize(
    _ data: DataBuffer, name: String, limits: PictureLimits
  ) throws(PictureError) -> PictureFormat {
    guard data.count > 0 else { throw PictureError(.empty, subject: name, reason: "there is nothing in it") }
    guard data.count <= limits.maximumByteCount else { throw .tooManyBytes(subject: name, limits: limits) }
    switch data.withBytes({ FormatSignature($0) }) {
    case .readable(let format): return format
    case .unsupported(let format):
      throw PictureError(
        .unsupportedFormat(format), subject: name, reason: "\(format) pictures are not supported yet")
    case nil:
      throw PictureError(.unknownFormat, subject: name, reason: "this is not a picture in any known format")
    }
  }
}
