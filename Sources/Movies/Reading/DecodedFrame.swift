import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// A frame as it came from the decoder; what the decoder keeps for it is given back when nobody wants it any more.
final class DecodedFrame {
  private(set) var frame: cffmpeg_frame
  private var isLeased = false

  init(_ frame: cffmpeg_frame) { self.frame = frame }

  deinit {
    if !isLeased { cffmpeg_frame_release(frame.handle) }
  }

  /// How the pixels lie; nil for what isn't a format here.
  var pixelFormat: PixelFormat? {
    switch frame.pixels {
    case CFFMPEG_I420: frame.is_full_range ? .i420FullRange : .i420
    case CFFMPEG_I422: .i422
    case CFFMPEG_NV12: frame.is_full_range ? .nv12FullRange : .nv12
    case CFFMPEG_NV21: .nv21
    case CFFMPEG_GREY: .grey
    case CFFMPEG_YUYV: frame.is_full_range ? .yuyvFullRange : .yuyv
    case CFFMPEG_UYVY: .uyvy
    case CFFMPEG_RGB24: .rgb24
    case CFFMPEG_BGR24: .bgr24
    case CFFMPEG_RGBA: .rgba
    case CFFMPEG_BGRA: .bgra
    default: nil
    }
  }

  /// The pixels where the decoder wrote them, leased; nil where they are to be converted, or lie in no way that a
  /// layout can say.
  func lease(as format: PixelFormat) -> PixelBuffer? {
    guard frame.is_direct, !isLeased else { return nil }
    let planes = withUnsafeBytes(of: frame.planes) {
      $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self).compactMap { plane in plane.map { UInt(bitPattern: $0) }
      }
    }
    let strides = withUnsafeBytes(of: frame.bytes_per_row) { $0.bindMemory(to: Int32.self).map { Int($0) } }
    guard let lowest = planes.min(), let base = UnsafeMutableRawPointer(bitPattern: lowest) else { return nil }
    let layout = try? PixelLayout(
      format: format, width: Int(frame.width), height: Int(frame.height),
      offsets: planes.map { Int($0 - lowest) }, bytesPerRow: Array(strides.prefix(planes.count)))
    guard let layout else { return nil }
    // The planes can be blocks of their own, with what isn't ours in between: nothing looks there.
    let count = layout.planes.map { $0.offset + $0.byteCount }.max() ?? 0
    let handle = UInt(bitPattern: frame.handle)
    let buffer = try? PixelBuffer(
      wrapping: UnsafeMutableRawBufferPointer(start: base, count: count), layout: layout,
      isWritable: frame.is_writable
    ) {
      cffmpeg_frame_release(UnsafeMutableRawPointer(bitPattern: handle))
    }
    isLeased = buffer != nil
    return buffer
  }
}
