public import OpenCaptureMediaSamples
public import OpenCaptureSystem
import Glibc
public import OpenCapturePictures

/// A scene that a ``SyntheticCamera`` films.
///
/// For example, a movie becomes a scene by drawing its image at a time.
public protocol SyntheticScene: Sendable {
  /// Draws the scene at a moment.
  ///
  /// Whoever stops the camera waits for the return. `WorkLimit.check()` throws if the picture is no longer needed.
  ///
  /// - Parameters:
  ///   - moment: The time and the frame number.
  ///   - buffer: A YUYV or NV12 image in video range that no one else uses. Its content is undefined.
  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws
}

/// The moment at which a scene is drawn.
public struct SceneMoment: Sendable, Hashable {
  /// The frame number, counted from 0 at the start of the stream, including lost frames.
  public let frame: UInt64
  /// The time since the start of the stream.
  public let time: MediaTime

  /// The presentation time on the clock of sample buffers, which microphones share.
  public let presentationTime: MediaTime

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - frame: The frame number, from 0.
  ///   - time: The time since the start of the stream.
  ///   - presentationTime: The presentation time of the frame (default: `time`).
  public init(frame: UInt64, time: MediaTime, presentationTime: MediaTime? = nil) {
    self.frame = frame
    self.time = time
    self.presentationTime = presentationTime ?? time
  }
}

/// A scene of images in any format and size, scaled to fit the camera's frames.
public struct PictureScene: SyntheticScene {
  private let picture: @Sendable (SceneMoment) throws -> PixelBuffer

  /// Creates a scene of the images that `picture` returns.
  public init(_ picture: @escaping @Sendable (SceneMoment) throws -> PixelBuffer) { self.picture = picture }

  /// Creates a scene of one still image.
  public init(still: PixelBuffer) { self.init { _ in still } }

  /// Creates a slide show of images, which is repeated.
  ///
  /// - Parameters:
  ///   - pictures: One or more images.
  ///   - duration: The duration of each image (default: 1 s).
  public init(slides pictures: [PixelBuffer], each duration: MediaTime = MediaTime(value: 1, timescale: 1)) {
    let seconds = max(duration.seconds, 1e-6)
    self.init { moment in
      guard !pictures.isEmpty else {
        throw MediaError(.noImage, subject: "slides", reason: "the list of images is empty")
      }
      return pictures[Int(max(0, moment.time.seconds) / seconds) % pictures.count]
    }
  }

  /// Draws the image as large as possible in the centre of a black frame.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    let source = try picture(moment).converted(to: .nv12)
    let scale = min(Double(buffer.width) / Double(source.width), Double(buffer.height) / Double(source.height))
    let width = Self.even(Double(source.width) * scale)
    let height = Self.even(Double(source.height) * scale)
    let fitted = try source.scaled(to: VideoDimensions(width: width, height: height))
    let x = (buffer.width - width) / 4 * 2
    let y = (buffer.height - height) / 4 * 2
    try ScenePainter.paint(&buffer) { painter in
      painter.fill(x: 0, y: 0, width: painter.width, height: painter.height, .black)
    }
    try fitted.copyPixels(into: &buffer, x: x, y: y)
  }

  private static func even(_ length: Double) -> Int { max(2, Int(length) & ~1) }
}

extension PixelBuffer {
  /// Copies this NV12 image into a YUYV or NV12 image, at even coordinates.
  ///
  /// - Throws: `MediaError` if the target has another format.
  func copyPixels(into target: inout PixelBuffer, x: Int, y: Int) throws {
    try target.requireSceneFormat()
    let rows = min(height, target.height - y)
    let columns = min(width, target.width - x) & ~1
    let strides = target.planes.map(\.bytesPerRow)
    let isPacked = target.format == .yuyv
    let lumaStride = planes[0].bytesPerRow
    let chromaStride = planes[1].bytesPerRow
    try target.withUnsafeMutablePlanes { output in
      withUnsafePlanes { source in
        for row in 0..<rows {
          let luma = row * lumaStride
          let chroma = row / 2 * chromaStride
          if isPacked {
            let start = (y + row) * strides[0] + x * 2
            for column in stride(from: 0, to: columns, by: 2) {
              output[0][start + column * 2] = source[0][luma + column]
              output[0][start + column * 2 + 1] = source[1][chroma + column]
              output[0][start + column * 2 + 2] = source[0][luma + column + 1]
              output[0][start + column * 2 + 3] = source[1][chroma + column + 1]
            }
          } else {
            output[0].copy(source[0], from: luma, to: (y + row) * strides[0] + x, count: columns)
            if row % 2 == 0 {
              output[1].copy(source[1], from: chroma, to: (y + row) / 2 * strides[1] + x, count: columns)
            }
          }
        }
      }
    }
  }

  /// Checks that scenes can be drawn into this buffer.
  ///
  /// - Throws: `MediaError` if the format is neither YUYV nor NV12.
  func requireSceneFormat() throws(MediaError) {
    guard format != .yuyv, format != .nv12 else { return }
    throw MediaError(
      .unsupportedConversion, subject: "\(format) \(dimensions)",
      reason: "scenes can only be drawn in YUYV or NV12",
      hint: "draw in one of these formats and convert the image")
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func copy(_ source: UnsafeRawBufferPointer, from: Int, to: Int, count: Int) {
    UnsafeMutableRawBufferPointer(rebasing: self[to..<to + count]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: source[from..<from + count]))
  }
}

extension PictureScene {
  /// Creates a slide show of the images in a folder, sorted by name and repeated.
  ///
  /// Each image is read when it is first shown and kept while it is shown.
  ///
  /// - Parameters:
  ///   - folder: The folder. Files that are not images are skipped.
  ///   - duration: The duration of each image (default: 1 s).
  ///   - limits: The maximum size of an image.
  /// - Throws: `PictureError` if the folder contains no readable image.
  public init(
    folder: String, each duration: MediaTime = MediaTime(value: 1, timescale: 1),
    limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    let paths = FileSystem.names(in: folder).sorted().map { "\(folder)/\($0)" }
    let pictures = paths.filter { path in
      // Reading a special file, such as a pipe, could block.
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
      return (try? EncodedPicture(contentsOf: path).info()) != nil
    }
    guard !pictures.isEmpty else {
      throw PictureError(.empty, subject: folder, reason: "the folder contains no readable image")
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

/// The image of a folder that is currently shown.
private struct ShownPicture: Lockable {
  let index: Int
  let picture: PixelBuffer
}
