import Fixtures
import OpenCaptureMediaSamples
import OpenCapturePhotos
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// Checks of photos with a real camera.
struct PhotoChecks {
  let device: CaptureDevice

  /// Calls `body` with a running session that can take photos.
  private func streaming(
    _ format: CaptureDevice.Format, _ body: (CaptureSession, CapturePhotoOutput) throws -> Void
  ) throws {
    let session = CaptureSession()
    let output = CapturePhotoOutput()
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    try device.lockForConfiguration()
    device.activeFormat = format
    device.unlockForConfiguration()
    session.startRunning()
    defer { session.stopRunning() }
    // The first frames of a stream can be truncated.
    for _ in 0..<3 { _ = try take(output, CapturePhotoSettings(format: .pixels(.grey))) }
    try body(session, output)
  }

  private func take(_ output: CapturePhotoOutput, _ settings: CapturePhotoSettings) throws -> CapturePhoto {
    let steps = PhotoSteps()
    try output.capturePhoto(with: settings, delegate: steps)
    try expect(try steps.isComplete("did finish", within: 10), "\(steps.recordedSteps.all.map(\.step))")
    guard let photo = steps.photos.all.first else { throw Failure("no photo taken") }
    return photo
  }

  /// Expects a photo of a camera that shows a JPEG file to contain the scan of that file.
  func ownJPEG(_ format: CaptureDevice.Format, shown file: String) throws {
    func scan(_ bytes: [UInt8]) throws -> [UInt8] {
      guard let start = bytes.indices.last(where: { bytes[$0...].starts(with: [0xff, 0xda]) }),
        let end = bytes.indices.last(where: { bytes[$0...].starts(with: [0xff, 0xd9]) })
      else { throw Failure("the JPEG data has no scan") }
      return Array(bytes[start..<end])
    }
    try streaming(format) { _, output in
      let photo = try take(output, CapturePhotoSettings())
      guard let bytes = photo.fileDataRepresentation()?.withUnsafeBytes({ Array($0) }) else {
        throw Failure("no file")
      }
      let shown = try EncodedPicture(contentsOf: file).data.withUnsafeBytes { Array($0) }
      try expect(photo.isCameraData, "the photo was encoded again")
      try expect(try scan(bytes) == scan(shown), "the scan differs")
      note("\(bytes.count) bytes, \(try scan(bytes).count) of them from the camera")
    }
  }

  /// Expects a number of photos at the full rate to skip no frame.
  func burst(_ format: CaptureDevice.Format, count: Int) throws {
    try streaming(format) { _, output in
      output.isResponsiveCaptureEnabled = true
      let all = (0..<count).map { _ in PhotoSteps() }
      for steps in all { try output.capturePhoto(with: CapturePhotoSettings(), delegate: steps) }
      for steps in all {
        try expect(try steps.isComplete("did finish", within: 20), "\(steps.recordedSteps.all.map(\.step))")
      }
      let times = all.flatMap { $0.photos.all.map(\.timestamp.seconds) }
      let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
      note("from \(rounded(gaps.min() ?? 0)) to \(rounded(gaps.max() ?? 0)) s apart")
      try expect(times.count == count && gaps.allSatisfy { $0 > 0 && $0 < 1.5 / 30 }, "\(gaps)")
    }
  }

  /// Expects the frame of a photo to be at most one frame from the call.
  func zeroShutterLag(_ format: CaptureDevice.Format) throws {
    try streaming(format) { _, output in
      output.isZeroShutterLagEnabled = true
      _ = try take(output, CapturePhotoSettings())
      var worst = 0.0
      for _ in 0..<30 {
        let call = MediaTime.hostTime.seconds
        let photo = try take(output, CapturePhotoSettings())
        worst = max(worst, abs(photo.timestamp.seconds - call))
      }
      note("at most \(rounded(worst * 1000)) ms from the call")
      try expect(worst <= 1.05 / 30, "\(worst) s")
    }
  }

  /// Expects all steps to be reported within a second of unplugging the camera, and the next photo to be refused.
  func unplugged(_ format: CaptureDevice.Format, _ unplug: () -> Void) throws {
    try streaming(format) { _, output in
      let all = (0..<8).map { _ in PhotoSteps() }
      for steps in all {
        try output.capturePhoto(with: CapturePhotoSettings(format: .compressed(.png)), delegate: steps)
      }
      unplug()
      let start = monotonicSeconds()
      var finished = 0
      for steps in all {
        if try steps.isComplete("did finish", within: 5) { finished += 1; continue }
        try expect(try steps.isComplete("did fail", within: 5), "\(steps.recordedSteps.all.map(\.step))")
      }
      let after = all.flatMap { $0.recordedSteps.all.map(\.time) }.max().map { $0 - start } ?? 0
      note("\(finished) of \(all.count) finished, last step after \(rounded(after)) s")
      try expect(after < 1, "after \(after) s")
      try expect(finished < all.count, "all photos finished before the camera was unplugged")
      try wait(5, for: "the end of the connection") { output.connection(with: .video)?.isActive != true }
      do {
        try output.capturePhoto(with: CapturePhotoSettings(), delegate: PhotoSteps())
        throw Failure("a photo started without a camera")
      } catch let error as CaptureError {
        try expect(error.code == .photoNotAvailable, "\(error)")
      }
    }
  }

  /// Expects a raw photo to be a DNG file with the values of the sensor.
  func raw(_ format: CaptureDevice.Format) throws {
    try streaming(format) { _, output in
      guard let pattern = output.availableRawPixelFormats.first else {
        throw Failure("no raw pixel format available")
      }
      let photo = try take(output, CapturePhotoSettings(rawPixelFormatType: pattern))
      let size = photo.resolvedSettings.rawPhotoDimensions
      let file = photo.fileDataRepresentation()
      try expect((file?.count ?? 0) >= size.width * size.height, "the file has \(file?.count ?? 0) bytes")
      note("\(pattern) \(size), \(file?.count ?? 0) bytes")
    }
  }
}
