import OpenCaptureFlow
import OpenCaptureSystem
import COpenCaptureV4L2
import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures

/// The file descriptor and the buffers of a stream, each held by the driver or by a consumer.
///
/// `@unchecked Sendable`: one thread at a time owns the queue, first the one that sets it up, then the stream's thread.
final class V4L2BufferQueue: Lockable, @unchecked Sendable {
  enum Event {
    case frame(SampleBuffer, isCopy: Bool, isDamaged: Bool)
    case dropped(DroppedFrame)
  }

  private(set) var descriptor: Int32
  let setup: V4L2Setup
  private let camera: V4L2Camera
  private var node: cv4l2_node
  /// The layout for drivers that place the image at an offset in the buffer.
  private var movedLayout: (offset: Int, layout: PixelLayout)?
  private let decoder: any ImageDecoder
  private var buffers = LeasedBuffers()
  private var sequence = SequenceNumberExtender()

  /// Opens the camera, requests a format and a frame rate, and maps the buffers.
  ///
  /// - Throws: ``CaptureError`` if a step fails. The camera is closed again.
  init(_ camera: V4L2Camera, _ requested: CaptureStreamConfiguration) throws(CaptureError) {
    setup = try V4L2Setup(camera, requested)
    self.camera = camera
    descriptor = setup.descriptor
    node = setup.node
    decoder =
      ConversionLibraryDecoder(setup.format, name: camera.name)
      ?? PictureDecoder(name: camera.name, reusesMemory: true) as any ImageDecoder
    do throws(CaptureError) { try mapBuffers() } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  private func mapBuffers() throws(CaptureError) {
    var count = UInt32(min(32, max(3, camera.options.bufferCount)))
    try check(cv4l2_request_buffers(descriptor, &node, &count), "allocate buffers")
    guard count >= 2 else {
      throw CaptureError(
        .outOfMemory, subject: camera.name, reason: "the driver allocated \(count) buffers; at least 2 are needed")
    }
    for index in 0..<count {
      var address: UnsafeMutableRawPointer?
      var length = 0
      try check(cv4l2_map_buffer(descriptor, &node, index, &address, &length), "map a buffer")
      do throws(MediaError) {
        try buffers.add(UnsafeMutableRawBufferPointer(start: address, count: length), at: Int(index))
      } catch {
        throw CaptureError(.deviceFailed, subject: camera.name, error)
      }
      try check(cv4l2_queue(descriptor, &node, index), "queue a buffer")
    }
  }

  func streamOn() throws(CaptureError) { try check(cv4l2_stream_on(descriptor, &node), "start streaming") }

  /// Queues all buffers that consumers have released.
  func requeueReleasedBuffers() throws(CaptureError) {
    try buffers.reclaim { (index) throws(CaptureError) in
      try check(cv4l2_queue(descriptor, &node, UInt32(index)), "queue a buffer")
    }
  }

  /// Dequeues a filled buffer, or returns nil if none is ready.
  func dequeue() throws(CaptureError) -> Event? {
    var frame = cv4l2_frame()
    let status = cv4l2_dequeue(descriptor, &node, &frame)
    if status == -EAGAIN { return nil }
    try check(status, "dequeue a frame")
    let index = Int(frame.index)
    guard buffers.contains(index) else {
      throw CaptureError(.deviceFailed, subject: camera.name, reason: "the driver returned unknown buffer \(index)")
    }
    let time = frame.is_monotonic ? frame.time : MonotonicClock.now()
    let timing = SampleTiming(
      presentationTimeStamp: MediaTime(value: Int64(clamping: time), timescale: 1_000_000_000),
      duration: setup.actualConfiguration.frameDuration)
    let number = sequence.extend(frame.sequence)
    if let stream = setup.stream { return try take(index, frame, timing, number: number, into: stream) }
    return try lend(index, frame, timing, number: number)
  }

  /// Copies an H.264 or H.265 frame and queues its buffer again; returns nil if the buffer holds no frame.
  private func take(
    _ index: Int, _ frame: cv4l2_frame, _ timing: SampleTiming, number: UInt64, into stream: StreamDecoder
  ) throws(CaptureError) -> Event? {
    let data = try? data(index, frame, copies: false)
    // A damaged frame is skipped. The gap in the numbering also excludes the frames that depend on it.
    let taken = frame.is_error ? .orphan : try? data.map { try stream.take($0, number: number) }
    try check(cv4l2_queue(descriptor, &node, UInt32(index)), "queue a buffer")
    switch taken {
    case .picture(let picture)?:
      let sample = picture.sampleBuffer(setup.description, timing: timing, sequenceNumber: number)
      return .frame(sample, isCopy: true, isDamaged: false)
    case .nothing?: return nil
    case .orphan?, nil:
      let reason: DroppedFrame.Reason = taken == nil ? .outOfBuffers : .discontinuity
      return dropped(reason, timing, number)
    }
  }

  /// Lends a buffer to the consumer if the driver keeps enough buffers; otherwise copies it and queues it again.
  private func lend(
    _ index: Int, _ frame: cv4l2_frame, _ timing: SampleTiming, number: UInt64
  ) throws(CaptureError) -> Event {
    let canLend = buffers.canLend(index, reserving: camera.options.reservedBufferCount)
    let isDamaged = frame.is_error || isShort(frame)
    let sample = try? makeSample(index, frame, timing, number, copies: !canLend)
    if canLend, sample != nil {
      buffers.lend(index)
    } else {
      try check(cv4l2_queue(descriptor, &node, UInt32(index)), "queue a buffer")
    }
    guard var sample else {
      let reason: DroppedFrame.Reason = isDamaged ? .discontinuity : .outOfBuffers
      return dropped(reason, timing, number)
    }
    if isDamaged { sample.bufferAttachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate) }
    return .frame(sample, isCopy: !canLend, isDamaged: isDamaged)
  }

