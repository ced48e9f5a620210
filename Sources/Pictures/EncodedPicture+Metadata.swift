import OpenCaptureMediaSamples

extension EncodedPicture {
  /// Returns the picture with other EXIF data, without decoding it.
  ///
  /// Only JPEG is supported. The compressed pixels stay byte for byte. A frame of Motion JPEG becomes a complete file:
  /// missing Huffman tables are inserted (ITU-T T.81, annex K.3). Bytes behind the end of the picture are dropped.
  ///
  /// - Parameters:
  ///   - metadata: The metadata that replaces the existing one.
  ///   - thumbnail: A small JPEG. It is left out if the EXIF data would exceed 65,527 bytes with it.
  /// - Throws: ``PictureError`` if the picture isn't a JPEG, is damaged, or the metadata is too large.
  public func replacingMetadata(
    _ metadata: PictureMetadata, thumbnail: EncodedPicture? = nil
  ) throws(PictureError) -> EncodedPicture {
    guard format == .jpeg else {
      throw PictureError(
        .unsupportedConversion, subject: name, reason: "cannot replace the metadata of a \(format) picture",
        hint: "decode the picture and encode it again")
    }
    let dimensions = try info().dimensions
    let exif = try exif(metadata, dimensions, thumbnail)
    let bytes = try data.withBytes { (file) throws(PictureError) in try Self.rebuilt(file, exif, name: name) }
    do throws(MediaError) {
      return EncodedPicture(try DataBuffer(copying: bytes.span.bytes), name: name, format: .jpeg, limits: limits)
    } catch {
      throw PictureError(error, subject: name)
    }
  }

  /// The most bytes that an APP1 segment holds behind its identifier.
  private static let exifLimit = 65_533 - 6

  private func exif(
    _ metadata: PictureMetadata, _ dimensions: VideoDimensions, _ thumbnail: EncodedPicture?
  ) throws(PictureError) -> [UInt8] {
    if let thumbnail, thumbnail.format == .jpeg {
      let bytes = thumbnail.data.withBytes { $0.copied }
      let whole = ExifData.bytes(metadata, dimensions: dimensions, thumbnail: bytes)
      if whole.count <= Self.exifLimit { return whole }
    }
    let exif = ExifData.bytes(metadata, dimensions: dimensions)
    guard exif.count <= Self.exifLimit else {
      throw PictureError(
        .tooLarge, subject: name, reason: "the metadata has \(exif.count) bytes, but JPEG holds \(Self.exifLimit)",
        hint: "shorten the metadata")
    }
    return exif
  }

  private static func rebuilt(_ file: RawSpan, _ exif: [UInt8], name: String) throws(PictureError) -> [UInt8] {
    guard let parts = JPEGFile(file) else {
      throw PictureError(.corrupt, subject: name, reason: "the JPEG data is damaged (no scan found)")
    }
    var result: [UInt8] = [0xff, JPEGHeader.Marker.start]
    result.reserveCapacity(file.byteCount + exif.count + 600)
    let kept = parts.header.segments.filter { parts.isKept($0, file) }
    // A JFIF segment must be the first, the EXIF segment the next.
    for segment in kept where segment.marker == JPEGHeader.Marker.application0 {
      result += file.extracting(segment.range).copied
    }
    let content = Array("Exif\0\0".utf8) + exif
    result += [0xff, JPEGHeader.Marker.application1] + UInt16(content.count + 2).bigEndianBytes + content
    for segment in kept where segment.marker != JPEGHeader.Marker.application0 {
      result += file.extracting(segment.range).copied
    }
    result += parts.header.missingTables
    result += file.extracting(parts.scans).copied
    if !parts.isEndMarked { result += [0xff, JPEGHeader.Marker.end] }
    return result
  }
}

extension RawSpan {
  /// A copy of the bytes.
  fileprivate var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
