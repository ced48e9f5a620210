import OpenCaptureMediaSamples
import OpenCaptureSystem

extension CaptureDevice {
  /// Whether it is watched, while a session streams, if the camera comes to see something else; default false.
  ///
  /// By the luma of the picture that is seen: what is compared with is how that was when focus or exposure settled at their
  /// points, or when this was set. Exposure alone doesn't count, nor do noise, lamps that flicker or what moves in a part of
  /// the picture. A change comes as ``subjectAreaChanges``, and as the notification `subjectAreaDidChangeNotification` of the
  /// umbrella module. Apps that focused where somebody tapped go back to continuous focus then.
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

  /// Each change of what the camera sees from now on, while ``isSubjectAreaChangeMonitoringEnabled``.
  public var subjectAreaChanges: AsyncStream<Void> { subjectAreaBroadcast.stream() }

  /// What watches; nil where nothing does.
  var subjectAreaMonitor: SubjectAreaMonitor? { state.withLock { $0.subjectArea } }

  /// Lets the frame be watched, unless focus or exposure are on their way to where somebody wanted them.
  func watchSubjectArea(in sample: SampleBuffer) {
    let (monitor, scan, metering) = state.withLock { ($0.subjectArea, $0.focus.scan, $0.exposure.metering) }
    guard let monitor else { return }
    if scan == nil, metering?.hasSettled ?? true { monitor.look(at: sample) } else { monitor.restart() }
  }

  private func subjectAreaDidChange(seenBy monitor: SubjectAreaMonitor) {
    guard subjectAreaMonitor === monitor else { return }
    subjectAreaBroadcast.send(())
    CaptureNotification.post([.subjectArea(self)])
  }
}

/// Lets frames be watched for changes of what is seen.
struct SubjectAreaHook: CaptureDeviceHook {
  func pass(_ sample: inout SampleBuffer, from device: CaptureDevice) { device.watchSubjectArea(in: sample) }

  func end(of device: CaptureDevice) { device.subjectAreaMonitor?.restart() }
}
