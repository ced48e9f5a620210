import OpenCapture

let scanner = try CodeScanner(types: [.qr, .ean13])
for path in CommandLine.arguments.dropFirst() {
  let sample = try SampleBuffer(pictureAt: path)
  for code in try scanner.scan(sample) {
    print(code.type, code.stringValue ?? "binary", "at", code.boundingBox.center)
  }
}
