import COpenCaptureYUV
import OpenCaptureMediaSamples

/// What rows that come out of a decoder hold, in bytes as they lie in memory.
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

  /// How such rows become those of a format with one plane.
  ///
  /// libyuv names packed formats from the highest byte of a little-endian word: its ARGB is BGRA in memory,
  /// its RAW is RGB. What it calls otherwise but moves the same bytes serves as well.
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
    default: preconditionFailure("decoding tasks let no other formats through")
    }
  }
}

/// A way from rows of one kind to rows of another.
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
    let (stride, targetStride) = (Int32(bytesPerRow), Int32(targetBytesPerRow))
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
