import OpenCapture

/// Sessions that come, see one frame, and go; waited for on the main thread, because those of tasks are few.
@MainActor
enum Starts {
  /// Lets so many come and go.
  static func run(_ count: Int) async throws {
    let tally = Tally()
    for checkpoint in 1...Report.count {
      while tally.looks < count * checkpoint / Report.count { try await comeAndGo(tally) }
      Report.print([("starts", tally.looks)])
    }
  }

  private static func comeAndGo(_ tally: Tally) async throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    let camera = SyntheticCamera(options: options)
    let (session, counter, output) = (CaptureSession(), FrameCounter(tally), CaptureVideoDataOutput())
    session.sessionPreset = .low
    output.setSampleBufferDelegate(counter, queue: nil)
    try session.addInput(CaptureDeviceInput(device: camera.device))
    try session.addOutput(output)
    try await session.start()
    see(camera, tally)
    await session.stop()
  }

  private static func see(_ camera: SyntheticCamera, _ tally: Tally) {
    let goal = tally.looks + 1
    camera.step()
    tally.wait(for: goal)
  }
}
