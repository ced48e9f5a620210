import CoreVideo
import OpenCaptureMediaSamples
import Testing

@Suite("Core Video pixel formats")
struct CVPixelFormatTypeTests {
  @Test(
    "Codes are the four characters of their names",
    arguments: [
      (kCVPixelFormatType_32BGRA, "BGRA"), (kCVPixelFormatType_32RGBA, "RGBA"), (kCVPixelFormatType_32ABGR, "ABGR"),
      (kCVPixelFormatType_24BGR, "24BG"), (kCVPixelFormatType_OneComponent8, "L008"),
      (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, "420v"),
      (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, "420f"), (kCVPixelFormatType_420YpCbCr8Planar, "y420"),
      (kCVPixelFormatType_420YpCbCr8PlanarFullRange, "f420"), (kCVPixelFormatType_422YpCbCr8, "2vuy"),
      (kCVPixelFormatType_422YpCbCr8_yuvs, "yuvs"), (kCVPixelFormatType_422YpCbCr8FullRange, "yuvf"),
      (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, "x420"),
      (kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, "xf20"), (kCVPixelFormatType_DepthFloat32, "fdep"),
      (kCVPixelFormatType_DepthFloat16, "hdep"), (kCVPixelFormatType_DisparityFloat32, "fdis"),
      (kCVPixelFormatType_DisparityFloat16, "hdis"), (kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, "422v"),
      (kCVPixelFormatType_OneComponent32Float, "L00f"), (kCVPixelFormatType_64RGBAHalf, "RGhA"),
      (kCVPixelFormatType_14Bayer_RGGB, "rgg4"), (kCVPixelFormatType_Lossless_32BGRA, "&BGA"),
    ])
  func codes(_ code: OSType, _ characters: String) {
    #expect(characters.utf8.reduce(0) { $0 << 8 | OSType($1) } == code)
  }

  @Test("Two codes are numbers")
  func numbers() {
    #expect(kCVPixelFormatType_24RGB == 24 && kCVPixelFormatType_32ARGB == 32)
  }

  @Test("Every supported format has a unique code, and buffers report it", arguments: PixelFormat.supported)
  func everyFormat(_ format: PixelFormat) throws {
    #expect(PixelFormat(coreVideoType: format.coreVideoType) == format)
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 4, 2, format.coreVideoType, nil, &buffer) == kCVReturnSuccess)
    #expect(buffer.map(CVPixelBufferGetPixelFormatType) == format.coreVideoType)
    #expect(buffer?.format == format)
  }
}
