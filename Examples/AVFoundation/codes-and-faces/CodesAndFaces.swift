import AVFoundation

/// A program that detects codes and faces, converts their positions to a preview, and outlines them.
///
/// For iOS and macOS. The first argument is the folder for a picture.
@main
struct CodesAndFaces {
  let scanner: Scanner
  let reader: MetadataReader
  let folder: URL

  static func main() async {
    let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory())
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("Access to the camera denied.") }
    do {
      let scanner = try Scanner()
      let tracker = FaceTracker(
        didAppear: { id, bounds in print("face \(id) appeared on the \(bounds.midX < 0.5 ? "left" : "right")") },
        didDisappear: { id in print("face \(id) disappeared") })
      try await CodesAndFaces(scanner: scanner, reader: MetadataReader(scanner, tracker), folder: folder).run()
    } catch {
      print("Failed: \(error)")
      exit(1)
    }
  }

  func run() async throws {
    scanner.session.startRunning()
    await detectCodeAndFaces()
    try await outlineObjects()
    await detectOnTheLeft()
    scanner.session.stopRunning()
  }

  /// Waits for a code and two faces.
  private func detectCodeAndFaces() async {
    for await found in reader.detections {
      guard let code = found.code, found.faceCount == 2 else { continue }
      print("code: \(code)")
      let visibleCount = found.codeCorners.filter(scanner.previewLayer.bounds.contains).count
      print("corners in the preview: \(visibleCount) of \(found.codeCorners.count)")
      return
    }
  }

  /// Writes a picture with an outline around each object.
  private func outlineObjects() async throws {
    let painter = OverlayPainter(scanner.videoOutput)
    for await found in reader.detections where found.areas.count >= 3 {
      let picture = await painter.picture(outlining: found.areas)
      let file = folder.appendingPathComponent("overlay.ppm")
      try picture.file.write(to: file)
      print("picture: \(picture.width)x\(picture.height) with \(found.areas.count) outlines")
      return
    }
  }

  /// Restricts detection to the left half of the preview, so that faces elsewhere disappear.
  private func detectOnTheLeft() async {
    let bounds = scanner.previewLayer.bounds
    let left = CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width / 2, height: bounds.height)
    scanner.metadataOutput.rectOfInterest = scanner.previewLayer.metadataOutputRectConverted(fromLayerRect: left)
    for await found in reader.detections where found.faceCount == 0 {
      print("on the left: \(found.code == nil ? "no code" : "a code")")
      return
    }
  }
}
