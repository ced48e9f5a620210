import AVFoundation

/// Finds codes and faces, says where they are in a preview, and draws around them.
///
/// For iOS and macOS. The folder that a picture goes to is the first argument.
@main
struct CodesAndFaces {
  let scanner: Scanner
  let reader: MetadataReader
  let folder: URL

  static func main() async {
    let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory())
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("Nobody let us see.") }
    do {
      let scanner = try Scanner()
      let tracker = FaceTracker(
        came: { id, bounds in print("face \(id) came, on the \(bounds.midX < 0.5 ? "left" : "right")") },
        went: { id in print("face \(id) went") })
      try await CodesAndFaces(scanner: scanner, reader: MetadataReader(scanner, tracker), folder: folder).run()
    } catch {
      print("It ended: \(error)")
      exit(1)
    }
  }

  func run() async throws {
    scanner.session.startRunning()
    await findBoth()
    try await drawAround()
    await lookAtTheLeft()
    scanner.session.stopRunning()
  }

  /// A code, and two faces.
  private func findBoth() async {
    for await finding in reader.findings {
      guard let code = finding.code, finding.faceCount == 2 else { continue }
      print("code: \(code)")
      let isShown = finding.codeCorners.filter(scanner.previewLayer.bounds.contains).count
      print("corners in the preview: \(isShown) of \(finding.codeCorners.count)")
      return
    }
  }

  /// A picture with a line around each.
  private func drawAround() async throws {
    let painter = OverlayPainter(scanner.videoOutput)
    for await finding in reader.findings where finding.areas.count >= 3 {
      let picture = await painter.picture(framing: finding.areas)
      let file = folder.appendingPathComponent("overlay.ppm")
      try picture.file.write(to: file)
      print("picture: \(picture.width)x\(picture.height) with \(finding.areas.count) frames")
      return
    }
  }

  /// What counts is what lies in the left half of the preview: faces that are elsewhere go.
  private func lookAtTheLeft() async {
    let bounds = scanner.previewLayer.bounds
    let left = CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width / 2, height: bounds.height)
    scanner.metadataOutput.rectOfInterest = scanner.previewLayer.metadataOutputRectConverted(fromLayerRect: left)
    for await finding in reader.findings where finding.faceCount == 0 {
      print("on the left: \(finding.code == nil ? "nothing" : "a code")")
      return
    }
  }
}
