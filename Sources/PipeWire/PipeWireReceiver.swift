import COpenCapturePipeWire
import OpenCaptureCameras
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// The end of a stream from PipeWire: negotiation, buffers and frames.
///
/// `@unchecked Sendable`: one thread at a time uses the receiver, first the one that opens it, then the stream's thread.
final class PipeWireReceiver: Lockable, @unchecked Sendable {
  private let camera: PipeWireCamera
  private let requested: CaptureStreamConfiguration
  private let connection: PipeWireConnection
  private let sink: any CaptureDeviceSink
  private let counts: Locked<CaptureStreamStatistics>
  private let decoder: PictureDecoder
  /// The decoder of frames that depend on each other; nil for pictures.
  private var streamDecoder: StreamDecoder?
  private var stream: OpaquePointer?
  private var actual: CaptureStreamConfiguration?
  private var buffers = LeasedBuffers()
  private var layout: (stride: Int32, layout: PixelLayout)?
  private var order = FrameOrder()
  private var hasReceived = false

  /// Whether frames are delivered; before that, they return to the source.
  var isDelivering = false
  /// The error that ends the stream; nil so far.
  private(set) var failure: CaptureError?

  init(
    _ camera: PipeWireCamera, _ requested: CaptureStreamConfiguration, on connection: PipeWireConnection,
    to sink: any CaptureDeviceSink, _ counts: Locked<CaptureStreamStatistics>
  ) throws(CaptureError) {
    self.camera = camera
    self.requested = requested
    self.connection = connection
    self.sink = sink
    self.counts = counts
    decoder = PictureDecoder(name: camera.identity.localizedName, reusesMemory: true)
    var code = requested.driverCode
    if code == nil {
      code = try camera.formats().first { $0.formatDescription == requested.formatDescription }?.driverCode
    }
    guard let code, var format = cpipewire_format(requested, code: code) else {
      throw CaptureError(
        .unsupportedFormat, subject: camera.subject, reason: "the camera does not offer \(requested)")
    }
    var events = events
    var stream: OpaquePointer?
    let status = cpipewire_stream_open(
      connection.handle, camera.node.serial, &format, UInt32(min(32, max(3, camera.options.bufferCount))), &events,
      &stream)
    guard status == 0 else { throw .noDaemon(status) }
    self.stream = stream
  }

  deinit { close() }

  /// Releases the camera; buffers held by consumers stay readable.
  func close() {
    guard let stream else { return }
    // Closing can report frames that the daemon has sent before.
    isDelivering = false
    cpipewire_stream_close(stream)
    self.stream = nil
    buffers.removeAll()
    // The next stream can have another format only after the daemon has released this one.
    try? connection.synchronize()
  }

  /// Waits until the source agrees on a format.
  func negotiate() throws(CaptureError) -> CaptureStreamConfiguration {
    let timeout = camera.options.startTimeout
    let limit = timeout.isNumeric ? UInt64(max(0, timeout.convertScale(1_000_000_000).value)) : 5_000_000_000
    let end = MonotonicClock.now() + limit
    while true {
      if let failure { throw failure }
      if let actual { return actual }
      let now = MonotonicClock.now()
      guard now < end else {
        throw CaptureError(
          .stalled, subject: camera.subject, reason: "the camera did not agree on a format",
          hint: "check with `viewfinder doctor` whether a session manager runs")
      }
      try connection.run(timeout: Int32(clamping: (end - now) / 1_000_000 + 1))
    }
  }

  /// Returns whether a frame arrived since the last call.
  func takeHasReceived() -> Bool {
    defer { hasReceived = false }
    return hasReceived
  }

  /// Returns to the source all buffers that consumers have released.
  func returnReleasedBuffers() {
    // The closure throws nothing.
    try? buffers.reclaim { index in cpipewire_stream_return(stream, UInt32(index)) }
  }
}

// MARK: Events of the bridge

