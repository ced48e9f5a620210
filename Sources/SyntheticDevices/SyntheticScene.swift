public import OpenCaptureMediaSamples

/// What a ``SyntheticCamera`` sees.
///
/// A movie, for instance, becomes a scene by giving its picture for a time.
public protocol SyntheticScene: Sendable {
  /// Draws what is seen at a time.
  ///
  /// - Parameters:
  ///   - moment: When, and the number of the frame.
  ///   - buffer: A picture in YUYV or NV12, video range, that nobody else holds. Its content is undefined.
  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws
}

/// When a scene is looked at.
public struct SceneMoment: Sendable, Hashable {
  /// The number of the frame since the camera began to stream, from 0; those count that are lost.
  public let frame: UInt64
  /// The time since the camera began to stream.
  public let time: MediaTime

  /// When the frame is shown, on the clock of the sample buffers' times, which a microphone has as well.
  public let presentationTime: MediaTime

  /// Makes a moment.
  ///
  /// - Parameters:
  ///   - frame: The frame's number, from 0.
  ///   - time: The time since the camera began to stream.
  ///   - presentationTime: When the frame is shown; default that time.
  public init(frame: UInt64, time: MediaTime, presentationTime: MediaTime? = nil) {
    (self.frame, self.time, self.presentationTime) = (frame, time, presentationTime ?? time)
  }
}

/// A scene made of a closure that gives pictures in any format and size: they are fitted into the camera's.
public struct PictureScene: SyntheticScene {
  private let picture: @Sendable (SceneMoment) throws -> PixelBuffer

  /// Shows what `picture` gives for each moment.
  public init(_ picture: @escaping @Sendable (SceneMoment) throws -> PixelBuffer) { self.picture = picture }

  /// Shows a still.
  public init(still: PixelBuffer) { self.init { _ in still } }

  /// Shows pictures one after another, each for a time, and then from the first again.
  ///
  /// - Parameters:
  ///   - pictures: One or more.
  ///   - duration: How long each is seen; default a second.
  public init(
    slides pictures: [PixelBuffer], each duration: MediaTime = MediaTime(value: 1, timescale: 1)
  ) {
    let seconds = max(duration.seconds, 1e-6)
    self.init { moment in
      guard !pictures.isEmpty else {
        throw MediaError(.noImage, subject: "slides", reason: "there is no picture to show")
      }
      return pictures[Int(max(0, moment.time.seconds) / seconds) % pictures.count]
    }
  }

  /// Draws the picture as large as it fits, in the middle of black.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    let source = try picture(moment).converted(to: .nv12)
    let scale = min(Double(buffer.width) / Double(source.width), Double(buffer.height) / Double(source.height))
    let (width, height) = (Self.even(Double(source.width) * scale), Self.even(Double(source.height) * scale))
    let fitted = try source.scaled(to: VideoDimensions(width: width, height: height))
    let (x, y) = ((buffer.width - width) / 4 * 2, (buffer.height - height) / 4 * 2)
    try ScenePainter.paint(&buffer) { painter in
      painter.fill(x: 0, y: 0, width: painter.width, height: painter.height, .black)
    }
    try fitted.blit(into: &buffer, x: x, y: y)
  }

  private static func even(_ length: Double) -> Int { max(2, Int(length) & ~1) }
}

extension PixelBuffer {
  /// Copies this NV12 picture into a YUYV or NV12 one, at even coordinates inside of it.
  ///
  /// - Throws: `MediaError` where that is in another format.
  func blit(into target: inout PixelBuffer, x: Int, y: Int) throws {
    try target.requireSceneFormat()
    let (rows, columns) = (min(height, target.height - y), min(width, target.width - x) & ~1)
    let strides = target.planes.map(\.bytesPerRow)
    let isPacked = target.format == .yuyv
    let (lumaStride, chromaStride) = (planes[0].bytesPerRow, planes[1].bytesPerRow)
    try target.withUnsafeMutablePlanes { goal in
      withUnsafePlanes { source in
        for row in 0..<rows {
          let (luma, chroma) = (row * lumaStride, row / 2 * chromaStride)
          if isPacked {
            let start = (y + row) * strides[0] + x * 2
            for column in stride(from: 0, to: columns, by: 2) {
              goal[0][start + column * 2] = source[0][luma + column]
              goal[0][start + column * 2 + 1] = source[1][chroma + column]
              goal[0][start + column * 2 + 2] = source[0][luma + column + 1]
              goal[0][start + column * 2 + 3] = source[1][chroma + column + 1]
            }
          } else {
            goal[0].copy(source[0], from: luma, to: (y + row) * strides[0] + x, count: columns)
            if row % 2 == 0 {
              goal[1].copy(source[1], from: chroma, to: (y + row) / 2 * strides[1] + x, count: columns)
            }
          }
        }
      }
    }
  }
}

extension PixelBuffer {
  /// - Throws: `MediaError` where scenes can't be drawn into it.
  func requireSceneFormat() throws(MediaError) {
    guard format != .yuyv, format != .nv12 else { return }
    throw MediaError(
      .unsupportedConversion, subject: "\(format) \(dimensions)",
      reason: "a scene is drawn in YUYV or NV12", remedy: "render into one of those, and convert the picture")
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func copy(_ source: UnsafeRawBufferPointer, from: Int, to: Int, count: Int) {
    UnsafeMutableRawBufferPointer(rebasing: self[to..<to + count]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: source[from..<from + count]))
  }
}
