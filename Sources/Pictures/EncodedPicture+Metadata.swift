package import OpenCaptureMediaSamples

extension EncodedPicture {
  /// The picture with other EXIF data, without being decoded: what its pixels are coded in stays byte for byte.
  ///
  /// Of a JPEG, a frame of Motion JPEG for instance, which becomes a whole file by it: tables that such frames leave out
  /// are put in (ITU-T T.81, annex K.3), and what lies behind the picture is left out.
  ///
  /// - Parameters:
  ///   - metadata: What is written in place of what was there.
  ///   - thumbnail: A small JPEG, which goes along where there is room for it: EXIF data holds 65,527 bytes.
  /// - Throws: ``PictureError`` where the picture isn't a JPEG, is damaged, or the metadata has no room.
  public func replacingMetadata(
    _ metadata: PictureMetadata, thumbnail: EncodedPicture? = nil
  ) throws(PictureError) -> EncodedPicture {
    guard format == .jpeg else {
      throw PictureError(
        .unsupportedConversion, subject: name, reason: "the metadata of \(format) can't be replaced",
        remedy: "decode the picture, and encode it anew")
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

  /// EXIF data for a photo, for file formats that know no segments.
  package static func exifData(_ metadata: PictureMetadata, dimensions: VideoDimensions) -> [UInt8] {
    ExifData.bytes(metadata, dimensions: dimensions)
  }

  /// What an APP1 segment holds at most, behind its name.
  private static let exifLimit = 65_533 - 6

  private func exif(
    _ metadata: PictureMetadata, _ dimensions: VideoDimensions, _ thumbnail: EncodedPicture?
  ) throws(PictureError) -> [UInt8] {
    if let thumbnail, thumbnail.format == .jpeg {
      let whole = ExifData.bytes(
        metadata, dimensions: dimensions, thumbnail: thumbnail.data.withBytes { $0.copied })
      if whole.count <= Self.exifLimit { return whole }
    }
    let exif = ExifData.bytes(metadata, dimensions: dimensions)
    guard exif.count <= Self.exifLimit else {
      throw PictureError(
        .tooLarge, subject: name, reason: "its metadata has \(exif.count) bytes, and JPEG holds \(Self.exifLimit)",
        remedy: "say less in it")
    }
    return exif
  }

  private static func rebuilt(_ file: RawSpan, _ exif: [UInt8], name: String) throws(PictureError) -> [UInt8] {
    guard let parts = JPEGFile(file) else {
      throw PictureError(.corrupt, subject: name, reason: "the data is damaged (it has no scan)")
    }
    var result: [UInt8] = [0xff, JPEGHeader.Marker.start]
    result.reserveCapacity(file.byteCount + exif.count + 600)
    let kept = parts.header.segments.filter { parts.isKept($0, file) }
    // JFIF's segment is the first where there is one, EXIF's the next.
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
  /// The bytes.
  fileprivate var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
