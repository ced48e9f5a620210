import OpenCaptureMediaSamples
import Testing

@Suite("AudioFormat")
struct AudioFormatTests {
  @Test("One channel is mono, two are stereo, and more have unknown positions")
  func usualLayouts() throws {
    for (channels, layout) in [(1, AudioChannelLayout.mono), (2, .stereo), (3, nil), (64, nil)] {
      let format = try AudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: channels, interleaved: true)
      #expect(format.channelCount == channels && format.channelLayout == layout)
    }
  }

  @Test("A layout has a channel for each position")
  func fromLayout() throws {
    let format = try AudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 48_000, interleaved: false, channelLayout: .surround5Point1)
    #expect(format.channelCount == 6 && format.planeCount == 6)
    #expect(format.description == "48000 Hz 5.1 Float32")
    let stereo = try AudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 48_000, interleaved: false, channelLayout: .stereo)
    #expect(
      stereo
        == (try AudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 2, interleaved: false))
    )
  }

  @Test(
    "A frame has the bytes of all interleaved channels, or of one planar channel",
    arguments: [(AudioCommonFormat.pcmFormatInt16, 2), (.pcmFormatInt32, 4), (.pcmFormatFloat32, 4)])
  func bytes(_ common: AudioCommonFormat, _ bytes: Int) throws {
    #expect(common.bytesPerSample == bytes)
    let interleaved = try AudioFormat(commonFormat: common, sampleRate: 48_000, channels: 6, interleaved: true)
    #expect(interleaved.bytesPerFrame == 6 * bytes && interleaved.planeCount == 1)
    let planar = try AudioFormat(commonFormat: common, sampleRate: 48_000, channels: 6, interleaved: false)
    #expect(planar.bytesPerFrame == bytes && planar.planeCount == 6)
  }

  @Test(
    "An impossible rate or number of channels is an error that lists the valid ones",
    arguments: [(0, 2), (-1, 2), (768_001, 2), (.max, 2), (.min, 2), (48_000, 0), (48_000, 65), (48_000, -1)])
  func absurd(_ rate: Int, _ channels: Int) {
    let error = #expect(throws: MediaError.self) {
      try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: rate, channels: channels, interleaved: true)
    }
    #expect(error?.code == .invalidAudioFormat)
    #expect(error?.description.contains("\(rate) Hz") == true && error?.hint?.contains("768000 Hz") == true)
  }

  @Test("A layout without channels is rejected")
  func emptyLayout() {
    let error = #expect(throws: MediaError.self) {
      try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, interleaved: true, channelLayout: [])
    }
    #expect(error?.code == .invalidAudioFormat)
  }

  @Test("Channels are in the order of WAVE's bits")
  func channels() {
    #expect(AudioChannelLayout.surround7Point1.rawValue == 0x63f)
    #expect(AudioChannelLayout.surround5Point1.rawValue == 0x3f)
    #expect(AudioChannelLayout.quad.rawValue == 0x33)
    #expect(AudioChannelLayout.topBackRight.rawValue == 0x20000)
    let layout: AudioChannelLayout = [.backCenter, .frontRight, .lowFrequency]
    #expect(layout.channel(at: .frontRight) == 0)
    #expect(layout.channel(at: .lowFrequency) == 1)
    #expect(layout.channel(at: .backCenter) == 2)
    #expect(layout.channel(at: .frontLeft) == nil)
    #expect(layout.channel(at: [.frontRight, .lowFrequency]) == nil)
    #expect(layout.channel(at: []) == nil)
  }

  @Test("Positions have consecutive bits in WAVE's order, and FFmpeg's names")
  func positions() {
    let positions: [(AudioChannelLayout, String)] = [
      (.frontLeft, "FL"), (.frontRight, "FR"), (.frontCenter, "mono"), (.lowFrequency, "LFE"), (.backLeft, "BL"),
      (.backRight, "BR"), (.frontLeftOfCenter, "FLC"), (.frontRightOfCenter, "FRC"), (.backCenter, "BC"),
      (.sideLeft, "SL"), (.sideRight, "SR"), (.topCenter, "TC"), (.topFrontLeft, "TFL"), (.topFrontCenter, "TFC"),
      (.topFrontRight, "TFR"), (.topBackLeft, "TBL"), (.topBackCenter, "TBC"), (.topBackRight, "TBR"),
    ]
    for (bit, (position, name)) in positions.enumerated() {
      #expect(position.rawValue == 1 << bit && position.description == name)
    }
  }

  @Test("Common layouts have FFmpeg's names, others list their positions")
  func names() {
    #expect(AudioChannelLayout.mono.description == "mono")
    #expect(AudioChannelLayout.surround7Point1.description == "7.1")
    #expect(AudioChannelLayout([.lowFrequency, .frontLeft, .topFrontRight]).description == "FL+LFE+TFR")
    #expect(AudioChannelLayout(rawValue: 1 << 63 | 1).description == "FL+63")
  }

  @Test("The duration of frames is exactly their number divided by the rate")
  func durations() throws {
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: true)
    #expect(format.duration(ofFrames: 1024).value == 1024)
    #expect(format.duration(ofFrames: 1024).timescale == 44_100)
    let sum = (0..<1000).reduce(MediaTime.zero) { sum, _ in sum + format.duration(ofFrames: 441) }
    #expect(sum == MediaTime(value: 10, timescale: 1) && !sum.hasBeenRounded)
  }

  @Test("The time of a frame is exact, or rounded once to a tick of its sound's clock")
  func times() throws {
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: true)
    let exact = format.time(ofFrame: 441, from: MediaTime(value: 1, timescale: 600))
    #expect(exact == MediaTime(value: 7, timescale: 600) && !exact.hasBeenRounded)
    let clock = MediaTime(value: 123_456_789_012_345, timescale: 1_000_000_000)
    let rounded = format.time(ofFrame: 1, from: clock)
    // 1/44100 s is 22675.7… ns.
    #expect(rounded.value == clock.value + 22_676 && rounded.timescale == 1_000_000_000 && rounded.hasBeenRounded)
    let second = format.time(ofFrame: 44_100, from: clock)
    #expect(second == clock + MediaTime(value: 1, timescale: 1) && !second.hasBeenRounded)
    #expect(format.time(ofFrame: -1, from: clock).value == clock.value - 22_676)
    #expect(!format.time(ofFrame: 5, from: .invalid).isValid)
    #expect(format.time(ofFrame: 5, from: .indefinite).isIndefinite)
  }
}
