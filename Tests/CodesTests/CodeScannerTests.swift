import OpenCaptureCodes
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("CodeScanner")
struct CodeScannerTests {
  /// Returns a code of 232 pixels with a quiet zone of 32 pixels.
  private func picture() throws -> PixelBuffer {
    try #require(QRSymbol("hello, corners", version: 3)).picture(pixelsPerModule: 8)
  }

  @Test(
    "Corners are named in the code's own frame, in every orientation of the picture",
    arguments: ImageOrientation.allCases)
  func corners(_ orientation: ImageOrientation) throws {
    let turned = try picture().uprightCopy(orientation)
    let code = try #require(try CodeScanner().scan(turned).first)
    let exact = Corners(Rect(x: 32.0 / 296, y: 32.0 / 296, width: 232.0 / 296, height: 232.0 / 296))
    for (found, corner) in zip(code.cornerPoints, exact) {
      let expected = orientation.upright(corner)
      #expect(abs(found.x - expected.x) < 1.6 / 296 && abs(found.y - expected.y) < 1.6 / 296)
    }
    #expect(code.cornerPoints.isMirrored == orientation.isMirrored)
  }

  @Test("A region of interest excludes codes outside and moves no corner")
  func regionOfInterest() throws {
    let two = try sideBySide(
      try picture(), try #require(QRSymbol("second", version: 3)).picture(pixelsPerModule: 8))
    var scanner = CodeScanner()
    let both = try scanner.scan(two)
    #expect(Set(both.map(\.stringValue)) == ["hello, corners", "second"])
    scanner.rectOfInterest = Rect(x: 0.5, y: 0, width: 0.5, height: 1)
    let right = try scanner.scan(two)
    #expect(right.map(\.stringValue) == ["second"])
    let whole = try #require(both.first { $0.stringValue == "second" })
    for (corner, same) in zip(try #require(right.first).cornerPoints, whole.cornerPoints) {
      #expect(abs(corner.x - same.x) < 2.0 / 592 && abs(corner.y - same.y) < 2.0 / 296)
    }
  }

  @Test(
    "A region outside the picture is an error; an overlapping one is not",
    arguments: [
      (Rect(x: 1, y: 0, width: 1, height: 1), false), (Rect(x: 0, y: 0, width: 0, height: 1), false),
      (Rect(x: .nan, y: 0, width: 1, height: 1), false), (Rect(x: -5, y: -5, width: 20, height: 20), true),
      (Rect(x: 1 - 1e-17, y: 0, width: 1, height: 1), false),
      (Rect(x: 0.9999, y: 0.9999, width: 1, height: 1), true),
    ])
  func regions(_ region: Rect, _ isUsable: Bool) throws {
    var scanner = CodeScanner()
    scanner.rectOfInterest = region
    let buffer = try picture()
    if isUsable {
      #expect(throws: Never.self) { try scanner.scan(buffer) }
    } else {
      let error = #expect(throws: CodeScannerError.self) { try scanner.scan(buffer) }
      #expect(error?.code == .emptyRegion)
    }
  }

  @Test("A code has the time of its sample and the name of its engine")
  func sampleTime() throws {
    let timing = SampleTiming(
      presentationTimeStamp: MediaTime(value: 7, timescale: 30), duration: MediaTime(value: 1, timescale: 30))
    let code = try #require(try CodeScanner().scan(SampleBuffer(pixelBuffer: picture(), timing: timing)).first)
    #expect(code.time == timing.presentationTimeStamp)
    #expect(code.duration == timing.duration)
    #expect(CodeScanner.defaultEngines.map(\.name).contains { $0 == code.engine })
    #expect(code.type == .qr)
  }

  @Test("Padded rows and colour formats are read like packed grey ones")
  func formats() throws {
    let tight = try picture()
    let expected = try CodeScanner().scan(tight)
    #expect(try CodeScanner().scan(tight.copy(rowAlignment: 512)) == expected)
    var colour = try PixelBuffer(format: .bgra, width: tight.width, height: tight.height)
    let stride = colour.planes[0].bytesPerRow
    try colour.withUnsafeMutablePlane(0) { target in
      tight.withUnsafePlane(0) { source in
        for index in 0..<tight.width * tight.height {
          let start = index / tight.width * stride + index % tight.width * 4
          for channel in 0..<4 { target[start + channel] = source[index] }
        }
      }
    }
    #expect(try CodeScanner().scan(colour) == expected)
  }

  @Test("A scan doesn't depend on earlier scans")
  func noMemory() throws {
    let scanner = CodeScanner()
    let buffer = try picture()
    let first = try scanner.scan(buffer)
    for text in ["a", "b", "a somewhat longer one, in between"] {
      _ = try scanner.scan(#require(QRSymbol(text)).picture(pixelsPerModule: 3))
      #expect(try scanner.scan(buffer) == first)
    }
  }

  @Test(
    "Pictures that are too small for a code contain none",
    arguments: [(1, 1), (1, 500), (500, 1), (2, 3), (16, 16)])
  func tiny(_ width: Int, _ height: Int) throws {
    var picture = try PixelBuffer(format: .nv12, width: width, height: height)
    // Uninitialized memory could look like a code.
    try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 128) }
    #expect(try CodeScanner(types: CodeScanner.readableTypes()).scan(picture).isEmpty)
  }

