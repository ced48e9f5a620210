import OpenCapture

// Prints the codes in the pictures named on the command line, and where they are.
let scanner = try CodeScanner(types: [.qr, .ean13])
for path in CommandLine.arguments.dropFirst() {
  let sample = try SampleBuffer(pictureAt: path)
  for code in try scanner.scan(sample) {
    // As in AVFoundation: from the unit square of the picture to a view that shows it.
    let view = PreviewGeometry(
      bounds: Rect(x: 0, y: 0, width: 390, height: 844), videoDimensions: sample.formatDescription.dimensions,
      videoGravity: .resizeAspectFill)
    let inView = view.transformedMetadataObject(for: code)
    print(code.type, code.stringValue ?? "binary", "at", inView.bounds.center)
  }
}
