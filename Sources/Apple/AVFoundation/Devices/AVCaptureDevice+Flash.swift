public import OpenCaptureSession

extension CaptureDevice {
  /// Whether the flash can be used now.
  public var isFlashAvailable: Bool { hasFlash && isConnected }

  /// False: a flash is on while a photo is taken alone.
  public var isFlashActive: Bool { false }

  /// Whether photos can be taken this way; settings of photos say which.
  public func isFlashModeSupported(_ flashMode: FlashMode) -> Bool { flashMode == .off || hasFlash }

  /// How photos are taken, before settings of photos said so: off.
  public var flashMode: FlashMode {
    get { .off }
    set { if newValue != .off { Misuse.tell("flashMode: set it in AVCapturePhotoSettings") } }
  }
}
