import OpenCaptureMediaSamples
import OpenCaptureSystem

extension CaptureDevice {
  /// Whether the device reports scene changes while a session streams; the default is false.
  ///
  /// The luma of the visible image is compared with a reference. The reference is set when this property is set,
  /// and when focus or exposure at a point settles. Changes of exposure, noise, flicker and partial movement do not
  /// count. A change is sent to ``subjectAreaChanges`` and posted as `subjectAreaDidChangeNotification` of the
  /// umbrella module. Apps then usually return from focus at a tapped point to continuous focus.
  public var isSubjectAreaChangeMonitoringEnabled: Bool {
    get { subjectAreaMonitor != nil }
    set {
      attempt { () throws(CaptureError) in
        guard mediaType == .video else { throw unsupported("subject area") }
        state.withLock { state in
          guard newValue != (state.subjectArea != nil) else { return }
          state.subjectArea =
            newValue ? SubjectAreaMonitor { [weak self] in self?.subjectAreaDidChange(seenBy: $0) } : nil
        }
      }
    }
  }

  /// A stream of scene changes from now on, while ``isSubjectAreaChangeMonitoringEnabled`` is true.
  public var subjectAreaChanges: AsyncStream<Void> { subjectAreaBroadcast.stream() }

  /// The active monitor; nil if none.
  var subjectAreaMonitor: SubjectAreaMonitor? { state.withLock { $0.subjectArea } }

  /// Passes a frame to the monitor, unless focus or exposure at a point is being adjusted.
  func watchSubjectArea(in sample: SampleBuffer) {
    let (monitor, scan, metering) = state.withLock { ($0.subjectArea, $0.focus.scan, $0.exposure.metering) }
    guard let monitor else { return }
    if scan == nil, metering?.hasSettled ?? true { monitor.analyze(at: sample) } else { monitor.restart() }
  }

  private func subjectAreaDidChange(seenBy monitor: SubjectAreaMonitor) {
    guard subjectAreaMonitor === monitor else { return }
    subjectAreaBroadcast.send(())
    CaptureNotification.post([.subjectArea(self)])
  }
}
