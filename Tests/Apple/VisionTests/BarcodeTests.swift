import Fixtures
import OpenCaptureMediaSamples
import Testing
import Vision

@Suite("VNDetectBarcodesRequest")
struct BarcodeTests {
  private func results(
    _ picture: PixelBuffer, _ symbologies: [VNBarcodeSymbology]? = nil
  ) throws -> [VNBarcodeObservation] {
    let request = VNDetectBarcodesRequest()
    if let symbologies { request.symbologies = symbologies }
    try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
    return try #require(request.results)
  }

  @Test("A request reads all supported symbologies by default, and only those requested otherwise")
  func symbologies() throws {
    let qr = try CodePicture().pixels
    let ean = try #require(EANSymbol("400638133393")).picture(pixelsPerModule: 3)
    #expect(try results(qr).map(\.symbology) == [.qr])
    #expect(try results(ean).map(\.symbology) == [.ean13])
    #expect(try results(ean).first?.payloadStringValue == "4006381333931")
    #expect(try results(ean, [.qr]).isEmpty)
    #expect(try results(qr, [.ean13, .code128]).isEmpty)
    #expect(try results(qr, []).isEmpty)
    #expect(VNDetectBarcodesRequest().symbologies == (try VNDetectBarcodesRequest().supportedSymbologies()))
    #expect(VNDetectBarcodesRequest.supportedSymbologies.contains(.i2of5))
    #expect(!VNDetectBarcodesRequest.supportedSymbologies.contains(.code39Checksum))
  }

  @Test("A UPC-A code is an EAN-13 with a leading 0")
  func upca() throws {
    let picture = try #require(EANSymbol("003600029145")).picture(pixelsPerModule: 3)
    #expect(try results(picture).map(\.payloadStringValue) == ["0036000291452"])
    #expect(try results(picture, [.ean13]).map(\.symbology) == [.ean13])
  }

  @Test("A request for an unsupported symbology fails and lists the supported ones")
  func unsupported() throws {
    let error = #expect(throws: VNError.self) { try results(try CodePicture().pixels, [.qr, .msiPlessey]) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.description.contains("VNBarcodeSymbologyMSIPlessey") == true)
    #expect(error?.description.contains("VNBarcodeSymbologyQR") == true)
  }

  @Test("A code without text has its bytes")
  func bytes() throws {
    let payload: [UInt8] = [0xff, 0xfe, 0, 1, 2, 0x80]
    let picture = try #require(QRSymbol(payload)).picture(pixelsPerModule: 4)
    let code = try #require(try results(picture).first)
    #expect(code.payloadData == Data(payload))
    #expect(code.confidence == 1)
    #expect(code.uuid != (try results(picture).first?.uuid))
  }

  @Test(
    "Coordinates are fractions of the region of interest, in every orientation",
    arguments: ImageOrientation.allCases)
  func region(_ orientation: ImageOrientation) throws {
    let picture = try CodePicture()
    let request = VNDetectBarcodesRequest()
    let handler = VNImageRequestHandler(
      cvPixelBuffer: try picture.stored(orientation), orientation: CGImagePropertyOrientation(orientation))
    // The upper left part with the code; y points up.
    request.regionOfInterest = CGRect(x: 0, y: 0.2, width: 0.5, height: 0.8)
    try handler.perform([request])
    #expect(picture.isSeen(try #require(request.results?.first), of: request.regionOfInterest))
    let box = try #require(request.results?.first).boundingBox
    let pixels = VNImageRectForNormalizedRectUsingRegionOfInterest(box, 300, 200, request.regionOfInterest)
    #expect(
      abs(Double(pixels.minX) - picture.code.minX) < 2 && abs(200 - Double(pixels.maxY) - picture.code.minY) < 2)
    request.regionOfInterest = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    try handler.perform([request])
    #expect(request.results == [])
  }

  @Test(
    "A region outside the image makes the request fail",
    arguments: [
      CGRect(x: 0.5, y: 0, width: 0.6, height: 1), .zero, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
      .infinite,
    ])
  func badRegion(_ region: CGRect) throws {
    let request = VNDetectBarcodesRequest()
    request.regionOfInterest = region
    let error = #expect(throws: VNError.self) {
      try VNImageRequestHandler(cvPixelBuffer: try CodePicture().pixels).perform([request])
    }
    #expect(error?.code == .outOfBoundsError)
    #expect(request.results == nil)
  }
}
