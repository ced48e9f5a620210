import OpenCaptureMediaSamples

/// What a device does in software to the frames of its camera, or learns from them, on their way from its driver.
///
/// Each stream has hooks of its own; they see its frames one after another.
protocol CaptureDeviceHook: Sendable {
  /// Looks at a frame, or puts another in its place.
  mutating func pass(_ sample: inout SampleBuffer, from device: CaptureDevice)

  /// Takes note that no more frames come. Default nothing is done.
  mutating func end(of device: CaptureDevice)
}

extension CaptureDeviceHook {
  func end(of device: CaptureDevice) {}
}

extension CaptureDevice {
  /// What a stream's frames go through, in this order; sound goes through nothing.
  static func makeHooks(for mediaType: MediaType) -> [any CaptureDeviceHook] {
    mediaType == .video ? [AutofocusHook(), AdjustmentsHook(), ZoomHook()] : []
  }
}

/// Lets a software autofocus look at the frames.
struct AutofocusHook: CaptureDeviceHook {
  func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) { device.focusScan?.look(at: sample) }
}

/// Tells the device the time, so that what hasn't been changed for a while is adjusted no more.
struct AdjustmentsHook: CaptureDeviceHook {
  func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) {
    device.adjustmentsDidAdvance(to: sample.presentationTimeStamp)
  }

  func end(of device: CaptureDevice) { device.adjustmentsDidEnd() }
}

/// Crops the middle out of the frames, where the lens doesn't zoom.
struct ZoomHook: CaptureDeviceHook {
  private var zoom = DigitalZoom()

  mutating func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) {
    zoom.apply(device.digitalZoomFactor(at: sample.presentationTimeStamp), to: &sample)
  }
}
