import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures

extension FuzzTarget {
  static let pages = [directories, page]

  private static let limits = PictureLimits(maximumPixelCount: 1 << 18, maximumMemory: 1 << 26)

  /// The lists of a TIFF file's pictures: an end is found to them, wherever they lead.
  private static let directories = FuzzTarget("directories", longestInput: 2048) { input in
    guard let limit = input.first else { return }
    let file = input.dropFirst()
    let directories = TIFFDirectories(limit: Int(limit)) { Array(file.dropFirst($0).prefix($1)) }
    guard let pages = directories?.pages else { return }
    precondition(pages.count <= limit && Set(pages.map(\.place)).count == pages.count, "a page comes twice")
  }

  /// A page of a TIFF file or of an icon: a byte says which.
  private static let page = FuzzTarget("page", longestInput: 8192) { input in
    guard let first = input.first else { return }
    let file = Array(input.dropFirst())
    // What others' libraries read is theirs.
    guard let format = PageFormat(signature: file.span.bytes), [.tiff, .icon].contains(format) else { return }
    let pages = try PicturePages(DataBuffer(copying: file.span.bytes), limits: limits)
    precondition((1...limits.maximumPageCount).contains(pages.count), "there are more pages than there may be")
    precondition(pages.memory > 0 && pages.memory <= limits.maximumMemory, "it takes more than it may")
    let page = try pages.page(Int(first) % pages.count + 1)
    let size = page.sampleBuffer.formatDescription.dimensions
    precondition(size.width * size.height <= limits.maximumPixelCount, "it is larger than it may be")
  }
}
