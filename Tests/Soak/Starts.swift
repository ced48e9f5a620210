import OpenCapture

/// Sessions that are created, receive one frame and are destroyed.
///
/// The main thread waits for the frames, because task threads are few.
@MainActor
enum Starts {
  /// Creates and destroys a number of sessions.
  static func run(_ count: Int) async throws {
    let tally = FrameTally()
    for checkpoint in 1...Report.count {
      while tally.processedCount < count * checkpoint / Report.count { try await runSession(tally) }
      Report.print([("starts", tally.processedCount)])
    }
  }

  private static func runSession(_ tally: FrameTally) async throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    let camera = SyntheticCamera(options: options)
    let session = CaptureSession()
    let counter = FrameCounter(tally)
    let output = CaptureVideoDataOutput()
    session.sessionPreset = .low
    output.setSampleBufferDelegate(counter, queue: nil)
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(output)
    try await session.start()
    see(camera, tally)
    await session.stop()
  }

  private static func see(_ camera: SyntheticCamera, _ tally: FrameTally) {
    let goal = tally.processedCount + 1
    camera.step()
    tally.wait(for: goal)
  }
}
