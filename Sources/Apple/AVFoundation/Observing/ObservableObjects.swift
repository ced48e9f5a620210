import OpenCaptureFlow
import OpenCapturePhotos
import OpenCapturePreview
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSystem

// Whose properties can be observed.

extension CaptureSession: KeyValueObservable {
  /// Sent when properties may have changed.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension CaptureDevice: KeyValueObservable {
  /// Sent when properties may have changed; how hot the machine is, and who else uses the camera, the kernel doesn't tell.
  public var propertyChanges: PropertyChanges {
    PropertyChanges(signal: changes, untold: Self.isUntold)
  }

  /// Whether nobody tells when a property changes, or a part of it, as far as parts are what one observes.
  private static func isUntold(_ keyPath: AnyKeyPath) -> Bool {
    let untold: [PartialKeyPath<CaptureDevice>] = [
      \.isInUseByAnotherApplication, \.systemPressureState, \.systemPressureState.level,
      \.systemPressureState.level.rawValue, \.systemPressureState.factors, \.systemPressureState.factors.rawValue,
    ]
    return untold.contains { $0 == keyPath }
  }
}

extension CaptureConnection: KeyValueObservable {
  /// Sent when properties may have changed.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension PreviewLayer: KeyValueObservable {
  /// Sent when properties may have changed.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension CapturePhotoOutput: KeyValueObservable {
  /// Sent when properties may have changed, those included that follow from the camera's.
  public var propertyChanges: PropertyChanges {
    PropertyChanges(
      signal: link.changes,
      following: { [weak self] in
        (self?.connection(with: .video)?.input as? CaptureDeviceInput)?.device.changes
      })
  }
}

extension CaptureMovieFileOutput: KeyValueObservable {
  /// Sent when properties may have changed.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: recording.changes) }
}

extension CaptureAudioFileOutput: KeyValueObservable {
  /// Sent when properties may have changed.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: recording.changes) }
}

extension CaptureDevice.RotationCoordinator: KeyValueObservable {
  /// Never sent: cameras here aren't turned.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: ChangeSignal()) }
}
