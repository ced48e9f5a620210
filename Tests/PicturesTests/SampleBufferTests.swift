import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct SampleBufferTests {
  static let files: [(PictureFormat, VideoCodecType, [UInt8])] = [
    (.jpeg, .jpeg, JPEGFixture(6, 4).file), (.png, .png, PNGFixture(6, 4, colourType: 2, depth: 8).file),
    (.pnm, .pnm, Array("P5 6 4 255\n".utf8) + (0..<24).map { UInt8($0 * 10) }),
  ]

  @Test(arguments: files)
  func aPictureIsConvertedToACompressedSample(_ format: PictureFormat, _ codec: VideoCodecType, _ file: [UInt8])
    throws
  {
    let time = MediaTime(value: 3, timescale: 30)
    let picture = try EncodedPicture(file)
    let sample = try picture.sampleBuffer(
      timing: SampleTiming(presentationTimeStamp: time), sequenceNumber: 9)
    #expect(sample.format.codec == codec)
    #expect(sample.format.videoDimensions == VideoDimensions(width: 6, height: 4))
    #expect(sample.pixelBuffer == nil)
    #expect(sample.data?.count == file.count)
    #expect(sample.presentationTimeStamp == time)
    #expect(sample.sequenceNumber == 9)
    #expect(try sample.luma().bytes() == picture.decoded(as: .grey).bytes())
    #expect(try sample.image().bytes() == picture.decoded(as: .bgra).bytes())
    #expect(try sample.image(as: .i420FullRange).format == .i420FullRange)
    #expect(pictureError { _ = try sample.image(as: .yuyv) }?.code == .unsupportedConversion)
  }

  @Test func theSampleHasTheOrientationOfThePicture() throws {
    let exif = Array("Exif\0\0".utf8) + OrientationTests.exif(8, bigEndian: false)
    let sample = try EncodedPicture(JPEGFixture(6, 4).file.insertingSegment(0xe1, exif)).sampleBuffer()
    #expect(sample.orientation == .left)
    #expect(try sample.image().dimensions == VideoDimensions(width: 6, height: 4))
  }

  @Test func releasedMemoryIsReused() throws {
    let decoder = PictureDecoder(reusesMemory: true)
    let data = try EncodedPicture(JPEGFixture(64, 48).file).data
    var addresses: Set<UnsafeRawPointer?> = []
    for _ in 0..<5 {
      let luma = try decoder.decodeLuma(data)
      #expect(luma.planes[0].bytesPerRow == 64)
      addresses.insert(luma.withUnsafePlane(0) { $0.baseAddress })
    }
    #expect(addresses.count == 1)
    let held = try (0..<20).map { _ in try decoder.decodeImage(data, as: .bgra) }
    #expect(Set(held.map { $0.withUnsafePlane(0) { $0.baseAddress } }).count == 20)
  }

  @Test func errorsHaveTheNameGivenToTheDecoder() throws {
    let data = try DataBuffer(copying: [1, 2, 3].span.bytes)
    let error = pictureError { _ = try PictureDecoder(name: "camera").decodeLuma(data) }
    #expect(error?.subject == "camera")
  }
}
