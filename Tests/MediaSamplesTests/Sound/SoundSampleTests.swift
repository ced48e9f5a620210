import OpenCaptureMediaSamples
import Testing

@Suite("SampleBuffer of sound")
struct SoundSampleTests {
  private func sample() throws -> SampleBuffer {
    var attachments = Attachments()
    attachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate)
    return SampleBuffer(
      audioBuffer: try .counting(10), presentationTimeStamp: MediaTime(value: 1, timescale: 2), sequenceNumber: 7,
      attachments: attachments)
  }

  @Test("A sound sample has its format, number of frames and duration")
  func holds() throws {
    let sample = try sample()
    #expect(sample.format.type == .audio)
    #expect(sample.format.audioFormat == sample.audioBuffer?.format)
    #expect(sample.numSamples == 10)
    #expect(sample.duration.value == 10 && sample.duration.timescale == 48_000)
    #expect(sample.presentationTimeStamp == MediaTime(value: 1, timescale: 2))
    #expect(sample.pixelBuffer == nil && sample.data == nil)
    #expect(sample.orientation == .up)
  }

  @Test("Each frame has a time, including the end of the last one")
  func times() throws {
    let sample = try sample()
    #expect(sample.presentationTimeStamp(ofFrame: 0) == sample.presentationTimeStamp)
    #expect(sample.presentationTimeStamp(ofFrame: 3) == MediaTime(value: 24_003, timescale: 48_000))
    #expect(
      sample.presentationTimeStamp(ofFrame: sample.numSamples) == sample.presentationTimeStamp + sample.duration)
    let picture = SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 1, height: 1))
    #expect(!picture.presentationTimeStamp(ofFrame: 0).isValid)
    #expect(picture.numSamples == 1)
  }

  @Test("The rest of split sound begins at the end of the first part")
  func rest() throws {
    let whole = try sample()
    let first = try whole.frames(0..<4)
    let rest = try whole.frames(4..<10)
    #expect(first.presentationTimeStamp + first.duration == rest.presentationTimeStamp)
    #expect(rest.presentationTimeStamp + rest.duration == whole.presentationTimeStamp + whole.duration)
    #expect(try rest.audioBuffer?.samples() == [4, 5, 6, 7, 8, 9])
    #expect(rest.numSamples == 6 && rest.sequenceNumber == 7 && rest.bufferAttachments == whole.bufferAttachments)
    let error = #expect(throws: MediaError.self) { try whole.frames(4..<11) }
    #expect(error?.code == .invalidFrames)
  }

  @Test("Frames of sound cannot be taken from pictures")
  func framesOfPicture() throws {
    let picture = SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 1, height: 1))
    let error = #expect(throws: MediaError.self) { try picture.frames(0..<1) }
    #expect(error?.code == .noAudio)
    #expect(picture.audioBuffer == nil)
  }

  @Test("A sound sample reports that it has no picture")
  func noPicture() throws {
    var sample = try sample()
    let asked: [() throws -> PixelBuffer] = [
      { try sample.luma() }, { try sample.image() }, { try sample.image(as: .nv12) },
      { try sample.updateImage { $0 } },
    ]
    for ask in asked {
      let error = #expect(throws: MediaError.self) { try ask() }
      #expect(error?.code == .noImage)
      #expect(error?.description.contains("lpcm 48000 Hz mono Int16, interleaved: the sample is sound") == true)
    }
    #expect(sample.numSamples == 10)
  }

  @Test("A picture that replaces sound keeps the time")
  func replacing() throws {
    let sample = try sample()
    let picture = sample.replacingImage(try PixelBuffer(format: .bgra, width: 2, height: 2))
    #expect(picture.format.type == .video && picture.audioBuffer == nil)
    #expect(picture.timing == sample.timing && picture.bufferAttachments[.isDamaged] == .bool(true))
  }

  @Test("Changing the timing shares the sound")
  func retiming() throws {
    let sample = try sample()
    var timing = sample.timing
    timing.presentationTimeStamp = .zero
    let copy = sample.withTiming(timing)
    #expect(copy.presentationTimeStamp == .zero && copy.duration == sample.duration)
    #expect(copy.audioBuffer?.place == sample.audioBuffer?.place)
  }

  @Test("Only a description of the same sound can replace the current one")
  func redescribing() throws {
    let sample = try sample()
    #expect(throws: Never.self) { try sample.withFormatDescription(sample.format) }
    for wrong in [
      FormatDescription(audioFormat: try .test(2)), FormatDescription(audioFormat: try .test(1, .pcmFormatInt32)),
      FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 0, height: 0)),
    ] {
      #expect(throws: MediaError.self) { try sample.withFormatDescription(wrong) }
    }
  }

  @Test("A lost sound sample has a format and time, but no media")
  func lost() throws {
    let format = try AudioFormat.test(2)
    let timing = SampleTiming(presentationTimeStamp: .zero, duration: format.duration(ofFrames: 480))
    let lost = SampleBuffer(ofLostFrame: FormatDescription(audioFormat: format), timing: timing, sequenceNumber: 3)
    #expect(lost.format.type == .audio && lost.duration == format.duration(ofFrames: 480))
    #expect(lost.numSamples == 0 && lost.audioBuffer == nil && lost.pixelBuffer == nil)
    #expect(throws: MediaError.self) { try lost.frames(0..<1) }
    #expect(throws: MediaError.self) { try lost.luma() }
  }
}
