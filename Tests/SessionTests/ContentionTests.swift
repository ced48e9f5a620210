import Fixtures
import OpenCaptureSession
import OpenCaptureSyntheticDevices
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
}
