import OpenCaptureSystem
import Glibc
public import OpenCaptureMediaSamples
public import OpenCapturePictures

extension PictureScene {
  /// Shows the pictures of a folder in the order of their names, each for a time, and then from the first again.
  ///
  /// Each is read when its turn comes, and kept while it is seen.
  ///
  /// - Parameters:
  ///   - folder: What isn't a picture in it is left out.
  ///   - duration: How long each is seen; default a second.
  ///   - limits: How large each may be.
  /// - Throws: `PictureError` where there is no picture in the folder.
  public init(
    folder: String, each duration: MediaTime = MediaTime(value: 1, timescale: 1),
    limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    let paths = FileSystem.names(in: folder).sorted().map { "\(folder)/\($0)" }
    let pictures = paths.filter { path in
      // A pipe, for instance, would be waited for.
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
      return (try? EncodedPicture(contentsOf: path).info()) != nil
    }
    guard !pictures.isEmpty else {
      throw PictureError(.empty, subject: folder, reason: "there is no picture in it that can be read")
    }
    let seconds = max(duration.seconds, 1e-6)
    let shown = Locked<ShownPicture?>(nil)
    self.init { moment in
      let index = Int(max(0, moment.time.seconds) / seconds) % pictures.count
      if let shown = shown.withLock({ $0 }), shown.index == index { return shown.picture }
      let picture = try Picture(contentsOf: pictures[index], limits: limits)
      let upright = try picture.pixelBuffer.uprightCopy(picture.orientation)
      shown.withLock { $0 = ShownPicture(index: index, picture: upright) }
      return upright
    }
  }
}

/// The picture of a folder that is seen now.
private struct ShownPicture: Lockable {
  let index: Int
  let picture: PixelBuffer
}
