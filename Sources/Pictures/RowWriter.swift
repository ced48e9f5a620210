import COpenCaptureYUV
import Glibc
import OpenCaptureMediaSamples

/// A writer that converts rows to the requested format, so that no decoder holds a whole picture in its own.
struct RowWriter {
  private let task: DecodingTask
  private(set) var picture: PixelBuffer
  private(set) var rowCount = 0

  init(_ task: DecodingTask, size: VideoDimensions) throws(PictureError) {
    self.task = task
    picture = try task.makeBuffer(size)
  }

  /// Converts and appends rows, and checks the work limits; excess rows are ignored.
  mutating func append(
    _ rows: UnsafeRawBufferPointer, _ kind: RowKind, bytesPerRow: Int, count: Int
  ) throws(PictureError) {
    try PictureError.checkLimits(of: task.name)
    let count = min(count, picture.height - rowCount)
    guard count > 0, rows.count >= (count - 1) * bytesPerRow + kind.bytesPerPixel * picture.width else { return }
    let plane = picture.planes[0]
    let first = rowCount
    let width = picture.width
    let conversion = kind.conversion(to: picture.format)
    try task.write(&picture) { planes in
      let target = UnsafeMutableRawBufferPointer(rebasing: planes[0].dropFirst(first * plane.bytesPerRow))
      conversion.run(rows, bytesPerRow, target, plane.bytesPerRow, width: width, height: count)
    }
    rowCount += count
  }

  /// Returns the picture, or throws its damage; see ``DecodingTask/settle(_:rows:damage:)``.
  consuming func finish(_ damage: PictureError?) throws(PictureError) -> DecodedPixels {
    let task = self.task
    let rows = rowCount
    return try task.settle(picture, rows: rows, damage: damage)
  }
}

/// The layout of rows from a decoder, in the order of bytes in memory.
enum RowKind {
  case grey
  case rgb
  case rgba
  case bgra

  var bytesPerPixel: Int {
    switch self {
    case .grey: 1
    case .rgb: 3
    case .rgba, .bgra: 4
    }
  }

  /// Returns the conversion of these rows to a format with one plane.
  ///
  /// libyuv names packed formats from the highest byte of a little-endian word: its ARGB is BGRA in memory, its RAW is
  /// RGB. Some functions are used for other formats because they move the same bytes.
  func conversion(to format: PixelFormat) -> RowConversion {
    switch (self, format) {
    case (.grey, .grey): .copy(bytesPerPixel: 1)
    case (.grey, .bgra), (.grey, .rgba): .direct(J400ToARGB)
    case (.grey, .rgb24), (.grey, .bgr24): .byWayOfBGRA(J400ToARGB, ARGBToRGB24)
    case (.rgb, .grey): .direct(RAWToJ400)
    case (.rgb, .bgra): .direct(RAWToARGB)
    case (.rgb, .rgba): .direct(RGB24ToARGB)
    case (.rgb, .rgb24): .copy(bytesPerPixel: 3)
    case (.rgb, .bgr24): .direct(RAWToRGB24)
    case (.rgba, .grey): .direct(ABGRToJ400)
    case (.rgba, .bgra), (.bgra, .rgba): .direct(ABGRToARGB)
    case (.rgba, .rgba), (.bgra, .bgra): .copy(bytesPerPixel: 4)
    case (.rgba, .rgb24), (.bgra, .bgr24): .direct(ARGBToRGB24)
    case (.rgba, .bgr24), (.bgra, .rgb24): .direct(ARGBToRAW)
    case (.bgra, .grey): .direct(ARGBToJ400)
    default: preconditionFailure("pixel format not checked by DecodingTask.run")
    }
  }
}

/// A conversion between two row layouts.
enum RowConversion {
  typealias Function = (
    UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32
  ) -> Int32

  case copy(bytesPerPixel: Int)
  case direct(Function)
  case byWayOfBGRA(Function, Function)

  func run(
    _ rows: UnsafeRawBufferPointer, _ bytesPerRow: Int, _ target: UnsafeMutableRawBufferPointer,
    _ targetBytesPerRow: Int, width: Int, height: Int
  ) {
    let from = rows.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let to = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let stride = Int32(bytesPerRow)
    let targetStride = Int32(targetBytesPerRow)
    switch self {
    case .copy(let bytesPerPixel):
      CopyPlane(from, stride, to, targetStride, Int32(width * bytesPerPixel), Int32(height))
    case .direct(let convert):
      _ = convert(from, stride, to, targetStride, Int32(width), Int32(height))
    case .byWayOfBGRA(let first, let second):
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * height * 4) { between in
        _ = first(from, stride, between.baseAddress, Int32(width * 4), Int32(width), Int32(height))
        _ = second(between.baseAddress, Int32(width * 4), to, targetStride, Int32(width), Int32(height))
      }
    }
  }
}

/// Temporary memory for rows, filled with zeros and freed at the end of the scope.
struct ScratchMemory: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `count` bytes, at least one.
  init(count: Int, _ task: DecodingTask) throws(PictureError) {
    guard let base = calloc(max(count, 1), 1) else { throw task.noMemory() }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  deinit { free(bytes.baseAddress) }
}
