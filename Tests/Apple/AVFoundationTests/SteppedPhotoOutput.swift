import AVFoundation
import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSyntheticDevices
import OpenCaptureSystem

extension AVCapturePhotoOutput {
  /// Delivers frames, one after the other, until a condition holds.
  func step(_ camera: SyntheticCamera, until isThere: () -> Bool) throws(TimedOut) {
    try TimedOut.unless("the photo") { deadline in
      while !isThere() {
        guard MonotonicClock.now() < deadline else { return false }
        camera.step()
        captureController.settle()
      }
      return true
    }
  }
}
