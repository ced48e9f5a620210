import OpenCaptureMediaSamples
import OpenCaptureSystem

extension EncodedPicture {
  /// What the header says, without decoding anything.
  ///
  /// - Throws: ``PictureError`` where the header is damaged.
  public func info() throws(PictureError) -> PictureInfo {
    try data.withUnsafeBytes { (bytes) throws(PictureError) in
      try format.codec.info(DecodingTask(bytes: bytes, name: name, limits: limits))
    }
  }

  /// Decodes the picture.
  ///
  /// - Throws: ``PictureError`` where it is too large or damaged, or the pixel format can't be had.
  public func decoded(
    _ options: PictureReadingOptions = PictureReadingOptions()
  ) throws(PictureError) -> Picture {
    try decoded(options, pools: nil)
  }

  /// The most memory that the picture takes while it is decoded and worked on, in bytes: what
  /// ``PictureLimits/maximumMemory`` limits.
  ///
  /// - Throws: ``PictureError`` where the header is damaged, or claims more pixels than the limits allow.
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
