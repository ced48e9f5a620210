import OpenCaptureFlow
import COpenCaptureV4L2
@testable import OpenCaptureCameras
import OpenCaptureSession
import OpenCaptureMediaSamples
import Testing

@Suite(
  "Formats decoded by libv4lconvert", .enabled(if: ConversionLibrary.isInstalled, "libv4l-0 is not installed"))
struct ConversionLibraryTests {
  private let width = 64
  private let height = 32
  private let stride = 80

  private func format(_ code: FourCharCode) -> cv4l2_format {
    var format = cv4l2_format()
    format.width = UInt32(width)
    format.height = UInt32(height)
    format.bytes_per_line = UInt32(stride)
    format.size_image = UInt32(stride * height)
    format.pixel_format = code.rawValue.byteSwapped
    return format
  }

  /// Returns a raw image with two colours, one in each half.
  ///
  /// - Parameter pattern: The colour components (0 red, 1 green, 2 blue) of the Bayer pattern's four pixels.
  private func bayer(_ pattern: [Int], _ left: [UInt8], _ right: [UInt8]) throws -> DataBuffer {
    var bytes = [UInt8](repeating: 0xee, count: stride * height)
    for y in 0..<height {
      for x in 0..<width { bytes[y * stride + x] = (x < width / 2 ? left : right)[pattern[y % 2 * 2 + x % 2]] }
    }
    return try DataBuffer(copying: bytes.span.bytes)
  }

  private func pixel(_ picture: PixelBuffer, x: Int, y: Int) -> [UInt8] {
    let offset = y * picture.planes[0].bytesPerRow + x * 3
    return picture.withUnsafePlane(0) { Array($0[offset..<offset + 3]) }
  }

  @Test(
    "Each Bayer pattern with padded rows is decoded to the original colours",
    arguments: [
      ("BA81", [2, 1, 1, 0]), ("GBRG", [1, 2, 0, 1]), ("GRBG", [1, 0, 2, 1]), ("RGGB", [0, 1, 1, 2]),
    ] as [(FourCharCode, [Int])])
  func patterns(_ code: FourCharCode, _ pattern: [Int]) throws {
    let decoder = try #require(ConversionLibraryDecoder(format(code), name: "cam"))
    let left: [UInt8] = [200, 100, 50]
    let right: [UInt8] = [10, 120, 240]
    let data = try bayer(pattern, left, right)
    let picture = try decoder.decodeImage(data, as: .rgb24)
    #expect(picture.width == width && picture.height == height)
    #expect(pixel(picture, x: 10, y: 10) == left && pixel(picture, x: 50, y: 21) == right)
    let luma = try decoder.decodeLuma(data)
    #expect(luma.format == .grey)
  }

  @Test("A truncated frame causes an error that names the library, and the next frame is decoded")
  func short() throws {
    let decoder = try #require(ConversionLibraryDecoder(format("GRBG"), name: "cam"))
    let cut = try DataBuffer(copying: [UInt8](repeating: 1, count: 100).span.bytes)
    let error = #expect(throws: CaptureError.self) { try decoder.decodeImage(cut, as: .rgb24) }
    #expect(error?.description.contains("libv4lconvert") == true)
    #expect(throws: Never.self) {
      try decoder.decodeImage(bayer([1, 0, 2, 1], [9, 9, 9], [9, 9, 9]), as: .rgb24)
    }
  }

  @Test("The library does not handle formats that have another decoder or none")
  func others() {
    for code: FourCharCode in ["YUYV", "MJPG", "H264", "VP80", "RGBP"] {
      #expect(!ConversionLibrary.decodes(code))
      #expect(ConversionLibraryDecoder(format(code), name: "cam") == nil)
    }
    #expect(V4L2PixelFormat.media("GRBG") == .codec(VideoCodecType(rawValue: "GRBG")))
    #expect(V4L2PixelFormat.media("H264") == .codec(.h264))
    #expect(V4L2PixelFormat.media("HEVC") == .codec(.hevc))
    #expect(V4L2PixelFormat.media("VP80") == nil)
  }
}
