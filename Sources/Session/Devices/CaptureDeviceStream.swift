import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Synchronization

/// A stream from a device's driver through the device's features to the session.
final class CaptureDeviceStream: CaptureStream, CaptureDeviceSink {
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
  /// The digital zoom, which only the driver's thread uses.
  private let zoom = Locked(DigitalZoom())
  /// The source of the exposure of video frames; nil for sound.
  private let exposureSource: ExposureSource?
  private let driverStream: Locked<DriverStream>

  init(
    _ device: CaptureDevice, _ requested: CaptureStreamConfiguration, through port: CaptureInputPort,
    to sink: any CaptureStreamSink
  ) throws(CaptureError) {
    self.device = device
    self.port = port
    self.sink = sink
    connectionNumber = device.state.withLock { $0.connectionNumber }
    exposureSource =
      device.hasMediaType(.video)
      ? ExposureSource { device.pictureExposure(isFlashFired: device.isTorchActive) } : nil
    driverStream = Locked(DriverStream(configuration: requested))
    let stream = try device.driver.startStreaming(requested, to: self)
    driverStream.withLock { $0 = DriverStream(stream: stream, configuration: stream.configuration) }
    device.didStartStreaming(stream.configuration)
    device.centerStageDidStream(true)
  }

  var configuration: CaptureStreamConfiguration { driverStream.withLock { $0.configuration } }

  var statistics: CaptureStreamStatistics { driverStream.withLock { $0.stream?.statistics ?? $0.statistics } }

  func stop() {
    guard let stream = driverStream.withLock({ $0.stream }) else { return }
    stream.stop()
    driverStream.withLock { $0 = DriverStream(configuration: $0.configuration, statistics: stream.statistics) }
    device.didStartStreaming(nil)
    device.centerStageDidStream(false)
    device.exposureMeteringDidPause()
    device.subjectAreaMonitor?.restart()
    device.adjustmentsDidEnd()
    device.firstFramesDidEnd()
  }
}

// MARK: From the driver

extension CaptureDeviceStream {
  func receive(_ sampleBuffer: SampleBuffer) {
    let features = device.frameFeatures.current
    var sample = sampleBuffer
    sample.bufferAttachments.exposureSource = exposureSource
    guard !features.isEmpty else { return sink.receive(sample, through: port) }
    let time = sample.presentationTimeStamp
    // Center Stage and zoom are first, so that the other features process the visible image.
    let factor = features.contains(.zoom) ? device.digitalZoomFactor(at: time) : 1
    if features.contains(.centerStage) {
      device.followFaces(in: &sample, zoomFactor: factor)
    } else if factor > 1 {
      zoom.withLock { $0.apply(factor, to: &sample) }
    }
    if features.contains(.focusScan) { device.focusScan?.analyze(at: sample) }
    if features.contains(.exposureMetering) { device.exposureMetering?.analyze(at: sample) }
    if features.contains(.targetOffset) { device.meterTargetOffset(of: sample) }
    if features.contains(.subjectArea) { device.watchSubjectArea(in: sample) }
    if features.contains(.adjustments) { device.adjustmentsDidAdvance(to: time) }
    if features.contains(.firstFrames) { device.firstFramesDidAdvance(to: time) }
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
    sink.end(error.of(device))
  }
}

extension CaptureDevice {
  /// The features of a camera that need the frames of a stream while they are on.
  struct FrameFeatures: OptionSet {
    let rawValue: UInt8
    /// Cropping and scaling of frames, or a zoom ramp.
    static let zoom = Self(rawValue: 1)
    static let focusScan = Self(rawValue: 2)
    static let exposureMetering = Self(rawValue: 4)
    static let subjectArea = Self(rawValue: 8)
    static let adjustments = Self(rawValue: 16)
    static let firstFrames = Self(rawValue: 32)
    /// Metering for a reader or an observer of the exposure target offset.
    static let targetOffset = Self(rawValue: 64)
    /// A crop that follows faces.
    static let centerStage = Self(rawValue: 128)
  }

  /// The features of a camera that are on, which the driver's thread reads for each frame without a lock.
  final class ActiveFrameFeatures: Sendable {
    private let bits = Atomic<UInt8>(0)

    var current: FrameFeatures {
      get { FrameFeatures(rawValue: bits.load(ordering: .acquiring)) }
      set { bits.store(newValue.rawValue, ordering: .releasing) }
    }
  }
}

extension CaptureDevice.State {
  /// Updates the features that are on after a change of one of them.
  func updateFrameFeatures() {
    var features: CaptureDevice.FrameFeatures = []
    if zoom.factor > 1 || zoom.ramp != nil { features.insert(.zoom) }
    if centerStage.isCropping { features.insert(.centerStage) }
    if focus.scan != nil { features.insert(.focusScan) }
    if exposure.metering != nil {
      features.insert(.exposureMetering)
    } else if exposure.framesToMeter > 0 {
      features.insert(.targetOffset)
    }
    if subjectArea != nil { features.insert(.subjectArea) }
    if !adjustments.isAtRest { features.insert(.adjustments) }
    if !firstFrames.isEmpty { features.insert(.firstFrames) }
    frameFeatures.current = features
  }
}
