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
  ///
  /// Zoom comes first, so that everything else looks at what is seen.
  static func makeHooks(for mediaType: MediaType) -> [any CaptureDeviceHook] {
    mediaType == .video
      ? [ZoomHook(), AutofocusHook(), AutoexposureHook(), SubjectAreaHook(), AdjustmentsHook()] : []
  }
}

/// Lets a software autofocus look at the frames.
struct AutofocusHook: CaptureDeviceHook {
  func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) { device.focusScan?.look(at: sample) }
}

/// Lets a software exposure look at the frames.
struct AutoexposureHook: CaptureDeviceHook {
  func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) { device.exposureMetering?.look(at: sample) }

  func end(of device: CaptureDevice) { device.exposureMeteringDidRest() }
}

/// Tells the device the time, so that what hasn't been changed for a while is adjusted no more, and who waits for the first
/// frame that shows a change is told.
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

/// Crops the middle out of the frames, where the lens doesn't zoom.
struct ZoomHook: CaptureDeviceHook {
  private var zoom = DigitalZoom()

  mutating func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) {
    zoom.apply(device.digitalZoomFactor(at: sample.presentationTimeStamp), to: &sample)
  }
}
