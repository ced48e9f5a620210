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

/// Draws a yellow frame around the middle of a camera's picture.
func frameMiddle(of layer: PreviewLayer) {
  layer.drawing = { geometry in
    let middle = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let place = geometry.layerRectConverted(fromMetadataOutputRect: middle)
    let yellow = OverlayColor(red: 1, green: 1, blue: 0)
    return ViewDrawing([.stroke(VectorPath(place, cornerRadius: 16), yellow, ViewDrawing.Stroke())])
  }
}
