import COpenCaptureV4L2
import Glibc
package import OpenCaptureFlow
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A V4L2 node that shows frames to other programs, such as one of v4l2loopback.
///
/// Frames are converted directly into the driver's buffers. One thread at a time may use the node.
package final class V4L2Output: Lockable {
  /// The number of buffers to request.
  private static let bufferCount: UInt32 = 4

  private let path: String
  private var node: cv4l2_node
  private let descriptor: Int32
  private let reportsReaders: Bool
  private var isReported = true
  /// The layout of the buffers; nil before the first frame.
  private var layout: PixelLayout?
  private var buffers: [UnsafeMutableRawBufferPointer] = []
  /// The buffers that the driver does not have.
  private var free: [UInt32] = []
  private var isStreaming = false

  /// Opens a node.
  ///
  /// - Throws: `CaptureError` if it cannot be opened or does not show frames.
  package init(path: String) throws(CaptureError) {
    self.path = path
    descriptor = cv4l2_open(path)
    guard descriptor >= 0 else { throw Self.error(descriptor, "open the device", path) }
    node = cv4l2_node()
    let status = cv4l2_query_capabilities(descriptor, &node)
    guard status == 0, node.can_output, node.can_stream else {
      Glibc.close(descriptor)
      throw CaptureError(
        .unsupported, subject: path, errno: -status,
        reason: "the device shows no frames to other programs, or another program shows frames there",
        hint: Self.moduleHint)
    }
    node.is_output = true
    reportsReaders = cv4l2_watch_readers(descriptor) == 0
  }

  deinit {
    unmapBuffers()
    Glibc.close(descriptor)
  }

  private static let moduleHint = "sudo modprobe v4l2loopback exclusive_caps=1"

  private static func error(_ status: Int32, _ action: String, _ path: String) -> CaptureError {
    guard status == -ENOENT || status == -ENODEV || status == -ENXIO else {
      return CaptureError(v4l2: status, action, "output", path: path)
    }
    return CaptureError(
      .deviceDisconnected, subject: path, errno: -status, reason: "the device does not exist", hint: moduleHint)
  }

  private func check(_ status: Int32, _ action: String) throws(CaptureError) {
    if status < 0 { throw Self.error(status, action, path) }
  }

  /// Whether to send the next frame: a program reads the node, or the driver does not report that.
  ///
  /// The first frame is always sent, because programs can only open the node then.
  package var isRead: Bool {
    guard reportsReaders, layout != nil else { return true }
    while cv4l2_next_reading(descriptor, &isReported) == 0 {}
    return isReported
  }

  /// Shows a frame and returns whether a buffer was free.
  ///
  /// - Parameters:
  ///   - sample: The frame.
  ///   - codes: The pixel formats to offer, with V4L2's codes, in the order of preference.
  /// - Throws: `CaptureError` if the driver rejects the size or all formats, or an error of the decoder.
  package func show(_ sample: SampleBuffer, as codes: [FourCharCode]) throws -> Bool {
    let size = sample.format.videoDimensions
    if layout.map({ VideoDimensions(width: $0.width, height: $0.height) }) != size {
      try start(size, codes, sample.duration)
    }
    guard let layout, let index = try free.popLast() ?? dequeuedBuffer() else { return false }
    let memory = UnsafeMutableRawBufferPointer(rebasing: buffers[Int(index)].prefix(layout.requiredByteCount))
    do {
      var target = try PixelBuffer(wrapping: memory, layout: layout) {}
      try sample.convertImage(to: &target)
    } catch {
      free.append(index)
      throw error
    }
    let time = sample.presentationTimeStamp.convertScale(1_000_000_000)
    let nanoseconds = time.isNumeric && time.value > 0 ? UInt64(time.value) : MonotonicClock.now()
    try check(cv4l2_queue_filled(descriptor, &node, index, UInt32(memory.count), nanoseconds), "show a frame")
    guard !isStreaming else { return true }
    try check(cv4l2_stream_on(descriptor, &node), "start showing frames")
    isStreaming = true
    return true
  }

  /// Returns a buffer that the driver has shown; nil if it still reads all.
  ///
  /// The driver v4l2loopback always returns one, so that this cannot be repeated until none is left.
  private func dequeuedBuffer() throws(CaptureError) -> UInt32? {
    var frame = cv4l2_frame()
    let status = cv4l2_dequeue(descriptor, &node, &frame)
    if status == -EAGAIN { return nil }
    try check(status, "show a frame")
    return Int(frame.index) < buffers.count ? frame.index : nil
  }

  // MARK: Format

  private func start(_ size: VideoDimensions, _ codes: [FourCharCode], _ duration: MediaTime) throws {
    stop()
    guard let (code, format) = try agree(on: size, codes), case .pixels(let pixels)? = V4L2PixelFormat.media(code)
    else { throw rejection(of: size) }
    let layout = try V4L2PixelFormat.layout(format, pixels)
    // Drivers without a rate show frames as they come.
    _ = V4L2Setup.setFrameDuration(duration, descriptor, node)
    try mapBuffers(of: layout.requiredByteCount)
    free = buffers.indices.reversed().map { UInt32($0) }
    self.layout = layout
  }

  /// Requests the formats in turn, and returns the first that the driver accepts in this size.
  private func agree(
    on size: VideoDimensions, _ codes: [FourCharCode]
  ) throws(CaptureError) -> (code: FourCharCode, format: cv4l2_format)? {
    for code in codes {
      var format = cv4l2_format()
      format.width = UInt32(clamping: size.width)
      format.height = UInt32(clamping: size.height)
      format.pixel_format = code.rawValue.byteSwapped
      let status = cv4l2_set_format(descriptor, &node, &format)
      if status == -EINVAL { continue }
      if status == -EBUSY { return nil }
      try check(status, "set the format")
      let isSize = format.width == size.width && format.height == size.height
      if isSize, V4L2PixelFormat.code(format.pixel_format) == code { return (code, format) }
    }
    return nil
  }

  private func rejection(of size: VideoDimensions) -> CaptureError {
    var format = cv4l2_format()
    let isKnown = cv4l2_get_format(descriptor, &node, &format) == 0
    let now = isKnown ? ", only \(format.width)x\(format.height) \(V4L2PixelFormat.code(format.pixel_format))" : ""
    return CaptureError(
      .unsupportedFormat, subject: path, reason: "the device does not take frames of \(size)\(now)",
      hint: "quit the programs that use it, or choose its size with --size")
  }

  private func mapBuffers(of size: Int) throws(CaptureError) {
    var count = Self.bufferCount
    try check(cv4l2_request_buffers(descriptor, &node, &count), "allocate buffers")
    for index in 0..<count {
      var address: UnsafeMutableRawPointer?
      var length = 0
      try check(cv4l2_map_buffer(descriptor, &node, index, &address, &length), "map a buffer")
      let buffer = UnsafeMutableRawBufferPointer(start: address, count: length)
      buffers.append(buffer)
      guard length >= size else {
        throw CaptureError(
          .deviceFailed, subject: path, reason: "the driver's buffers have \(length) bytes instead of \(size)")
      }
    }
  }

  private func stop() {
    if isStreaming { _ = cv4l2_stream_off(descriptor, &node) }
    isStreaming = false
    unmapBuffers()
    var none: UInt32 = 0
    if layout != nil { _ = cv4l2_request_buffers(descriptor, &node, &none) }
    layout = nil
  }

  private func unmapBuffers() {
    for buffer in buffers { munmap(buffer.baseAddress, buffer.count) }
    buffers = []
    free = []
  }
}
