public import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages
public import OpenCapturePictures

extension SampleBuffer {
  /// Reads a picture file of any supported format.
  ///
  /// JPEG, PNG and PNM need no library. PDF needs Poppler, HEIC and AVIF libheif, TIFF libtiff, and animated WebP
  /// libwebpdemux. FFmpeg reads all other formats that it supports.
  ///
  /// The format is detected from the content. An animation yields its first frame; `MovieReader` reads all frames.
  /// A file with several pages yields one page; `PicturePages` counts them.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - number: The page number, from 1; default 1.
  ///   - limits: The largest accepted size.
  /// - Throws: `PictureError` when the file is unreadable, is no picture, lacks the page, or needs a missing page
  ///   library. `MovieError` when FFmpeg's libraries are needed and missing, or report damage.
  public init(pictureAt path: String, page number: Int = 1, limits: PictureLimits = PictureLimits()) throws {
    let data = try FileContents.read(path: Array(path.utf8), name: path, limits: limits)
    if data.withBytes({ PageFormat(signature: $0) }) != nil {
      let page = try PicturePages(data, name: path, limits: limits).page(number)
      if let damage = page.damage { throw damage }
      self = page.sampleBuffer
      return
    }
    guard number == 1 else {
      throw PictureError(
        .noSuchPage, subject: path, reason: "page \(number) not found, the file is a single picture")
    }
    let encoded: EncodedPicture
    do {
      encoded = try EncodedPicture(data, name: path, limits: limits)
    } catch {
      guard error.code.unsupportedFormat != nil else { throw error }
      self = try Self.ffmpegSample(data, path, limits, otherwise: error)
      return
    }
    self = try encoded.sampleBuffer()
  }

  private static func ffmpegSample(
    _ data: DataBuffer, _ path: String, _ limits: PictureLimits, otherwise error: PictureError
  ) throws -> SampleBuffer {
    let options = MovieReadingOptions(maximumPixelCount: limits.maximumPixelCount, hint: limits.hint)
    do {
      return try StillPictureReader(options: options).sample(data, name: path)
    } catch let ffmpegError {
      // For formats unknown to FFmpeg too, such as PostScript, the first error names the format.
      if ffmpegError.code == .unknownFormat || ffmpegError.code == .noVideo { throw error }
      throw ffmpegError
    }
  }
}
