import OpenCapture

/// Shows a camera in a window, focuses at a click, and outlines codes.
func showCamera(_ camera: CaptureDevice) throws {
  let session = CaptureSession()
  let codes = CaptureMetadataOutput(detectors: [CodeScanner()])
  try session.add(CaptureDeviceInput(device: camera))
  try session.add(codes)
  let layer = PreviewLayer(session: session)
  let window = try PreviewWindow(title: camera.localizedName, layer: layer)
  let outlines = Task {
    for await detections in codes.metadataObjects { window.metadataObjects = detections.objects }
  }
  session.startRunning()
  try window.run { event in
    switch event {
    case .tap(let point) where camera.isFocusPointOfInterestSupported:
      try camera.lockForConfiguration()
      camera.focusPoint = layer.geometry.captureDevicePointConverted(fromLayerPoint: point)
      camera.focusMode = .autoFocus
      camera.unlockForConfiguration()
    case .close: window.close()
    default: break
    }
  }
  outlines.cancel()
  session.stopRunning()
}
