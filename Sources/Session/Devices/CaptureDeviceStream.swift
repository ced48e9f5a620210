import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A stream from a device's driver through the device's hooks to the session.
final class CaptureDeviceStream: CaptureStream, CaptureDeviceSink {
  private struct Hooks: Lockable {
    var all: [any CaptureDeviceHook]
  }

  private struct DriverStream: Lockable {
    /// The driver's stream, which retains this one; nil after the end.
    var stream: (any CaptureStream)?
    var configuration: CaptureStreamConfiguration
    /// The statistics at the end of the stream.
    var statistics = CaptureStreamStatistics()
  }

  private let device: CaptureDevice
  private let connectionNumber: Int
  private let port: CaptureInputPort
  private let sink: any CaptureStreamSink
  /// The hooks, which only the driver's thread uses.
  private let hooks: Locked<Hooks>
  private let driverStream: Locked<DriverStream>

  init(
    _ device: CaptureDevice, _ requested: CaptureStreamConfiguration, through port: CaptureInputPort,
    to sink: any CaptureStreamSink
  ) throws(CaptureError) {
    self.device = device
    self.port = port
    self.sink = sink
    connectionNumber = device.state.withLock { $0.connectionNumber }
    hooks = Locked(Hooks(all: CaptureDevice.makeHooks(for: device.mediaType)))
    driverStream = Locked(DriverStream(configuration: requested))
    let stream = try device.driver.startStreaming(requested, to: self)
    driverStream.withLock { $0 = DriverStream(stream: stream, configuration: stream.configuration) }
    device.didStartStreaming(stream.configuration)
  }

  var configuration: CaptureStreamConfiguration { driverStream.withLock { $0.configuration } }

  var statistics: CaptureStreamStatistics {
    driverStream.withLock { $0.stream?.statistics ?? $0.statistics }
  }

  func stop() {
    guard let stream = driverStream.withLock({ $0.stream }) else { return }
    stream.stop()
    driverStream.withLock { $0 = DriverStream(configuration: $0.configuration, statistics: stream.statistics) }
    device.didStartStreaming(nil)
    hooks.withLock { hooks in
      for index in hooks.all.indices { hooks.all[index].end(of: device) }
    }
  }
}

// MARK: From the driver

extension CaptureDeviceStream {
  func receive(_ sampleBuffer: SampleBuffer) {
    var sample = sampleBuffer
    hooks.withLock { hooks in
      for index in hooks.all.indices { hooks.all[index].pass(&sample, from: device) }
    }
    sink.receive(sample, through: port)
  }

  func receive(_ dropped: DroppedFrame) { sink.receive(dropped, through: port) }

  func receive(_ change: CaptureControlChange) { device.didChange(change) }

  func receive(_ stall: CaptureStall) { sink.receive(stall, through: port) }

  func end(_ error: CaptureError) {
    // As in AVFoundation, the disconnection is reported before its effect on the session. A microphone can belong
    // to a sound server that restarts although the device stayed connected.
    if error.code == .deviceDisconnected, device.hasMediaType(.video) {
      device.didDisconnect(from: connectionNumber)
    }
    sink.end(error)
  }
}

/// A processing step for the frames of a camera, between the driver and the session.
///
/// Each stream has its own hooks, which receive its frames in order.
protocol CaptureDeviceHook: Sendable {
  /// Processes a frame, and may replace it.
  mutating func pass(_ sample: inout SampleBuffer, from device: CaptureDevice)

  /// Handles the end of the stream; the default implementation does nothing.
  mutating func end(of device: CaptureDevice)
}

extension CaptureDeviceHook {
  func end(of device: CaptureDevice) {}
}

extension CaptureDevice {
  /// Creates the hooks of a stream in the order of processing; empty for audio.
  ///
  /// Zoom is first, so that the other hooks process the visible image.
  static func makeHooks(for mediaType: MediaType) -> [any CaptureDeviceHook] {
    mediaType == .video
      ? [ZoomHook(), AutofocusHook(), AutoexposureHook(), SubjectAreaHook(), AdjustmentsHook()] : []
  }
}

/// A hook that passes frames to the software autofocus.
struct AutofocusHook: CaptureDeviceHook {
  func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) { device.focusScan?.analyze(at: sample) }
}

/// A hook that passes frames to the software exposure.
struct AutoexposureHook: CaptureDeviceHook {
  func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) {
    device.exposureMetering?.analyze(at: sample)
  }

  func end(of device: CaptureDevice) { device.exposureMeteringDidPause() }
}

/// A hook that passes the time of each frame to the device.
///
/// The device uses it to end adjustments and to report the first frame that shows a change.
struct AdjustmentsHook: CaptureDeviceHook {
  func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) {
    device.adjustmentsDidAdvance(to: sample.presentationTimeStamp)
    device.firstFramesDidAdvance(to: sample.presentationTimeStamp)
  }

  func end(of device: CaptureDevice) {
    device.adjustmentsDidEnd()
    device.firstFramesDidEnd()
  }
}

/// A hook that crops and scales frames if the camera itself does not zoom.
struct ZoomHook: CaptureDeviceHook {
  private var zoom = DigitalZoom()

  mutating func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) {
    zoom.apply(device.digitalZoomFactor(at: sample.presentationTimeStamp), to: &sample)
  }
}