  private func dropped(_ reason: DroppedFrame.Reason, _ timing: SampleTiming, _ number: UInt64) -> Event {
    .dropped(DroppedFrame(reason, timing: timing, sequenceNumber: number, formatDescription: setup.description))
  }

  /// Returns whether the driver wrote less than a complete image.
  private func isShort(_ frame: cv4l2_frame) -> Bool {
    guard let layout = setup.layout else { return frame.bytes_used == 0 }
    // Drivers don't count the padding behind the last row.
    return Int(frame.bytes_used) < layout.planes.reduce(0) { $0 + $1.bytesInRow * $1.height }
  }

  private func makeSample(
    _ index: Int, _ frame: cv4l2_frame, _ timing: SampleTiming, _ number: UInt64, copies: Bool
  ) throws(MediaError) -> SampleBuffer? {
    if let layout = layout(at: Int(frame.data_offset)) {
      guard let image = try buffers.image(index, layout, copies: copies) else { return nil }
      let matrix = setup.description.colorMatrix ?? .bt601
      return SampleBuffer(pixelBuffer: image, colorMatrix: matrix, timing: timing, sequenceNumber: number)
    }
    guard frame.bytes_used > 0, let data = try data(index, frame, copies: copies) else { return nil }
    return SampleBuffer(
      data: data, format: setup.description, decoder: decoder, timing: timing, sequenceNumber: number)
  }

  private func data(_ index: Int, _ frame: cv4l2_frame, copies: Bool) throws(MediaError) -> DataBuffer? {
    try buffers.data(index, offset: Int(frame.data_offset), count: Int(frame.bytes_used), copies: copies)
  }

  /// Returns the plane layout of an image at `offset` in its buffer, or nil for compressed formats.
  private func layout(at offset: Int) -> PixelLayout? {
    guard let layout = setup.layout, offset > 0 else { return setup.layout }
    if let movedLayout, movedLayout.offset == offset { return movedLayout.layout }
    let moved = layout.moved(by: offset)
    movedLayout = (offset, moved)
    return moved
  }

  /// Ends the stream; buffers held by consumers stay readable.
  func close() {
    guard descriptor >= 0 else { return }
    _ = cv4l2_stream_off(descriptor, &node)
    buffers.removeAll()
    // Buffers held by consumers keep the file open, so only this request frees the camera now.
    var none: UInt32 = 0
    _ = cv4l2_request_buffers(descriptor, &node, &none)
    Glibc.close(descriptor)
    descriptor = -1
  }

  private func check(_ status: Int32, _ what: String) throws(CaptureError) {
    if status < 0 { throw camera.error(status, what) }
  }
}

/// A counter that extends the driver's 32-bit sequence number, which wraps around, to 64 bits.
struct SequenceNumberExtender: Sendable {
  private var last: UInt32?
  private var count: UInt64 = 0

  mutating func extend(_ number: UInt32) -> UInt64 {
    if let last { count += UInt64(number &- last) } else { count = UInt64(number) }
    last = number
    return count
  }
}