  @Test("An unreadable type is an error that lists the readable types")
  func unreadableType() {
    let error = #expect(throws: CodeScannerError.self) {
      try CodeScanner(types: [.qr, .aztec], engines: [ZBarEngine()])
    }
    #expect(error?.code == .unsupportedType)
    #expect(error?.description.contains("aztec") == true)
    #expect(error?.hint?.contains("code128") == true)
    #expect(error?.description.contains("code128") == true)
  }

  @Test("ZBar's decoders with known memory errors are never enabled")
  func noDataBar() {
    #expect(ZBarEngine().readableTypes.isDisjoint(with: [.gs1DataBar, .gs1DataBarExpanded, .gs1DataBarLimited]))
  }

  @Test("Only requested types are found")
  func types() throws {
    let barcode = try #require(EANSymbol("400638133393")).picture(pixelsPerModule: 3)
    #expect(try CodeScanner(types: [.qr]).scan(barcode).isEmpty)
    #expect(try CodeScanner(types: [.ean13]).scan(barcode).map(\.stringValue) == ["4006381333931"])
    #expect(try CodeScanner(types: [.ean8, .code128]).scan(barcode).isEmpty)
    #expect(try CodeScanner(types: [.ean13]).scan(picture()).isEmpty)
  }

  @Test("A UPC-A code is reported as such if requested, otherwise as an EAN-13 starting with 0")
  func upcA() throws {
    let barcode = try #require(EANSymbol("003600029145")).picture(pixelsPerModule: 3)
    #expect(try CodeScanner(types: [.ean13]).scan(barcode).map(\.stringValue) == ["0036000291452"])
    let both = try CodeScanner(types: [.ean13, .upca]).scan(barcode)
    #expect(both.map(\.type) == [.upca])
    #expect(both.map(\.stringValue) == ["036000291452"])
    #expect(try CodeScanner(types: [.upca]).scan(barcode).map(\.stringValue) == ["036000291452"])
  }

  @Test("The corners of a barcode rotate with it", arguments: [ImageOrientation.up, .right, .down, .left])
  func barcodeCorners(_ orientation: ImageOrientation) throws {
    let barcode = try #require(EANSymbol("400638133393")).picture(pixelsPerModule: 4).uprightCopy(orientation)
    let code = try #require(try CodeScanner(types: [.ean13]).scan(barcode).first)
    let down =
      orientation.inverse.upright(code.cornerPoints.bottomLeft).y
      - orientation.inverse.upright(code.cornerPoints.topLeft).y
    let across =
      orientation.inverse.upright(code.cornerPoints.topRight).x
      - orientation.inverse.upright(code.cornerPoints.topLeft).x
    #expect(down > 0.2)
    #expect(across > 0.5)
  }

  private func sideBySide(_ left: PixelBuffer, _ right: PixelBuffer) throws -> PixelBuffer {
    var both = try PixelBuffer(format: .grey, width: left.width + right.width, height: left.height, rowAlignment: 1)
    let width = both.width
    try both.withUnsafeMutablePlane(0) { target in
      for (picture, start) in [(left, 0), (right, left.width)] {
        picture.withUnsafePlane(0) { source in
          for y in 0..<picture.height {
            for x in 0..<picture.width { target[y * width + start + x] = source[y * picture.width + x] }
          }
        }
      }
    }
    return both
  }
}
