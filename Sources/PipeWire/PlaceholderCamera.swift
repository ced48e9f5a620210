import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// A virtual camera that shows a grey picture while its source delivers no frames.
///
/// A program that reads the camera would otherwise wait for a frame, and may give up.
final class PlaceholderCamera: VirtualCameraTarget {
  private struct State: Lockable {
    /// The offer of the newest frame; nil before the first.
    var offer: VirtualCameraOffer?
    /// The time of the next grey picture, in nanoseconds.
    var due = UInt64.max
    var thread: NamedThread?
    var isStopped = false
  }

  /// The time without frames after which a grey picture is shown, and shown again, in nanoseconds.
  static let interval: UInt64 = 1_000_000_000

  private let camera: any VirtualCameraTarget
  private let state = Monitor(State())

  init(_ camera: any VirtualCameraTarget) { self.camera = camera }

  deinit { stop() }

  var statistics: VirtualCameraStatistics { camera.statistics }

  func prepare(_ offer: VirtualCameraOffer) -> Bool {
    let run: @Sendable () -> Void = { [state, camera] in Self.run(state, camera) }
    // The thread looks at the time again when the last one it knows has come, so that it need not be woken.
    state.withLock { state in
      state.offer = offer
      state.due = MonotonicClock.now() + Self.interval
      guard state.thread == nil, !state.isStopped else { return }
      state.thread = NamedThread(name: "placeholder", run)
    }
    return camera.prepare(offer)
  }

  func show(_ sample: SampleBuffer) throws { try camera.show(sample) }

  func stop() {
    let thread = state.update { state in
      state.isStopped = true
      return state.thread
    }
    thread?.join()
    camera.stop()
  }

  /// Shows grey pictures when they are due, until a request to stop.
  private static func run(_ state: Monitor<State>, _ camera: any VirtualCameraTarget) {
    while state.wait(until: state.withLock { $0.due }, { $0.isStopped ? true : nil }) == nil {
      let offer = state.withLock { state -> VirtualCameraOffer? in
        guard MonotonicClock.now() >= state.due else { return nil }
        state.due += interval
        return state.offer
      }
      guard let offer, camera.prepare(offer), let picture = try? offer.placeholder() else { continue }
      // The next frame reports a failure of the device.
      try? camera.show(picture)
    }
  }
}

extension VirtualCameraOffer {
  /// Returns a grey picture in the frames' own format, if that is known.
  fileprivate func placeholder() throws -> SampleBuffer {
    let format = codes.first.flatMap(Self.format) ?? .bgra
    var picture = try PixelBuffer(format: format, width: dimensions.width, height: dimensions.height)
    for plane in picture.planes.indices {
      // Half of the range is grey in all formats with 8 bits, of RGB and of luma and chroma.
      try picture.withUnsafeMutablePlane(plane) { bytes in for index in bytes.indices { bytes[index] = 0x80 } }
    }
    let now = MediaTime(value: Int64(clamping: MonotonicClock.now()), timescale: 1_000_000_000)
    return SampleBuffer(
      pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: now, duration: frameDuration))
  }
}
