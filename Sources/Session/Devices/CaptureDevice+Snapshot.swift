package import OpenCaptureFlow

extension CaptureDevice {
  /// The values of controls at a moment, to be put back.
  package struct ControlSnapshot: Sendable, Hashable {
    /// In the order in which they are put back.
    fileprivate let values: [Value]
    /// Whether exposure was locked, rather than set by hand.
    fileprivate let isExposureLocked: Bool
    /// Whether exposure was set by what is metered at a point, and then goes on to be or is done; nil where it wasn't.
    fileprivate let isMeteringContinuous: Bool?

    fileprivate struct Value: Sendable, Hashable {
      let name: CaptureControl.Name
      let value: Int64
    }
  }

  /// What exposure and the lamp are set to, as far as this camera has controls for them.
  ///
  /// The automatic mode comes last: what it locks has to be put back before. With them goes who sets exposure, so that
  /// ``exposureMode`` is the same after.
  package func exposureSnapshot() -> ControlSnapshot {
    let names: [CaptureControl.Name] = [
      .exposureTime, .iso, .analogueGain, .gain, .exposureBias, .torchIntensity, .ledMode, .exposureAutomatic,
    ]
    return ControlSnapshot(
      values: names.compactMap { name in current(name).map { ControlSnapshot.Value(name: name, value: $0) } },
      isExposureLocked: state.withLock { $0.exposure.isLocked },
      isMeteringContinuous: exposureMetering?.isContinuous)
  }

  /// Puts back what has changed since; what the camera refuses stays as it is, and the others are put back.
  ///
  /// - Throws: The first refusal.
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

  /// See ``CaptureDeviceDriver/controlDelay``.
  package var controlDelay: Int { max(0, driver.controlDelay) }

  /// Whether it is so dark that a lamp helps, as far as the driver tells: the exposure is long, and the sensitivity high.
  package var isDark: Bool {
    let (longest, sensitivity) = (exposureDuration, (iso, minISO, maxISO))
    guard longest.isNumeric, longest.seconds >= 1.0 / 30 else { return false }
    // Without any sensitivity to look at, an exposure that is as long as it gets by itself has to do.
    guard sensitivity.2 > sensitivity.1 else { return true }
    return sensitivity.0 >= sensitivity.1 + (sensitivity.2 - sensitivity.1) * 0.6
  }
}
