import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// A movie decoder that uses FFmpeg or another library, for one thread at a time, except for ``cancel()``.
protocol FrameDecoder: AnyObject, Sendable {
  /// The movie's name for error messages.
  var name: String { get }
  /// The information from the header.
  var info: MovieInfo { get }
  /// The duration of a tick.
  var timeBase: TimeBase { get }
  /// The time of the first frame in ticks, according to the header.
  var startTicks: Int64 { get }
  /// The damage found so far; nil if none.
  var damage: MovieError? { get }

  /// Returns the next frame; nil at the end.
  func next() throws(MovieError) -> (any DecodedVideoFrame)?

  /// Seeks to a position at or before a tick where decoding can start.
  func seek(_ ticks: Int64) throws(MovieError)

  /// Converts a frame of this decoder to a sample buffer.
  func sample(_ decoded: any DecodedVideoFrame, sequenceNumber: UInt64?) throws(MovieError) -> SampleBuffer

  /// Stops all reads; safe from any thread.
  func cancel()
}

/// A decoded frame in the decoder's own representation.
protocol DecodedVideoFrame {
  /// The presentation time in ticks.
  var time: Int64 { get }
}

/// A frame decoded by FFmpeg; its memory returns to the decoder when the last reference is released.
final class DecodedFrame: DecodedVideoFrame {
  private(set) var frame: cffmpeg_frame
  private var isLeased = false

  init(_ frame: cffmpeg_frame) { self.frame = frame }

  deinit {
    if !isLeased { cffmpeg_frame_release(frame.handle) }
  }

  var time: Int64 { frame.time }

  /// The format of the pixels; nil if `PixelFormat` does not support it.
  private var pixelFormat: PixelFormat? {
    let index = Int(frame.pixels)
    return PixelFormat.ofFFmpeg.indices.contains(index) ? PixelFormat.ofFFmpeg[index] : nil
  }

  /// Returns a buffer that shares the decoder's memory; nil if no `PixelLayout` describes the planes.
  private func lease(as format: PixelFormat) -> PixelBuffer? {
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
    // The planes can be separate memory blocks. The bytes between them are never accessed.
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

extension DecodedFrame {
  /// Returns the pixels, in the decoder's memory if possible.
  ///
  /// - Parameter convert: A closure that converts the pixels with the frame's decoder, and writes them to planes.
  func picture(
    in pools: inout PixelBufferPools, subject: String,
    _ convert: (_ frame: inout cffmpeg_frame, _ planes: [UnsafeMutablePointer<UInt8>?], _ bytesPerRow: [Int32])
      throws(MovieError) -> Void
  ) throws(MovieError) -> PixelBuffer {
    guard let format = pixelFormat else {
      throw MovieError(.unsupportedConversion, subject: subject, reason: "unknown pixel format")
    }
    if let lease = lease(as: format) { return lease }
    var frame = frame
    do {
      var picture = try pools.makeBuffer(
        format: format, dimensions: VideoDimensions(width: Int(frame.width), height: Int(frame.height)))
      let strides = picture.planes.map { Int32($0.bytesPerRow) } + [0, 0]
      try picture.withUnsafeMutablePlanes { planes in
        let targets = planes.map { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) } + [nil, nil]
        try convert(&frame, targets, strides)
      }
      return picture
    } catch let error as MediaError {
      throw MovieError(error, subject: subject)
    } catch let error as MovieError {
      throw error
    } catch {
      throw MovieError(.outOfMemory, subject: subject, error)
    }
  }
}
