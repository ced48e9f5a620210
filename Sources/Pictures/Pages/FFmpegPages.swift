import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures

/// The pictures of an icon or AVIF file, decoded by FFmpeg with one reader per picture.
struct FFmpegPages: PageDecoder {
  private let data: DataBuffer
  private let name: String
  private let limits: PictureLimits
  private let isIcon: Bool
  /// The sizes of the pictures in the icon; 0×0 for AVIF.
  private let sizes: [VideoDimensions]

  init(_ data: DataBuffer, _ format: PageFormat, name: String, limits: PictureLimits) throws(PictureError) {
    do { self.data = try Self.iconOfCursor(data) ?? data } catch { throw PictureError(error, subject: name) }
    self.name = name
    self.limits = limits
    isIcon = format == .icon
    sizes = isIcon ? Self.sizesOfIcons(data) : [VideoDimensions(width: 0, height: 0)]
    guard !sizes.isEmpty else {
      throw PictureError(.corrupt, subject: name, reason: "no picture found in the file")
    }
  }

  /// Returns a cursor as an icon, which FFmpeg can read; nil for other files.
  ///
  /// A cursor has another type number. In each entry, it has the hotspot in place of the planes and the bits per pixel,
  /// which are set to 0 (unspecified).
  private static func iconOfCursor(_ data: DataBuffer) throws(MediaError) -> DataBuffer? {
    let cursor: [UInt8] = [0, 0, 2, 0]
    return try data.withUnsafeBytes { (bytes) throws(MediaError) in
      guard bytes.starts(with: cursor) else { return nil }
      var icon = [UInt8](bytes)
      icon[2] = 1
      for entry in stride(from: 6, to: icon.count, by: 16).prefix(icon.count > 4 ? Int(icon[4]) : 0) {
        for offset in entry + 4..<entry + 8 where offset < icon.count { icon[offset] = 0 }
      }
      return try DataBuffer(copying: icon.span.bytes)
    }
  }

  /// Returns the sizes of the pictures in an icon.
  ///
  /// A header of 6 bytes holds the number of pictures. An entry of 16 bytes follows for each, with 0 for a side of 256.
  /// A picture with a header of its own can have another size.
  private static func sizesOfIcons(_ data: DataBuffer) -> [VideoDimensions] {
    data.withUnsafeBytes { bytes in
      func side(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
      let count = bytes.count >= 6 ? Int(bytes[4]) | Int(bytes[5]) << 8 : 0
      return (0..<count).map { 6 + $0 * 16 }.filter { $0 + 16 <= bytes.count }.map { entry in
        let offset = bytes.loadUnaligned(fromByteOffset: entry + 12, as: UInt32.self)
        return size(inHeader: bytes.dropFirst(Int(UInt32(littleEndian: offset))).prefix(24))
          ?? VideoDimensions(width: side(bytes[entry]), height: side(bytes[entry + 1]))
      }
    }
  }

  /// Returns the size in the header of a PNG file or bitmap; nil without a valid size.
  private static func size(inHeader header: Slice<UnsafeRawBufferPointer>) -> VideoDimensions? {
    guard header.count == 24 else { return nil }
    let header = UnsafeRawBufferPointer(rebasing: header)
    func number(_ offset: Int) -> UInt32 { header.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    if header.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      let width = Int(UInt32(bigEndian: number(16)))
      let height = Int(UInt32(bigEndian: number(20)))
      return isSize(width, height) ? VideoDimensions(width: width, height: height) : nil
    }
    guard UInt32(littleEndian: number(0)) == 40 else { return nil }
    // The height of a bitmap includes its mask.
    let width = Int(Int32(littleEndian: Int32(bitPattern: number(4))))
    let height = Int(Int32(littleEndian: Int32(bitPattern: number(8)))) / 2
    return isSize(width, height) ? VideoDimensions(width: width, height: height) : nil
  }

  private static func isSize(_ width: Int, _ height: Int) -> Bool {
    (1...Int(Int32.max)).contains(width) && (1...Int(Int32.max)).contains(height)
  }

  var count: Int { sizes.count }

  var byteCount: Int { data.count }

  func dimensions(ofPage index: Int) -> VideoDimensions { sizes[index] }

  func page(_ index: Int) throws(PictureError) -> PicturePage {
    var options = MovieReadingOptions(
      maximumPixelCount: limits.maximumPixelCount, maximumMemory: max(1, limits.maximumMemory - data.count),
      hint: limits.hint)
    options.reservedBytesPerPixel = limits.workingBytesPerPixel
    options.page = index
    do throws(MovieError) {
      let reader = try MovieReader(data, name: name, options: options)
      guard var sample = try reader.nextSample() else {
        throw MovieError(.corrupt, subject: name, reason: "no decodable picture found in the file")
      }
      sample.timing = SampleTiming()
      sample.sequenceNumber = nil
      if let picture = sample.pixelBuffer, let mask = mask(ofPage: index) {
        do throws(MediaError) {
          sample = SampleBuffer(pixelBuffer: try mask.applied(to: picture))
        } catch {
          throw MovieError(error, subject: name)
        }
      }
      return PicturePage(sampleBuffer: sample, damage: damage(behind: reader))
    } catch {
      throw PictureError(error)
    }
  }

  private func mask(ofPage index: Int) -> IconMask? {
    guard isIcon else { return nil }
    return data.withUnsafeBytes { IconMask(ofPicture: index, $0) }
  }

  /// Returns the damage of the page, which the reader reports behind it.
  private func damage(behind reader: MovieReader) -> PictureError? {
    guard reader.info.isStillPicture else { return nil }
    do throws(MovieError) {
      _ = try reader.nextSample()
      return nil
    } catch {
      return PictureError(error)
    }
  }
}

extension PictureError {
  /// Creates the error of a picture that FFmpeg could not read.
  fileprivate init(_ error: MovieError) {
    let code: Code =
      switch error.code {
      case .engineMissing: .libraryMissing
      case .tooLarge: .tooLarge
      case .outOfMemory: .outOfMemory
      case .truncated: .truncated
      case .deadlineExceeded: .deadlineExceeded
      case .cancelled: .cancelled
      default: .corrupt
      }
    self.init(code, subject: error.subject, errno: error.errno, reason: error.reason, hint: error.hint)
  }
}
