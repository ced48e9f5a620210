import CaptureFixtures
import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Brackets")
struct BracketTests {
  /// A medium grey that isn't clipped with 1 EV more or less.
  private static let scene = PictureScene { _ in
    var picture = try PixelBuffer(format: .nv12, width: 320, height: 240)
    try picture.withUnsafeMutablePlane(0) { for index in $0.indices { $0[index] = 90 } }
    try picture.withUnsafeMutablePlane(1) { for index in $0.indices { $0[index] = 128 } }
    return picture
  }

  private func rig(delay: Int) throws -> SteppedPhotos {
    var options = SyntheticCamera.Options()
    options.exposureDelay = delay
    return try SteppedPhotos(scene: Self.scene, options: options)
  }

  private func brightness(_ photo: CapturePhoto) throws -> Double {
    let picture = try #require(photo.pixelBuffer)
    return picture.withUnsafePlane(0) { bytes in Double(bytes.reduce(0) { $0 + Int($1) }) / Double(bytes.count) }
  }

  private func controls(_ it: SteppedPhotos) throws -> [CaptureControl.Name: Int64] {
    let all = try it.camera.device.controls()
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value) })
  }

  @Test(
    "Photos at −1, 0 and +1 EV are ordered by brightness despite a control delay, and the settings are restored"
  )
  func ordered() throws {
    for delay in 0..<5 {
      let it = try rig(delay: delay)
      let before = try controls(it)
      for round in 0..<20 {
        let biases: [Float] = round % 2 == 0 ? [-1, 0, 1] : [1, -1, 0]
        let log = PhotoLog()
        let settings = CapturePhotoBracketSettings(
          processedFormat: .pixels(.grey),
          bracketedSettings: biases.map {
            CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
          })
        try it.output.capturePhoto(with: settings, delegate: log)
        try it.step(until: log)
        #expect(log.steps.all == PhotoLog.expected(photos: 3))
        let photos = log.photos.all
        #expect(photos.map(\.sequenceCount) == [1, 2, 3])
        let values = try photos.map(brightness)
        let sorted = zip(biases, values).sorted { $0.0 < $1.0 }.map(\.1)
        #expect(sorted[0] + 15 < sorted[1] && sorted[1] + 15 < sorted[2], "\(values) for \(biases) after \(delay)")
        #expect(try controls(it) == before)
      }
      // The next photo doesn't show the settings of the bracket.
      #expect(try abs(brightness(it.take(CapturePhotoSettings(format: .pixels(.grey)))) - 86) < 3)
    }
  }

  @Test(
    "Manual exposures match the settings, and the automatic mode is restored even while the device is locked",
    arguments: [false, true])
  func manual(whileLocked: Bool) throws {
    let it = try rig(delay: 2)
    let before = try controls(it)
    if whileLocked { try it.camera.device.lockForConfiguration() }
    defer { if whileLocked { it.camera.device.unlockForConfiguration() } }
    let log = PhotoLog()
    let settings = CapturePhotoBracketSettings(
      processedFormat: .pixels(.grey),
      bracketedSettings: [78, 156, 312].map {
        CaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
          exposureDuration: MediaTime(value: $0, timescale: 10_000), iso: CaptureDevice.currentISO)
      })
    try it.output.capturePhoto(with: settings, delegate: log)
    try it.step(until: log)
    let photos = log.photos.all
    #expect(photos.map(\.metadata.exposure.duration.seconds) == [0.0078, 0.0156, 0.0312])
    #expect(photos.allSatisfy { $0.metadata.exposure.isManual == true })
    let values = try photos.map(brightness)
    #expect(values[0] + 15 < values[1] && values[1] + 15 < values[2], "\(values)")
    #expect(try controls(it) == before)
    #expect(it.camera.device.exposureMode == .continuousAutoExposure)
  }

  @Test("A bracket is ordered while exposure is metered at a point, and metering continues after it")
  func atPoint() throws {
    let it = try rig(delay: 2)
    let device = it.camera.device
    try device.lockForConfiguration()
    device.exposurePoint = Point(x: 0.3, y: 0.3)
    device.exposureMode = .continuousAutoExposure
    device.unlockForConfiguration()
    try TimedOut.unless("exposure settles") { _ in
      for _ in 0..<100_000 where device.isAdjustingExposure { it.camera.step() }
      return !device.isAdjustingExposure
    }
    let before = try controls(it)
    let log = PhotoLog()
    let settings = CapturePhotoBracketSettings(
      processedFormat: .pixels(.grey),
      bracketedSettings: [1, -1, 0].map {
        CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
      })
    try it.output.capturePhoto(with: settings, delegate: log)
    try it.step(until: log)
    let values = try log.photos.all.map(brightness)
    try #require(values.count == 3)
    #expect(values[1] + 15 < values[2] && values[2] + 15 < values[0], "\(values)")
    #expect(try controls(it) == before)
    #expect(device.isMeteringExposure && device.exposureMode == .continuousAutoExposure)
  }

  @Test(
    "The exposure mode is restored after a bracket",
    arguments: [CaptureDevice.ExposureMode.locked, .custom, .autoExpose, .continuousAutoExposure])
  func modes(mode: CaptureDevice.ExposureMode) throws {
    let it = try rig(delay: 0)
    let device = it.camera.device
    try device.lockForConfiguration()
    try device.set(\.exposurePoint, to: Point(x: 0.3, y: 0.3))
    if mode == .custom {
      try device.expose(
        for: MediaTime(value: 100, timescale: 10_000), iso: CaptureDevice.currentISO)
    } else {
      try device.set(\.exposureMode, to: mode)
    }
    device.unlockForConfiguration()
    let before = try controls(it)
    let meters = device.isMeteringExposure
    let brackets: [[any CaptureBracketedStillImageSettings]] = [
      [-1, 1].map {
        CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
      },
      [78, 312].map {
        CaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
          exposureDuration: MediaTime(value: $0, timescale: 10_000), iso: CaptureDevice.currentISO)
      },
    ]
    for bracket in brackets {
      let log = PhotoLog()
      let settings = CapturePhotoBracketSettings(processedFormat: .pixels(.grey), bracketedSettings: bracket)
      try it.output.capturePhoto(with: settings, delegate: log)
      try it.step(until: log)
      #expect(log.photos.all.count == 2)
      #expect(device.exposureMode == mode && device.isMeteringExposure == meters)
      // The metered exposure is still changing.
      if !meters { #expect(try controls(it) == before) }
    }
  }

  @Test("A bracket that fails in the middle restores the settings and reports each photo")
  func failure() throws {
    let it = try rig(delay: 0)
    let before = try controls(it)
    let log = PhotoLog()
    let settings = CapturePhotoBracketSettings(
      processedFormat: .pixels(.grey),
      bracketedSettings: [-1, 1].map {
        CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
      })
    try it.output.capturePhoto(with: settings, delegate: log)
    try TimedOut.unless("the first photo") { _ in
      while it.camera.device.exposureTargetBias != 1 {
        it.camera.step()
        it.output.captureController.settle()
      }
      return true
    }
    it.session.stopRunning()
    try log.waitForEnd()
    #expect(
      log.steps.all == [
        .willBegin, .willCapture, .didCapture, .didProcess(1, nil), .didProcess(2, .photoInterrupted),
        .didFinish(.photoInterrupted),
      ])
    #expect(try controls(it) == before)
  }

  @Test("Invalid bracket settings are rejected before anything is reported")
  func refused() throws {
    let it = try rig(delay: 0)
    let bias = CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: 1)
    let manual = CaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
      exposureDuration: CaptureDevice.currentExposureDuration, iso: CaptureDevice.currentISO)
    let far = CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: 7)
    let long = CaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
      exposureDuration: MediaTime(value: 9, timescale: 1), iso: CaptureDevice.currentISO)
    func code(_ all: [any CaptureBracketedStillImageSettings]) -> CaptureError.Code? {
      let settings = CapturePhotoBracketSettings(bracketedSettings: all)
      do throws(CaptureError) {
        try it.output.capturePhoto(with: settings, delegate: PhotoLog())
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code([]) == .invalidPhotoSettings)
    #expect(code([bias, manual]) == .invalidPhotoSettings)
    #expect(code(Array(repeating: bias, count: 9)) == .invalidPhotoSettings)
    #expect(code([bias, far]) == .outOfRange)
    #expect(code([manual, long]) == .outOfRange)
  }
}