extension PipeWireReceiver {
  /// The callbacks for the bridge, which do not retain the object.
  private var events: cpipewire_stream_events {
    cpipewire_stream_events(
      context: Unmanaged.passUnretained(self).toOpaque(),
      format_changed: { context, format in
        guard let format else { return }
        PipeWireReceiver.of(context)?.formatDidChange(format.pointee)
      },
      buffer_added: { context, index, address, length, isBorrowed in
        let memory = UnsafeMutableRawBufferPointer(start: address, count: length)
        PipeWireReceiver.of(context)?.add(memory, Int(index), isBorrowed: isBorrowed)
      },
      buffer_removed: { context, index in PipeWireReceiver.of(context)?.buffers.remove(at: Int(index)) },
      received: { context, frame in
        guard let frame else { return }
        PipeWireReceiver.of(context)?.receive(frame.pointee)
      },
      failed: { context, reason in
        PipeWireReceiver.of(context)?.fail(.deviceFailed, reason.map { String(cString: $0) } ?? "")
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> PipeWireReceiver? {
    context.map { Unmanaged<PipeWireReceiver>.fromOpaque($0).takeUnretainedValue() }
  }

  private func fail(_ code: CaptureError.Code, _ reason: String, hint: String? = nil) {
    guard failure == nil else { return }
    failure = CaptureError(code, subject: camera.subject, reason: reason, hint: hint)
  }

  private func formatDidChange(_ format: cpipewire_format) {
    guard let new = format.configuration(requested: requested) else {
      return fail(.unsupportedFormat, "the camera chose a format that cannot be decoded instead of \(requested)")
    }
    if let actual, actual != new {
      return fail(.deviceFailed, "the format changed from \(actual) to \(new)", hint: "start the session again")
    }
    if let codec = new.formatDescription.codec, streamDecoder == nil {
      let size = new.formatDescription.videoDimensions
      do throws(CaptureError) {
        streamDecoder = try StreamDecoder.decoder(of: codec, size, camera: camera.identity.localizedName)
      } catch {
        failure = failure ?? error
        return
      }
    }
    actual = new
  }

  private func add(_ bytes: UnsafeMutableRawBufferPointer, _ index: Int, isBorrowed: Bool) {
    do throws(MediaError) { try buffers.add(bytes, at: index, isBorrowed: isBorrowed) } catch {
      fail(.deviceFailed, error.reason)
    }
  }

  private func receive(_ frame: cpipewire_frame) {
    let index = Int(frame.index)
    guard isDelivering, let actual else { return cpipewire_stream_return(stream, frame.index) }
    hasReceived = true
    let number = order.number(frame.has_sequence ? frame.sequence : nil)
    let time = order.time(frame.time > 0 ? frame.time : nil, arrival: MonotonicClock.now())
    let timing = SampleTiming(
      presentationTimeStamp: MediaTime(value: time, timescale: 1_000_000_000), duration: actual.frameDuration)
    if let streamDecoder { return take(frame, actual, timing, number: number, into: streamDecoder) }
    let copies = !buffers.canLend(index, reserving: camera.options.reservedBufferCount)
    let made = try? sample(index, frame, actual, timing, number, copies: copies)
    if made != nil, !copies { buffers.lend(index) } else { cpipewire_stream_return(stream, frame.index) }
    guard var sample = made else {
      return drop(copies && frame.size > 0 ? .outOfBuffers : .discontinuity, actual, timing, number: number)
    }
    let isDamaged = frame.is_damaged || isShort(frame)
    if isDamaged { sample.bufferAttachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate) }
    deliver(sample, isCopy: copies, isDamaged: isDamaged)
  }

  /// Copies an H.264 frame, and returns its buffer to the source.
  private func take(
    _ frame: cpipewire_frame, _ actual: CaptureStreamConfiguration, _ timing: SampleTiming, number: UInt64,
    into decoder: StreamDecoder
  ) {
    let data = try? buffers.data(Int(frame.index), offset: frame.offset, count: frame.size, copies: false)
    // A damaged frame is skipped. The gap in the numbering also excludes the frames that depend on it.
    let taken = frame.is_damaged ? .orphan : try? data.map { try decoder.take($0, number: number) }
    cpipewire_stream_return(stream, frame.index)
    switch taken {
    case .picture(let picture)?:
      let sample = picture.sampleBuffer(actual.formatDescription, timing: timing, sequenceNumber: number)
      deliver(sample, isCopy: true, isDamaged: false)
    case .nothing?: break
    case .orphan?: drop(.discontinuity, actual, timing, number: number)
    case nil: drop(.outOfBuffers, actual, timing, number: number)
    }
  }

  private func deliver(_ sample: SampleBuffer, isCopy: Bool, isDamaged: Bool) {
    counts.withLock { counts in
      counts.frameCount += 1
      counts.copiedCount += isCopy ? 1 : 0
      counts.damagedCount += isDamaged ? 1 : 0
    }
    sink.receive(sample)
  }

  private func drop(
    _ reason: DroppedFrame.Reason, _ actual: CaptureStreamConfiguration, _ timing: SampleTiming, number: UInt64
  ) {
    sink.receive(
      DroppedFrame(
        reason, timing: timing, sequenceNumber: number, formatDescription: actual.formatDescription))
  }

  /// Returns whether the source wrote less than a complete picture.
  private func isShort(_ frame: cpipewire_frame) -> Bool {
    guard let planes = layout?.layout.planes else { return false }
    // Some sources do not count the padding behind the last row.
    return frame.size < planes.reduce(0) { $0 + $1.bytesInRow * $1.height }
  }

  /// Returns a frame as a sample; nil if it is empty or no memory for a copy is free.
  private func sample(
    _ index: Int, _ frame: cpipewire_frame, _ actual: CaptureStreamConfiguration, _ timing: SampleTiming,
    _ number: UInt64, copies: Bool
  ) throws(MediaError) -> SampleBuffer? {
    guard frame.size > 0 else { return nil }
    let description = actual.formatDescription
    guard let pixels = description.pixelFormat else {
      let data = try buffers.data(index, offset: frame.offset, count: frame.size, copies: copies)
      return data.map {
        SampleBuffer(data: $0, format: description, decoder: decoder, timing: timing, sequenceNumber: number)
      }
    }
    let layout = try layout(pixels, actual, stride: frame.stride)
    let moved = frame.offset == 0 ? layout : layout.moved(by: frame.offset)
    let image = try buffers.image(index, moved, copies: copies)
    return image.map {
      SampleBuffer(
        pixelBuffer: $0, colorMatrix: description.colorMatrix ?? .bt601, timing: timing, sequenceNumber: number)
    }
  }

  private func layout(
    _ pixels: PixelFormat, _ actual: CaptureStreamConfiguration, stride: Int32
  ) throws(MediaError) -> PixelLayout {
    if let layout, layout.stride == stride { return layout.layout }
    let size = actual.formatDescription.videoDimensions
    let code = actual.driverCode ?? pixels.rawValue
    // A source that states no row length has no padding.
    let packed = try PixelLayout(format: pixels, width: size.width, height: size.height, rowAlignment: 1)
    let made = try V4L2PixelFormat.layout(
      code, pixels, size, bytesPerRow: stride > 0 ? Int(stride) : packed.planes[0].bytesPerRow)
    layout = (stride, made)
    return made
  }
}
