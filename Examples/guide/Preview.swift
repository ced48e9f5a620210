import OpenCapture

/// Shows a camera in a window; a click focuses where it is, and codes are outlined.
func showCamera(_ camera: CaptureDevice) throws {
  let (session, codes) = (CaptureSession(), CaptureMetadataOutput(detectors: [CodeScanner()]))
  try session.addInput(CaptureDeviceInput(device: camera))
  try session.addOutput(codes)
  let layer = PreviewLayer(session: session)
  let window = try PreviewWindow(title: camera.localizedName, layer: layer)
  let outlines = Task { for await finds in codes.metadataObjects { window.metadataObjects = finds.objects } }
  session.startRunning()
  try window.run { event in
    switch event {
    case .tap(let point) where camera.isFocusPointOfInterestSupported:
      try camera.lockForConfiguration()
      camera.focusPointOfInterest = layer.captureDevicePointConverted(fromLayerPoint: point)
      camera.focusMode = .autoFocus
      camera.unlockForConfiguration()
    case .close: window.close()
    default: break
    }
  }
  outlines.cancel()
  session.stopRunning()
}
