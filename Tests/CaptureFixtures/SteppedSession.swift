import OpenCaptureFlow
package import Fixtures
package import Dispatch
package import OpenCaptureSession
package import OpenCaptureSyntheticDevices

/// A session with a video output and a synthetic camera that produces frames on request.
package struct SteppedSession {
  package let camera: SyntheticCamera
  package let session = CaptureSession()
  package let input: CaptureDeviceInput
  package let output = CaptureVideoDataOutput()
  package let queue = DispatchQueue(label: "test")
  package let log: VideoLog

  package init(
    scene: any SyntheticScene = ColorBars(), uniqueID: String = "synthetic",
    faults: SyntheticFaults = SyntheticFaults(), options: SyntheticCamera.Options = SyntheticCamera.Options(),
    log: VideoLog = VideoLog(), starts: Bool = true
  ) throws {
    camera = .stepped(scene: scene, uniqueID: uniqueID, faults: faults, options: options)
    self.log = log
    input = try CaptureDeviceInput(device: camera.device)
    session.sessionPreset = .low
    try session.add(input)
    try session.add(output)
    output.setSampleBufferDelegate(log, queue: queue)
    if starts { session.startRunning() }
  }

  /// Produces frames, and waits after each one until the delegate has processed it.
  package func step(_ count: Int = 1) throws(TimedOut) {
    for _ in 0..<count {
      camera.step()
      try settle()
    }
  }

  /// Waits until the delegate is idle.
  package func settle() throws(TimedOut) { try output.settle() }
}

extension SyntheticCamera {
  package static func stepped(
    scene: any SyntheticScene = ColorBars(), uniqueID: String = "synthetic",
    position: CaptureDevice.Position = .unspecified, faults: SyntheticFaults = SyntheticFaults(),
    options: Options = Options()
  ) -> SyntheticCamera {
    var options = options
    options.pacing = .stepped
    options.faults = faults
    return SyntheticCamera(scene: scene, uniqueID: uniqueID, position: position, options: options)
  }
}
