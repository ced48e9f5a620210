import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@Suite("A session used by many threads")
struct ContentionTests {
  @Test("Threads that start, stop and reconfigure a session do not undo each other's changes")
  func changes() throws {
    let session = CaptureSession()
    let camera = SyntheticCamera(uniqueID: "contended")
    try session.add(CaptureDeviceInput(device: camera.device))
    _ = try onThreads(8) { thread in
      for round in 0..<40 {
        switch (thread + round) % 3 {
        case 0: session.startRunning()
        case 1: session.stopRunning()
        default:
          let output = CaptureVideoDataOutput()
          session.beginConfiguration()
          try? session.add(output)
          try? session.commit()
          session.removeOutput(output)
        }
      }
    }
    session.stopRunning()
    #expect(session.outputs.isEmpty && !session.isRunning)
  }

  /// A scene that is drawn for more than a minute.
  private struct EndlessScene: SyntheticScene {
    let isBegun = Monitor(false)
    let isDrawnToEnd = Locked(false)

    func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
      isBegun.update { $0 = true }
      for _ in 0..<100_000 {
        try WorkLimit.check()
        usleep(1000)
      }
      isDrawnToEnd.withLock { $0 = true }
    }
  }

  @Test("A call does not wait until the synthetic camera has drawn its picture")
  func stopWhileDrawing() throws {
    let session = CaptureSession()
    let scene = EndlessScene()
    try session.add(CaptureDeviceInput(device: SyntheticCamera(scene: scene, uniqueID: "endless").device))
    try session.add(CaptureVideoDataOutput())
    session.startRunning()
    _ = scene.isBegun.wait { $0 ? true : nil }
    session.stopRunning()
    #expect(!scene.isDrawnToEnd.withLock { $0 })
  }
}
