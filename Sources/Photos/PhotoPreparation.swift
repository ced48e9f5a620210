import Glibc
import OpenCaptureSession
import OpenCaptureSystem

/// The temporary settings of the camera for one request: the stream, the lamp and the exposure.
///
/// All calls are made on one queue, because drivers can be slow.
final class PhotoPreparation: Sendable {
  /// The stream of an input for the request.
  struct Stream: Sendable {
    let session: any CaptureOutputSession
    let input: any CaptureInput
    let configuration: CaptureStreamConfiguration
  }

  private struct State: Lockable {
    var before: CaptureDevice.ControlSnapshot?
    /// The exposure that the camera had chosen.
    var exposure: (duration: MediaTime, iso: Float) = (.invalid, 0)
    /// Whether a bias must be set through a manual exposure, because the camera doesn't meter.
    var usesManualExposure = false
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
    self.device = device
    self.usesLamp = usesLamp
    self.bracket = bracket
    self.stream = stream
  }

  /// Whether any setting of the camera has to change.
  var isNeeded: Bool { usesLamp || !bracket.isEmpty || stream != nil }

  /// Whether the request uses another stream.
  var changesStream: Bool { stream != nil }

  /// Applies the settings for a frame and reads them back.
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
    let snapshot = device.exposureSnapshot()
    let exposure = (device.exposureDuration, device.iso)
    let usesManualExposure = device.isMeteringExposure
    state.withLock { state in
      state.before = snapshot
      state.exposure = exposure
      state.usesManualExposure = usesManualExposure
    }
    if usesLamp { try device.changeForRequest { () throws(CaptureError) in try device.setTorchModeOn(level: 1) } }
  }

  /// Restores all settings, as far as the camera is connected.
  func restore() {
    let (before, wasStreaming) = state.withLock { state in
      defer {
        state.before = nil
        state.isStreaming = false
      }
      return (state.before, state.isStreaming)
    }
    if let before { try? device?.restore(before) }
    if wasStreaming, let stream { try? stream.session.setTemporaryStream(nil, of: stream.input) }
  }

  /// Sets an exposure bias, through the camera's bias control or through a manual exposure.
  private func set(_ bias: Float, at device: CaptureDevice) throws(CaptureError) {
    let hasBias = device.maxExposureTargetBias > device.minExposureTargetBias
    guard !hasBias || state.withLock({ $0.usesManualExposure }) else {
      try device.changeForRequest { () throws(CaptureError) in try device.setExposureBias(bias) }
      return try require(abs(device.exposureTargetBias - bias) <= 0.26, "a bias of \(bias) EV", at: device)
    }
    let (duration, iso) = state.withLock { $0.exposure }
    guard duration.isNumeric else {
      throw CaptureError(
        .unsupported, subject: device.localizedName, reason: "the exposure of this camera cannot be set")
    }
    let requested = MediaTime(seconds: duration.seconds * Double(exp2(bias)), preferredTimescale: 10_000)
    let clamped = min(max(requested, device.minExposureDuration), device.maxExposureDuration)
    try set(duration: clamped, iso: device.maxISO > 0 ? iso : CaptureDevice.currentISO, at: device)
  }

  private func set(duration: MediaTime, iso: Float, at device: CaptureDevice) throws(CaptureError) {
    try device.changeForRequest { () throws(CaptureError) in try device.expose(for: duration, iso: iso) }
    guard duration.isNumeric else { return }
    let difference = abs(device.exposureDuration.seconds - duration.seconds)
    try require(
      difference <= max(0.000_2, duration.seconds * 0.05), "an exposure of \(duration.seconds) s", at: device)
  }

  private func require(_ isSet: Bool, _ what: String, at device: CaptureDevice) throws(CaptureError) {
    guard !isSet else { return }
    throw CaptureError(
      .deviceFailed, subject: device.localizedName, reason: "the camera accepted \(what), but didn't apply it")
  }
}
