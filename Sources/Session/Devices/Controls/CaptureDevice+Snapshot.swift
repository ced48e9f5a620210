package import OpenCaptureFlow
package import OpenCaptureMediaSamples

extension CaptureDevice {
  /// A snapshot of control values that can be restored later.
  package struct ControlSnapshot: Sendable {
    /// The values in the order of restoring.
    fileprivate let values: [(name: CaptureControl.Name, value: Int64)]
    /// Whether exposure was locked rather than set manually.
    fileprivate let isExposureLocked: Bool
    /// Whether software exposure was continuous; nil if it was inactive.
    fileprivate let isMeteringContinuous: Bool?
  }

  /// Returns a snapshot of the exposure and torch controls.
  ///
  /// The automatic mode is last, because the controls that it locks must be restored before it. The snapshot
  /// includes the state behind ``exposureMode``.
  package func exposureSnapshot() -> ControlSnapshot {
    let names: [CaptureControl.Name] = [
      .exposureDuration, .iso, .analogGain, .gain, .exposureBias, .torchIntensity, .lampMode, .exposureMode,
    ]
    return ControlSnapshot(
      values: names.compactMap { name in current(name).map { (name: name, value: $0) } },
      isExposureLocked: state.withLock { $0.exposure.isLocked },
      isMeteringContinuous: exposureMetering?.isContinuous)
  }

  /// Restores the values that have changed, and continues after an error.
  ///
  /// - Throws: The first error.
  package func restore(_ snapshot: ControlSnapshot) throws(CaptureError) {
    var failure: CaptureError?
    for entry in snapshot.values where current(entry.name) != entry.value {
      do throws(CaptureError) { try apply(entry.value, to: entry.name) } catch { failure = failure ?? error }
    }
    state.withLock { $0.exposure.isLocked = snapshot.isExposureLocked }
    if let isContinuous = snapshot.isMeteringContinuous, !isMeteringExposure {
      do throws(CaptureError) { try beginExposureMetering(isContinuous: isContinuous) } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// The delay of control changes; see ``CaptureDeviceDriver/controlDelay``.
  package var controlDelay: Int { max(0, driver.controlDelay) }

  /// Whether the scene is dark enough for a lamp: exposure time is long and sensitivity high, as reported by the
  /// driver.
  package var isLowLight: Bool {
    let time = exposureDuration
    let lowest = minISO
    let highest = maxISO
    guard time.isNumeric, time.seconds >= 1.0 / 30 else { return false }
    // Without a sensitivity control, a long exposure time must suffice.
    guard highest > lowest else { return true }
    return iso >= lowest + (highest - lowest) * 0.6
  }

  /// Returns the current exposure for EXIF data.
  ///
  /// A gain in driver-specific steps is not reported as a sensitivity.
  package func pictureExposure(isFlashFired: Bool) -> PictureExposure {
    var exposure = PictureExposure()
    exposure.duration = exposureDuration
    if control(.iso) != nil { exposure.iso = iso }
    if maxExposureTargetBias > minExposureTargetBias { exposure.bias = exposureTargetBias }
    if exposure.duration.isNumeric { exposure.isManual = exposureMode == .custom }
    if isWhiteBalanceModeSupported(.locked) { exposure.isWhiteBalanceManual = whiteBalanceMode == .locked }
    if hasFlash { exposure.isFlashFired = isFlashFired }
    return exposure
  }
}
