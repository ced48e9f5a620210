import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What comes from a device's driver, on its way through the device's hooks to whoever streams from it.
final class CaptureDeviceStream: CaptureStream, CaptureDeviceSink {
  private struct Hooks: Lockable {
    var all: [any CaptureDeviceHook]
  }

  private struct Granted: Lockable {
    /// The driver's, which holds this one; nil once it ended.
    var stream: (any CaptureStream)?
    var configuration: CaptureStreamConfiguration
    /// What it did until its end.
    var statistics = CaptureStreamStatistics()
  }

  private let device: CaptureDevice
  private let connectionNumber: Int
  private let port: CaptureInputPort
  private let sink: any CaptureStreamSink
  /// The driver's thread holds them while they work.
  private let hooks: Locked<Hooks>
  private let granted: Locked<Granted>

  init(
    _ device: CaptureDevice, _ wanted: CaptureStreamConfiguration, through port: CaptureInputPort,
    to sink: any CaptureStreamSink
  ) throws(CaptureError) {
    (self.device, self.port, self.sink) = (device, port, sink)
    connectionNumber = device.state.withLock { $0.connectionNumber }
    hooks = Locked(Hooks(all: CaptureDevice.makeHooks(for: device.mediaType)))
    granted = Locked(Granted(configuration: wanted))
    let stream = try device.driver.startStreaming(wanted, to: self)
    granted.withLock { $0 = Granted(stream: stream, configuration: stream.configuration) }
    device.didGrant(stream.configuration)
  }

  var configuration: CaptureStreamConfiguration { granted.withLock { $0.configuration } }

  var statistics: CaptureStreamStatistics {
    granted.withLock { $0.stream?.statistics ?? $0.statistics }
  }

  func stop() {
    guard let stream = granted.withLock({ $0.stream }) else { return }
    stream.stop()
    granted.withLock { $0 = Granted(configuration: $0.configuration, statistics: stream.statistics) }
    device.didGrant(nil)
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
    // As in AVFoundation one hears that the camera is gone, then what that does to the session. A microphone may be a
    // server's, which comes back without having been anywhere.
    if error.code == .deviceDisconnected, device.hasMediaType(.video) {
      device.didDisconnect(from: connectionNumber)
    }
    sink.end(error)
  }
}
