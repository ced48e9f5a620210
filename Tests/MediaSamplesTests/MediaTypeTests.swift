import OpenCaptureMediaSamples
import Testing

@Suite("MediaType")
struct MediaTypeTests {
  @Test("Codes are AVFoundation's, and descriptions are words")
  func codes() {
    #expect(MediaType.video.rawValue == "vide" && "\(MediaType.video)" == "video")
    #expect(MediaType.audio.rawValue == "soun" && "\(MediaType.audio)" == "audio")
    #expect(MediaType.metadataObject.rawValue == "mobj" && "\(MediaType.metadataObject)" == "metadataObject")
    #expect("\(MediaType(rawValue: "text"))" == "text")
    #expect(Set([MediaType.video, .audio, .metadataObject, MediaType(rawValue: "vide")]).count == 3)
  }

  @Test(
    "Each codec code has its own string, also if the code is not text",
    arguments: [0x6176_6331, 0x0102_ff80] as [UInt32])
  func codecs(_ number: UInt32) {
    let codec = VideoCodecType(FourCharCode(rawValue: number))
    #expect(VideoCodecType(rawValue: codec.rawValue) == codec && codec.fourCharCode.rawValue == number)
    #expect(codec.rawValue != VideoCodecType(FourCharCode(rawValue: number + 1)).rawValue)
    #expect((codec.rawValue == "avc1") == (codec == .h264))
  }

  @Test("A description of pixels or compressed pictures is video, one of sound is audio")
  func descriptions() throws {
    let size = VideoDimensions(width: 6, height: 4)
    let pixels = FormatDescription(pixelFormat: .nv12, dimensions: size)
    #expect(pixels.type == .video && pixels.fourCharCode == "420v")
    #expect(pixels.videoSubType == .pixels(.nv12) && pixels.audioFormat == nil)
    let compressed = FormatDescription(codec: .jpeg, dimensions: size)
    #expect(compressed.type == .video && compressed.fourCharCode == "jpeg")
    #expect(compressed.codec == .jpeg && compressed.pixelFormat == nil && compressed.audioFormat == nil)
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true)
    let sound = FormatDescription(audioFormat: format)
    #expect(sound.type == .audio && sound.fourCharCode == "lpcm" && sound.audioFormat == format)
    #expect(sound != pixels && sound == FormatDescription(audioFormat: format))
  }

  @Test("Sound has no size, pixels, codec or colors")
  func nothingOfPictures() throws {
    let format = try AudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 8_000, channels: 1, interleaved: false)
    let sound = FormatDescription(audioFormat: format)
    #expect(sound.videoDimensions == VideoDimensions(width: 0, height: 0))
    #expect(sound.pixelFormat == nil && sound.codec == nil && sound.videoSubType == nil)
    #expect(sound.colorRange == nil && sound.colorMatrix == nil)
    #expect(sound.description == "lpcm 8000 Hz mono Float32")
  }
}
