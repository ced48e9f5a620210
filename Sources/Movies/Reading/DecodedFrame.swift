import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// A frame as it came from the decoder; what the decoder keeps for it is given back when nobody wants it any more.
final class DecodedFrame: DecodedPicture {
  private(set) var frame: cffmpeg_frame
  private var isLeased = false

  init(_ frame: cffmpeg_frame) { self.frame = frame }

  deinit {
    if !isLeased { cffmpeg_frame_release(frame.handle) }
  }

  var time: Int64 { frame.time }

  /// How the pixels lie; nil for what isn't a format here.
  var pixelFormat: PixelFormat? {
    let index = Int(frame.pixels)
    return PixelFormat.ofFFmpeg.indices.contains(index) ? PixelFormat.ofFFmpeg[index] : nil
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
