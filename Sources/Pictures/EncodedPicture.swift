public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// The bytes of a picture file, not yet decoded.
///
/// The format is detected from the content, not from the name.
public struct EncodedPicture: Sendable {
  /// The bytes.
  public let data: DataBuffer
  /// The name of the picture in errors: its file name, or a name from the caller.
  public let name: String
  /// The file format.
  public let format: PictureFormat
  /// The largest picture that is accepted.
  public let limits: PictureLimits

  /// Creates an encoded picture from the bytes of a file.
  ///
  /// - Parameters:
  ///   - data: A whole file.
  ///   - name: The name of the picture in errors (default: `picture`).
  ///   - limits: The largest picture that is accepted.
  /// - Throws: ``PictureError`` if the bytes are not a picture in a supported format.
  public init(
    _ data: DataBuffer, name: String = "picture", limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    guard data.count > 0 else { throw PictureError(.empty, subject: name, reason: "the file is empty") }
    guard data.count <= limits.maximumByteCount else { throw .tooManyBytes(subject: name, limits: limits) }
    guard let format = data.withBytes({ PictureFormat(signature: $0) }) else {
      guard let unsupported = data.withBytes({ PictureFormat.unsupportedFormatName(signature: $0) }) else {
        throw PictureError(.unknownFormat, subject: name, reason: "not a picture in a known format")
      }
      throw PictureError(
        .unsupportedFormat(unsupported), subject: name, reason: "\(unsupported) pictures are not supported yet")
    }
    self.init(data, name: name, format: format, limits: limits)
  }

  init(_ data: DataBuffer, name: String, format: PictureFormat, limits: PictureLimits) {
    self.data = data
    self.name = name
    self.format = format
    self.limits = limits
  }

  /// Creates an encoded picture from a copy of the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: A whole file.
  ///   - name: The name of the picture in errors (default: `picture`).
  ///   - limits: The largest picture that is accepted.
  /// - Throws: ``PictureError`` if the bytes are not a picture in a supported format.
  public init(
    copying bytes: RawSpan, name: String = "picture", limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    let data: DataBuffer
    do throws(MediaError) { data = try DataBuffer(copying: bytes) } catch {
      throw PictureError(error, subject: name)
    }
    try self.init(data, name: name, limits: limits)
  }

  /// Reads a file, or a named pipe up to its end.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limits: The largest picture that is accepted.
  /// - Throws: ``PictureError`` if the file cannot be read or is not a picture in a supported format.
  public init(contentsOf path: String, limits: PictureLimits = PictureLimits()) throws(PictureError) {
    try self.init(contentsOfPath: Array(path.utf8), limits: limits)
  }

  /// Reads a file whose path may contain any bytes.
  ///
  /// Errors show the path as UTF-8, with replacement characters for invalid bytes.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a terminating zero.
  ///   - limits: The largest picture that is accepted.
  /// - Throws: ``PictureError`` if the file cannot be read or is not a picture in a supported format.
  public init(contentsOfPath path: [UInt8], limits: PictureLimits = PictureLimits()) throws(PictureError) {
    let name = String(decoding: path, as: UTF8.self)
    try self.init(FileContents.read(path: path, name: name, limits: limits), name: name, limits: limits)
  }

  /// Reads an open file, pipe or socket up to its end, and leaves it open.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor to read from.
  ///   - name: The name of the picture in errors (default: `standard input`).
  ///   - limits: The largest picture that is accepted.
  /// - Throws: ``PictureError`` if the data cannot be read or is not a picture in a supported format.
  public init(
    reading descriptor: Int32, name: String = "standard input", limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    let data = try FileContents.read(descriptor: descriptor, name: name, limits: limits)
    try self.init(data, name: name, limits: limits)
  }
}

extension EncodedPicture {
  /// Reads the header, without decoding any pixels.
  ///
  /// - Throws: ``PictureError`` if the header is damaged.
  public func info() throws(PictureError) -> PictureInfo {
    try data.withUnsafeBytes { (bytes) throws(PictureError) in
      try format.codec.info(DecodingTask(bytes: bytes, name: name, limits: limits))
    }
  }

  /// Decodes the picture.
  ///
  /// - Throws: ``PictureError`` if the picture is too large or damaged, or the pixel format is not supported.
  public func decoded(_ options: PictureReadingOptions = PictureReadingOptions()) throws(PictureError) -> Picture {
    try decoded(options, pools: nil)
  }

  /// Returns the most memory that decoding and processing the picture takes, in bytes.
  ///
  /// ``PictureLimits/maximumMemory`` limits this number.
  ///
  /// - Throws: ``PictureError`` if the header is damaged or declares more pixels than the limits allow.
  public func memory(_ options: PictureReadingOptions = PictureReadingOptions()) throws(PictureError) -> Int {
    try data.withUnsafeBytes { (bytes) throws(PictureError) in
      let task = DecodingTask(bytes: bytes, name: name, options: options, limits: limits)
      let info = try format.codec.info(task)
      try task.checkSize(info.dimensions)
      return task.memory(for: info)
    }
  }

  func decoded(_ options: PictureReadingOptions, pools: Locked<PixelBufferPools>?) throws(PictureError) -> Picture {
    try data.withUnsafeBytes { (bytes) throws(PictureError) in
      let task = DecodingTask(bytes: bytes, name: name, options: options, limits: limits, pools: pools)
      return try task.run(format.codec)
    }
  }
}

extension PictureFormat {
  fileprivate var codec: any PictureCodec.Type {
    switch self {
    case .jpeg: JPEGCodec.self
    case .png: PNGCodec.self
    case .pnm: PNMCodec.self
    }
  }
}

extension EncodedPicture {
  /// Returns the picture as a compressed sample buffer with its decoder and the orientation of the file.
  ///
  /// The sample buffer decodes the picture when a consumer requests its luma or its image.
  ///
  /// - Parameters:
  ///   - options: The options for decoding.
  ///   - timing: The presentation time of the sample (default: unknown).
  ///   - sequenceNumber: The number of the sample in its source (default: nil).
  ///   - attachments: The attachments of the sample (default: none).
  /// - Throws: ``PictureError`` if the header is damaged.
  public func sampleBuffer(
    options: PictureReadingOptions = PictureReadingOptions(), timing: SampleTiming = SampleTiming(),
    sequenceNumber: UInt64? = nil, attachments: Attachments = Attachments()
  ) throws(PictureError) -> SampleBuffer {
    let info = try info()
    return SampleBuffer(
      data: data, format: FormatDescription(codec: format.codecType, dimensions: info.dimensions),
      decoder: PictureDecoder(name: name, options: options, limits: limits), timing: timing,
      sequenceNumber: sequenceNumber, orientation: info.orientation, attachments: attachments)
  }
}

extension PictureFormat {
  /// The codec type of the format in format descriptions.
  public var codecType: VideoCodecType {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .pnm: .pnm
    }
  }
}

extension VideoCodecType {
  /// A portable anymap in a format of Netpbm.
  public static let pnm = Self(rawValue: "pnm ")
}
