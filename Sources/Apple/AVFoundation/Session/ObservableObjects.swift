import OpenCapturePhotos
import OpenCapturePreview
import OpenCaptureRecording

// The types with observable properties.

extension CaptureSession: KeyValueObservable {
  /// The notification of possible property changes.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension CaptureDevice: KeyValueObservable {
  /// The notification of possible property changes.
  ///
  /// The kernel does not report changes of system pressure and of use by other programs.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes, untold: Self.isUnreported) }

  /// Returns whether no notification exists for a property or a part of one.
  private static func isUnreported(_ keyPath: AnyKeyPath) -> Bool {
    let unreported: [PartialKeyPath<CaptureDevice>] = [
      \.isInUseByAnotherApplication, \.systemPressureState, \.systemPressureState.level,
      \.systemPressureState.level.rawValue, \.systemPressureState.factors, \.systemPressureState.factors.rawValue,
    ]
    return unreported.contains { $0 == keyPath }
  }
}

extension CaptureConnection: KeyValueObservable {
  /// The notification of possible property changes.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension AVCaptureVideoPreviewLayer: KeyValueObservable {
  /// The notification of possible property changes.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: previewLayer.changes) }
}

extension CapturePhotoOutput: KeyValueObservable {
  /// The notification of possible property changes, including those of the camera.
  public var propertyChanges: PropertyChanges {
    PropertyChanges(
      signal: link.changes,
      following: { [weak self] in
        (self?.connection(with: .video)?.input as? CaptureDeviceInput)?.device.changes
      })
  }
}

extension CaptureStillImageOutput: KeyValueObservable {
  /// The notification of possible property changes.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: link.changes) }
}

extension CaptureMovieFileOutput: KeyValueObservable {
  /// The notification of possible property changes.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: recording.changes) }
}

extension CaptureAudioFileOutput: KeyValueObservable {
  /// The notification of possible property changes.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: recording.changes) }
}

extension CaptureDevice.DiscoverySession: KeyValueObservable {
  /// The notification of connections and disconnections of devices.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension CaptureDevice.RotationCoordinator: KeyValueObservable {
  /// The notification of property changes; never sent, because the angles are constant.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: ChangeSignal()) }
}
