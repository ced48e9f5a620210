import CoreMedia
import Fixtures
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing
import Vision

@Suite("Barcodes in rotated images")
struct BarcodeOrientationTests {
  private func code(_ perform: ([VNRequest]) throws -> Void) throws -> VNBarcodeObservation {
    let request = VNDetectBarcodesRequest()
    request.symbologies = [.qr]
    try perform([request])
    #expect(request.results?.count == 1)
    return try #require(request.results?.first)
  }

  @Test("Handlers of pixels, images and frames process the upright image", arguments: ImageOrientation.allCases)
  func handlers(_ orientation: ImageOrientation) throws {
    let picture = try CodePicture()
    let stored = try picture.stored(orientation)
    let named = CGImagePropertyOrientation(orientation)
    let sample = SampleBuffer(pixelBuffer: stored)
    let image = CIImage(cvPixelBuffer: stored)
    let handlers = [
      VNImageRequestHandler(cvPixelBuffer: stored, orientation: named, options: [:]),
      VNImageRequestHandler(cmSampleBuffer: sample, orientation: named),
      VNImageRequestHandler(ciImage: image, orientation: named),
      VNImageRequestHandler(ciImage: image.oriented(named)),
    ]
    for handler in handlers {
      let code = try code(handler.perform)
      #expect(picture.isSeen(code) && code.payloadStringValue == "vision")
    }
  }

  @Test("A sequence handler processes the upright image", arguments: ImageOrientation.allCases)
  func sequences(_ orientation: ImageOrientation) throws {
    let picture = try CodePicture()
    let stored = try picture.stored(orientation)
    let named = CGImagePropertyOrientation(orientation)
    let handler = VNSequenceRequestHandler()
    let sample = SampleBuffer(pixelBuffer: stored)
    #expect(picture.isSeen(try code { try handler.perform($0, on: stored, orientation: named) }))
    #expect(picture.isSeen(try code { try handler.perform($0, on: sample, orientation: named) }))
    let image = CIImage(cvPixelBuffer: stored)
    #expect(picture.isSeen(try code { try handler.perform($0, on: image, orientation: named) }))
    let upright = picture.pixels
    #expect(picture.isSeen(try code { try handler.perform($0, on: upright) }))
    #expect(picture.isSeen(try code { try handler.perform($0, on: SampleBuffer(pixelBuffer: upright)) }))
  }

  @Test(
    "A frame is rotated by its connection, and then by the caller", arguments: ImageOrientation.allCases)
  func frames(_ orientation: ImageOrientation) throws {
    let picture = try CodePicture()
    let sample = SampleBuffer(pixelBuffer: try picture.stored(orientation), orientation: orientation)
    #expect(picture.isSeen(try code(VNImageRequestHandler(cmSampleBuffer: sample).perform)))
    // The connection makes the image upright, and the caller rotates it once more.
    let twice = SampleBuffer(pixelBuffer: try picture.stored(orientation.then(.right)), orientation: orientation)
    #expect(picture.isSeen(try code(VNImageRequestHandler(cmSampleBuffer: twice, orientation: .right).perform)))
  }

  @Test("A file specifies its rotation, unless the caller does", arguments: ImageOrientation.allCases)
  func files(_ orientation: ImageOrientation) throws {
    let picture = try CodePicture()
    let file = try PNGEncoder().encode(
      picture.stored(orientation), metadata: PictureMetadata(orientation: orientation))
    let data = file.data.withUnsafeBytes { Data($0) }
    #expect(picture.isSeen(try code(VNImageRequestHandler(data: data).perform)))
    try TemporaryFolder.with { folder in
      let url = folder.file("code.png", Array(data))
      #expect(picture.isSeen(try code(VNImageRequestHandler(url: url).perform)))
      let handler = VNSequenceRequestHandler()
      #expect(picture.isSeen(try code { try handler.perform($0, onImageURL: url) }))
      // With an explicit orientation of up, the stored image is processed as it is.
      let observed = try code(VNImageRequestHandler(url: url, orientation: .up).perform)
      #expect(picture.isSeen(observed) == (orientation == .up))
      #expect(try code { try handler.perform($0, onImageData: data, orientation: .up) }.topLeft == observed.topLeft)
    }
  }
}
