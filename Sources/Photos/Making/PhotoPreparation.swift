import Glibc
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// What is set at the camera for one request, and put back after it: the stream, the lamp, the exposure.
///
/// On one queue, because drivers take their time.
final class PhotoPreparation: Sendable {
  /// What an input streams for the request.
  struct Stream: Sendable {
    let session: any CaptureOutputSession
    let input: any CaptureInput
    let configuration: CaptureStreamConfiguration
  }

  private struct State: Lockable {
    var before: CaptureDevice.ControlSnapshot?
    /// What the camera thought right.
    var exposure: (duration: MediaTime, iso: Float) = (.invalid, 0)
    /// Whether a bias has to be made by hand, because the camera doesn't meter.
    var isByHand = false
    var isStreaming = false
  }

  private let device: CaptureDevice?
  private let usesLamp: Bool
  private let bracket: [any CaptureBracketedStillImageSettings]
  private let stream: Stream?
  private let state = Locked(State())

  init(
    _ device: CaptureDevice?, usesLamp: Bool, bracket: [any CaptureBracketedStillImageSettings], stream: Stream?
  ) {
    (self.device, self.usesLamp, self.bracket, self.stream) = (device, usesLamp, bracket, stream)
  }

  /// Whether anything has to be set.
  var isNeeded: Bool { usesLamp || !bracket.isEmpty || stream != nil }

  /// Whether another stream begins with it, and ends.
  var changesStream: Bool { stream != nil }

  /// Sets what a frame needs, and reads it back.
  func prepare(frame: Int) throws(CaptureError) {
    if frame == 0 { try begin() }
    guard let device, bracket.indices.contains(frame) else { return }
    switch bracket[frame] {
    case let bias as CaptureAutoExposureBracketedStillImageSettings: try set(bias.exposureTargetBias, at: device)
    case let manual as CaptureManualExposureBracketedStillImageSettings:
      try set(duration: manual.exposureDuration, iso: manual.iso, at: device)
    default: break
    }
  }

  private func begin() throws(CaptureError) {
    if let stream {
      try stream.session.setTemporaryStream(stream.configuration, of: stream.input)
      state.withLock { $0.isStreaming = true }
    }
    guard let device, usesLamp || !bracket.isEmpty else { return }
    let (snapshot, exposure) = (device.exposureSnapshot(), (device.exposureDuration, device.iso))
    let isByHand = device.isMeteringExposure
    state.withLock { ($0.before, $0.exposure, $0.isByHand) = (snapshot, exposure, isByHand) }
    if usesLamp { try device.changeForRequest { () throws(CaptureError) in try device.setTorchModeOn(level: 1) } }
  }

  /// Puts back all that was set, as far as the camera is there.
  func restore() {
    let (before, wasStreaming) = state.withLock { state in
      defer { (state.before, state.isStreaming) = (nil, false) }
      return (state.before, state.isStreaming)
    }
    if let before { try? device?.restore(before) }
    if wasStreaming, let stream { try? stream.session.setTemporaryStream(nil, of: stream.input) }
  }

  /// By a bias where the camera meters and has one, else by hand, from what was thought right.
  private func set(_ bias: Float, at device: CaptureDevice) throws(CaptureError) {
    let hasBias = device.maxExposureTargetBias > device.minExposureTargetBias
    guard !hasBias || state.withLock({ $0.isByHand }) else {
      try device.changeForRequest { () throws(CaptureError) in try device.setExposureTargetBias(bias) }
      return try require(abs(device.exposureTargetBias - bias) <= 0.26, "a bias of \(bias) EV", at: device)
    }
    let (duration, iso) = state.withLock { $0.exposure }
    guard duration.isNumeric else {
      throw CaptureError(.unsupported, subject: device.localizedName, reason: "this camera's exposure can't be set")
    }
    let wish = MediaTime(seconds: duration.seconds * Double(exp2(bias)), preferredTimescale: 10_000)
    let inside = min(max(wish, device.minExposureDuration), device.maxExposureDuration)
    try set(duration: inside, iso: device.maxISO > 0 ? iso : CaptureDevice.currentISO, at: device)
  }

  private func set(duration: MediaTime, iso: Float, at device: CaptureDevice) throws(CaptureError) {
    try device.changeForRequest { () throws(CaptureError) in
      try device.setExposureModeCustom(duration: duration, iso: iso)
    }
    guard duration.isNumeric else { return }
    let difference = abs(device.exposureDuration.seconds - duration.seconds)
    try require(
      difference <= max(0.000_2, duration.seconds * 0.05), "an exposure of \(duration.seconds) s", at: device)
  }

  private func require(_ isSet: Bool, _ what: String, at device: CaptureDevice) throws(CaptureError) {
    guard !isSet else { return }
    throw CaptureError(
      .deviceFailed, subject: device.localizedName, reason: "it took \(what), and has another one now")
  }
}

extension CaptureDevice {
  /// How pictures are exposed now, as EXIF has it.
  ///
  /// A gain in the driver's own steps is no sensitivity.
  func pictureExposure(isFlashFired: Bool) -> PictureExposure {
    var exposure = PictureExposure()
    exposure.duration = exposureDuration
    if control("iso_sensitivity") != nil { exposure.iso = iso }
    if maxExposureTargetBias > minExposureTargetBias { exposure.bias = exposureTargetBias }
    if exposure.duration.isNumeric { exposure.isManual = exposureMode == .custom }
    if isWhiteBalanceModeSupported(.locked) { exposure.isWhiteBalanceManual = whiteBalanceMode == .locked }
    if hasTorch || hasFlash { exposure.isFlashFired = isFlashFired }
    return exposure
  }
}
