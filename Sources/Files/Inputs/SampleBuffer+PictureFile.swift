public import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages
public import OpenCapturePictures

extension SampleBuffer {
  /// Reads a picture file of any format that the commands read: JPEG, PNG and PNM without other libraries, PDF, HEIC and
  /// AVIF with Poppler and libheif, TIFF with libtiff, animated WebP with libwebpdemux, and all others that FFmpeg knows
  /// with it.
  ///
  /// The format is known from the content. Of an animation, this is the first frame; `MovieReader` reads all. Of a file
  /// with several pages, it is one; `PicturePages` says how many there are.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - number: Of the page, from 1; default the first, or only one.
  ///   - limits: How large it may be.
  /// - Throws: `PictureError` where it can't be read, is no picture, has no such page, or a library is missing that reads
  ///   pages; `MovieError` where FFmpeg's libraries would be needed and are missing, or found it damaged.
  public init(pictureAt path: String, page number: Int = 1, limits: PictureLimits = PictureLimits()) throws {
    let data = try FileContents.read(path: Array(path.utf8), name: path, limits: limits)
    if data.withBytes({ PageFormat(signature: $0) }) != nil {
      let page = try PicturePages(data, name: path, limits: limits).page(number)
      if let damage = page.damage { throw damage }
      self = page.sampleBuffer
      return
    }
    guard number == 1 else {
      throw PictureError(.noSuchPage, subject: path, reason: "there is no page \(number), it is one picture")
    }
    let encoded: EncodedPicture
    do {
      encoded = try EncodedPicture(data, name: path, limits: limits)
    } catch {
      guard error.code.unsupportedFormat != nil else { throw error }
      self = try Self.foreign(data, path, limits, otherwise: error)
      return
    }
    self = try encoded.sampleBuffer()
  }

  private static func foreign(
    _ data: DataBuffer, _ path: String, _ limits: PictureLimits, otherwise error: PictureError
  ) throws -> SampleBuffer {
    let options = MovieReadingOptions(maximumPixelCount: limits.maximumPixelCount, remedy: limits.remedy)
    do {
      return try StillPictureReader(options: options).sample(data, name: path)
    } catch let foreign {
      // What FFmpeg doesn't know either is better said by its name, PostScript for instance.
      if foreign.code == .unknownFormat || foreign.code == .noVideo { throw error }
      throw foreign
    }
  }
}
