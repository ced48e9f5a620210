import AVFoundation
import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSyntheticDevices
import OpenCaptureSystem

extension AVCapturePhotoOutput {
  /// Makes frames, one after the other, until a request has come to what is waited for.
  func step(_ camera: SyntheticCamera, until isThere: () -> Bool) throws(TimedOut) {
    try TimedOut.unless("the photo") { deadline in
      while !isThere() {
        guard MonotonicClock.now() < deadline else { return false }
        camera.step()
        shutter.settle()
      }
      return true
    }
  }
}
