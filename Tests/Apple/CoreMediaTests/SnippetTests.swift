import CoreMedia
import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing
@testable import AppleSnippets
@testable import AppleSnippetsStrict

/// Code in the style of Apple's documentation compiles with Apple's modules only, and works as on Apple's systems.
@Suite("Snippets")
struct SnippetTests {
  private func picture(_ format: PixelFormat, _ fill: (Int) -> UInt8) throws -> CMSampleBuffer {
    var picture = try PixelBuffer(format: format, width: 16, height: 8)
    for (index, plane) in picture.planes.enumerated() {
      try picture.withUnsafeMutablePlane(index) { bytes in
        for row in 0..<plane.height {
          for place in 0..<plane.bytesInRow { bytes[row * plane.bytesPerRow + place] = fill(place) }
        }
      }
    }
    return SampleBuffer(pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: .zero))
  }

  @Test("A histogram counts the pixels of a luma plane")
  func histogram() throws {
    let sample = try picture(.nv12) { $0 < 4 ? 0 : 250 }
    let expected = [32] + [Int](repeating: 0, count: 14) + [96]
    #expect(AppleSnippets.lumaHistogram(of: sample) == expected)
    #expect(AppleSnippetsStrict.lumaHistogram(of: sample) == expected)
    #expect(AppleSnippets.lumaHistogram(of: try picture(.bgra) { _ in 0 }) == nil)
  }

  @Test("A copy has the same pixels in other memory", arguments: [PixelFormat.nv12, .bgra, .i420, .yuyv])
  func copying(_ format: PixelFormat) throws {
    let image = try #require(try picture(format) { UInt8($0 * 3) }.imageBuffer)
    CVBufferSetAttachment(image, "note", "kept", .shouldPropagate)
    let made = AppleSnippets.copy(of: image)
    let copy = try #require(made)
    #expect(CVPixelBufferGetBaseAddress(copy) != CVPixelBufferGetBaseAddress(image))
    for (index, plane) in image.planes.enumerated() {
      for row in 0..<plane.height {
        let rows = [image, copy].map { buffer in
          buffer.withUnsafePlane(index) { bytes in
            let start = row * buffer.planes[index].bytesPerRow
            return Array(bytes[start..<start + plane.bytesInRow])
          }
        }
        #expect(rows[0] == rows[1])
      }
    }
    #expect(CVBufferCopyAttachment(copy, "note", nil) as? String == "kept")
    #expect(AppleSnippetsStrict.copy(of: image) != nil)
  }

  @Test("A frame is converted to gray in place")
  func grayscale() throws {
    let sample = try picture(.bgra) { $0 % 4 == 2 ? 255 : 0 }
    let luma = try sample.luma().withUnsafePlane(0) { $0[0] }
    try AppleSnippets.makeGrayscale(sample)
    let pixels = try #require(sample.pixelBuffer).withUnsafePlane(0) { Array($0.prefix(4)) }
    #expect(pixels == [76, 76, 76, 0] && luma != 0)
    #expect(try sample.luma().withUnsafePlane(0) { abs(Int($0[0]) - 76) } <= 1)
    #expect(throws: (any Error).self) { try AppleSnippetsStrict.makeGrayscale(try picture(.nv12) { _ in 0 }) }
  }

  @Test("Frames are logged with their times, and drops with their reasons")
  func logging() throws {
    let logger = AppleSnippets.FrameLogger()
    let strict = AppleSnippetsStrict.FrameLogger()
    for value in [0, 1, 3] as [Int64] {
      let sample = try picture(.bgra) { _ in 0 }
        .withTiming(SampleTiming(presentationTimeStamp: CMTime(value: value, timescale: 30)))
      logger.log(sample)
      strict.log(sample)
    }
    #expect(
      logger.lines == ["0.000 s: 16 x 8, 0.0 fps", "0.033 s: 16 x 8, 30.0 fps", "0.100 s: 16 x 8, 15.0 fps"])
    #expect(strict.lines == logger.lines)
    for reason in [DroppedFrame.Reason.late, .late, .outOfBuffers, .discontinuity] {
      let dropped = DroppedFrame(
        reason, timing: SampleTiming(), sequenceNumber: nil,
        formatDescription: FormatDescription(pixelFormat: .bgra, dimensions: VideoDimensions(width: 1, height: 1)))
      logger.log(dropped.sampleBuffer)
      logger.logDrop(dropped.sampleBuffer)
      #expect(AppleSnippetsStrict.FrameLogger.reason(dropped.sampleBuffer) == reason.rawValue)
    }
    #expect(
      logger.droppedFrames == ["late": 2, "out of buffers": 1, "discontinuity": 1] && logger.lines.count == 3)
  }

  @Test(
    "Audio levels are computed per channel", arguments: [AudioCommonFormat.pcmFormatInt16, .pcmFormatFloat32],
    [true, false])
  func levels(_ common: AudioCommonFormat, _ isInterleaved: Bool) throws {
    let format = try AudioFormat(commonFormat: common, sampleRate: 8_000, channels: 2, interleaved: isInterleaved)
    var sound = try OpenCaptureMediaSamples.AudioBuffer.silence(format: format, frameCount: 64)
    let isLoud: (Int, Int) -> Bool = { isInterleaved ? $1 % 2 == 1 : $0 == 1 }
    for plane in 0..<format.planeCount {
      if common == .pcmFormatInt16 {
        try sound.withMutableSamples(Int16.self, plane: plane) { samples in
          for index in 0..<samples.count where isLoud(plane, index) { samples[index] = -16_384 }
        }
      } else {
        try sound.withMutableSamples(Float.self, plane: plane) { samples in
          for index in 0..<samples.count where isLoud(plane, index) { samples[index] = -0.5 }
        }
      }
    }
    let sample = SampleBuffer(audioBuffer: sound)
    #expect(AppleSnippets.audioLevels(of: sample) == [0, 0.5])
    #expect(AppleSnippetsStrict.audioLevels(of: sample) == [0, 0.5])
    if common == .pcmFormatInt16 {
      #expect(AppleSnippets.peak(of: sample) == (isInterleaved ? 16_384 : nil))
    }
  }

  @Test("Pool buffers become sample buffers, up to the threshold")
  func poolLoop() throws {
    let made = AppleSnippets.FrameMaker(width: 6, height: 2)
    let maker = try #require(made)
    var held: [CMSampleBuffer] = []
    for index in 0..<2 { held.append(try #require(maker.next(gray: UInt8(index * 100)))) }
    #expect(maker.next(gray: 1) == nil)
    #expect(held[1].presentationTimeStamp == CMTime(value: 1, timescale: 30))
    #expect(try held[1].luma().withUnsafePlane(0) { $0[0] } == 100)
    held.removeFirst()
    #expect(maker.next(gray: 1) != nil)
    #expect(AppleSnippetsStrict.FrameMaker(width: 0, height: 2) == nil)
  }

  @Test("A paused recording continues without a gap")
  func retiming() throws {
    let sample = try picture(.bgra) { _ in 0 }
      .withTiming(SampleTiming(presentationTimeStamp: CMTime(value: 70, timescale: 1)))
    let made = AppleSnippets.adjustTime(of: sample, by: CMTime(value: 5, timescale: 1))
    let moved = try #require(made)
    #expect(AppleSnippets.timeText(moved.presentationTimeStamp) == "01:05" && !moved.decodeTimeStamp.isValid)
    #expect(AppleSnippetsStrict.timeText(.indefinite) == "--:--")
  }
}
