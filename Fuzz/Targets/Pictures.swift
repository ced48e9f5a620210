import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures

extension FuzzTarget {
  static let pictures = [jpeg, png, pnm, exif]

  private static let jpeg = FuzzTarget("jpeg", longestInput: 8192) { try decode($0, .jpeg) }
  private static let png = FuzzTarget("png", longestInput: 8192) { try decode($0, .png) }
  private static let pnm = FuzzTarget("pnm", longestInput: 2048) { try decode($0, .pnm) }

  /// Arbitrary EXIF data in a JPEG file.
  private static let exif = FuzzTarget("exif", longestInput: 1024) { input in
    let length = input.count + 8
    let header: [UInt8] = [0xff, 0xd8, 0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)]
    let frame: [UInt8] = [0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    let scan: [UInt8] = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
    let file: [UInt8] = header + Array("Exif\0\0".utf8) + input + frame + scan
    _ = try EncodedPicture(copying: file.span.bytes).info()
  }

  /// Decodes a picture file after a byte that selects the options.
  private static func decode(_ input: [UInt8], _ format: PictureFormat) throws {
    guard let first = input.first else { return }
    let limits = PictureLimits(maximumPixelCount: 1 << 18, maximumMemory: 1 << 26)
    let file = Array(input.dropFirst())
    let picture = try EncodedPicture(copying: file.span.bytes, limits: limits)
    guard picture.format == format else { return }
    let formats: [PixelFormat] = [.grey, .bgra, .rgb24, .i420FullRange]
    var options = PictureReadingOptions(pixelFormat: formats[Int(first & 3)], acceptsDamage: first & 4 != 0)
    options.alpha = first & 8 != 0 ? .kept : .overWhite
    if first & 16 != 0 { options.sufficientSize = VideoDimensions(width: 16, height: 16) }
    _ = try picture.decoded(options)
  }
}

extension FuzzTarget {
  static let pages = [directories, page]

  private static let limits = PictureLimits(maximumPixelCount: 1 << 18, maximumMemory: 1 << 26)

  /// The directories of a TIFF file; reading must end even if they form a loop.
  private static let directories = FuzzTarget("directories", longestInput: 2048) { input in
    guard let limit = input.first else { return }
    let file = input.dropFirst()
    let directories = TIFFDirectories(limit: Int(limit)) { Array(file.dropFirst($0).prefix($1)) }
    guard let pages = directories?.pages else { return }
    precondition(pages.count <= limit && Set(pages.map(\.place)).count == pages.count, "a page appears twice")
  }

  /// A TIFF file or icon after a byte that selects the page.
  private static let page = FuzzTarget("page", longestInput: 8192) { input in
    guard let first = input.first else { return }
    let file = Array(input.dropFirst())
    // Other libraries read the other formats.
    guard let format = PageFormat(signature: file.span.bytes), [.tiff, .icon].contains(format) else { return }
    let pages = try PicturePages(DataBuffer(copying: file.span.bytes), limits: limits)
    precondition((1...limits.maximumPageCount).contains(pages.count), "the number of pages exceeds the limit")
    precondition(pages.memory > 0 && pages.memory <= limits.maximumMemory, "the memory exceeds the limit")
    let page = try pages.page(Int(first) % pages.count + 1)
    let size = page.sampleBuffer.format.videoDimensions
    precondition(size.width * size.height <= limits.maximumPixelCount, "the page exceeds the limit")
  }
}
