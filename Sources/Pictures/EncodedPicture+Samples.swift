public import OpenCaptureMediaSamples

extension EncodedPicture {
  /// The picture as a compressed sample buffer that carries its decoder, and the orientation that the file
  /// names.
  ///
  /// Nothing is decoded until the buffer is asked for its luma or its image.
  ///
  /// - Parameters:
  ///   - options: What it will be decoded to.
  ///   - timing: When the sample is shown; by default nobody knows.
  ///   - sequenceNumber: Its place in the source's count; nil by default.
  ///   - attachments: Facts that travel along; none by default.
  /// - Throws: ``PictureError`` where the header is damaged.
  public func sampleBuffer(
    options: PictureReadingOptions = PictureReadingOptions(), timing: SampleTiming = SampleTiming(),
    sequenceNumber: UInt64? = nil, attachments: Attachments = Attachments()
  ) throws(PictureError) -> SampleBuffer {
    let info = try info()
    return SampleBuffer(
      dataBuffer: data,
      formatDescription: FormatDescription(codec: format.codecType, dimensions: info.dimensions),
      decoder: PictureDecoder(name: name, options: options, limits: limits), timing: timing,
      sequenceNumber: sequenceNumber, orientation: info.orientation, attachments: attachments)
  }
}

extension PictureFormat {
  /// The format's name in format descriptions.
  public var codecType: VideoCodecType {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .pnm: .pnm
    }
  }
}

extension VideoCodecType {
  /// A portable anymap of Netpbm.
  public static let pnm = Self(rawValue: "pnm ")
}
