import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures

/// The pictures of a file that FFmpeg decodes, each by a reader of its own.
struct ForeignPages: PageDecoder {
  private let data: DataBuffer
  private let name: String
  private let limits: PictureLimits
  private let isIcon: Bool
  /// How large they are, as far as the file's own lists say.
  private let sizes: [VideoDimensions]

  init(_ data: DataBuffer, _ format: PageFormat, name: String, limits: PictureLimits) throws(PictureError) {
    do { self.data = try Self.iconOfCursor(data) ?? data } catch { throw PictureError(error, subject: name) }
    self.name = name
    self.limits = limits
    isIcon = format == .icon
    sizes = data.withUnsafeBytes { bytes in
      format == .icon
        ? Self.sizesOfIcons { Array(bytes.dropFirst($0).prefix($1)) } : [VideoDimensions(width: 0, height: 0)]
    }
    guard !sizes.isEmpty else { throw PictureError(.corrupt, subject: name, reason: "there is no picture in it") }
  }

  /// Returns a cursor as an icon, which FFmpeg reads; nil for other files.
  ///
  /// A cursor has another type, and the place of its point where an icon has the planes and the bits of a pixel, which may be
  /// left unsaid.
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

  /// A header of six bytes that says how many there are, and one of sixteen for each, where 0 stands for 256.
  private static func sizesOfIcons(_ read: (Int, Int) -> [UInt8]) -> [VideoDimensions] {
    let header = read(0, 6)
    let count = header.count == 6 ? Int(header[4]) | Int(header[5]) << 8 : 0
    return (0..<count).compactMap { index in
      let entry = read(6 + index * 16, 16)
      func side(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
      return entry.count == 16 ? VideoDimensions(width: side(entry[0]), height: side(entry[1])) : nil
    }
  }

  var count: Int { sizes.count }

  var byteCount: Int { data.count }

  func dimensions(ofPage index: Int) -> VideoDimensions { sizes[index] }

  func page(_ index: Int) throws(PictureError) -> PicturePage {
    var options = MovieReadingOptions(
      maximumPixelCount: limits.maximumPixelCount, maximumMemory: max(1, limits.maximumMemory - data.count),
      remedy: limits.remedy)
    options.reservedBytesPerPixel = limits.workingBytesPerPixel
    options.page = index
    do throws(MovieError) {
      let reader = try MovieReader(data, name: name, options: options)
      guard var sample = try reader.nextSample() else {
        throw MovieError(.corrupt, subject: name, reason: "there is no picture in it that can be decoded")
      }
      sample.timing = SampleTiming()
      sample.sequenceNumber = nil
      if let picture = sample.imageBuffer, let mask = mask(ofPage: index) {
        do throws(MediaError) {
          sample = SampleBuffer(imageBuffer: try mask.applied(to: picture))
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
    return data.withUnsafeBytes { bytes in
      IconMask(ofPicture: index) { Array(bytes.dropFirst($0).prefix($1)) }
    }
  }

  /// What is wrong with the page shows behind it.
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
  /// The error of a picture that FFmpeg didn't read.
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
    self.init(code, subject: error.subject, errno: error.errno, reason: error.reason, remedy: error.remedy)
  }
}
