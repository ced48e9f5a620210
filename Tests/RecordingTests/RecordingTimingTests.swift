@testable import OpenCaptureRecording
import OpenCaptureMediaSamples
import Testing

@Suite("Recording timeline: beginning and pauses") struct RecordingTimelineTests {
  private func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds, preferredTimescale: 1_000) }

  @Test("A recording begins with the first frame that has sound")
  func beginning() {
    var timeline = RecordingTimeline(hasVideo: true, hasAudio: true)
    #expect(timeline.place(picture: time(1)) == nil)
    #expect(timeline.place(sound: time(1.02)) == nil)
    #expect(timeline.place(picture: time(1.04)) == .zero)
    #expect(timeline.recorded(time(1.02)) == time(-0.02))
    #expect(timeline.place(picture: time(1.08)) == time(0.04))
  }

  @Test("A recording waits for sound for at most a second")
  func silentBeginning() {
    var timeline = RecordingTimeline(hasVideo: true, hasAudio: true)
    #expect(timeline.place(picture: time(0)) == nil)
    #expect(timeline.place(picture: time(1)) == nil)
    #expect(timeline.place(picture: time(1.04)) == .zero)
  }

  @Test("Pauses are removed, except before the beginning")
  func pause() {
    var timeline = RecordingTimeline(hasVideo: true, hasAudio: false)
    timeline.pause(at: time(0))
    #expect(timeline.place(picture: time(0.5)) == nil)
    timeline.resume(at: time(1))
    #expect(timeline.place(picture: time(2)) == .zero)
    timeline.pause(at: time(3))
    #expect(timeline.place(picture: time(3.5)) == nil)
    #expect(timeline.end(time(3.7)) == time(1))
    timeline.resume(at: time(4))
    #expect(timeline.place(picture: time(4)) == time(1))
    #expect(timeline.end(time(5)) == time(2))
  }
}

@Suite("Positions in a sound file") struct SoundCountTests {
  private func time(_ frames: Int64) -> MediaTime { MediaTime(value: frames * 1_000_000, timescale: 1_000_000_000) }
  private func sound(_ count: Int) throws -> AudioBuffer {
    try .silence(
      format: AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 1_000, channels: 1, interleaved: true),
      frameCount: count)
  }

  @Test("Frames are contiguous although their timestamps drift")
  func creeping() throws {
    var count = AudioFilePosition()
    for index in 0..<1_000 as Range<Int64> {
      #expect(count.place(time(index * 11), try sound(10)) == MediaTime(value: index * 10, timescale: 1_000))
    }
    #expect(count.place(time(999 * 11 + 10)) == MediaTime(value: 10, timescale: 1))
  }

  @Test("A jump of the timestamps gives a gap of the same length, and a backward jump gives none")
  func jumping() throws {
    var count = AudioFilePosition()
    #expect(count.place(time(0), try sound(10)) == .zero)
    #expect(count.place(time(50), try sound(10)) == MediaTime(value: 50, timescale: 1_000))
    #expect(count.place(time(30), try sound(10)) == MediaTime(value: 60, timescale: 1_000))
    #expect(count.place(time(40), try sound(10)) == MediaTime(value: 70, timescale: 1_000))
    #expect(count.place(time(70)) == MediaTime(value: 100, timescale: 1_000))
  }
}

@Suite("Following the clock of a sound source") struct ClockFollowerTests {
  @Test(
    "The drift of a clock is measured despite jitter", arguments: [5_000, -300, 0] as [Double])
  func drift(partsPerMillion: Double) {
    var follower = AudioSyncController(sampleRate: 48_000)
    var time = 10.0
    var noise = UInt64(1)
    for _ in 0..<600 {
      noise = noise &* 6_364_136_223_846_793_005 &+ 1
      follower.note(time + (Double(noise >> 40) / Double(1 << 24) - 0.5) * 0.000_2, frameCount: 480)
      time += 0.01 / (1 + partsPerMillion / 1_000_000)
    }
    #expect(abs(follower.drift * 1_000_000 - partsPerMillion) < 20)
  }

  @Test("A small difference is corrected gradually, and a large one at once")
  func correction() {
    let follower = AudioSyncController(sampleRate: 1_000)
    #expect(follower.correction(0) == .init())
    #expect(follower.correction(0.5).stretch == 0.000_5)
    #expect(follower.correction(20).stretch == 0.001)
    #expect(follower.correction(-20).stretch == -0.001)
    #expect(follower.correction(41).jump == 41)
    #expect(follower.correction(-41).jump == -41)
    #expect(follower.correction(39).jump == 0)
  }

  @Test("Times and differences that are not finite are ignored")
  func noNumbers() {
    var follower = AudioSyncController(sampleRate: 1_000)
    for index in 0..<100 {
      follower.note(Double(index) / 100, frameCount: 10)
      follower.note([.nan, .infinity, -.infinity][index % 3], frameCount: 10)
    }
    #expect(abs(follower.drift) < 0.000_1)
    for difference in [Double.nan, .infinity, -.infinity] {
      #expect(follower.correction(difference) == .init(stretch: -follower.drift))
    }
    #expect(follower.correction(1e300).jump > 0 && follower.correction(-1e300).jump < 0)
  }

  @Test("A gap does not count as drift")
  func gap() {
    var follower = AudioSyncController(sampleRate: 1_000)
    for index in 0..<100 { follower.note(Double(index) / 100, frameCount: 10) }
    for index in 0..<100 { follower.note(2 + Double(index) / 100, frameCount: 10) }
    #expect(abs(follower.drift) < 0.000_1)
  }

  @Test("Sound in another format than the file's is rejected, with and without its own clock")
  func otherFormat() throws {
    let formats = try [AudioChannelLayout.stereo, .mono].map { layout in
      try AudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 48_000, interleaved: true, channelLayout: layout)
    }
    for (format, other) in [(formats[0], formats[1]), (formats[1], formats[0])] {
      for followsClock in [false, true] {
        let plan = try MovieContainer.quickTime.audioEncoderPlan(
          AudioWritingOptions(codec: .linearPCM), name: "test")
        var sound = try RecordedAudioTrack(format, plan, followsClock: followsClock, name: "test")
        let follower = AudioSyncController(sampleRate: 48_000)
        _ = try sound.encode(.silence(format: format, frameCount: 480), at: .zero, follower: follower)
        let error = #expect(throws: MovieError.self) {
          try sound.encode(
            .silence(format: other, frameCount: 480), at: MediaTime(value: 1, timescale: 100), follower: follower)
        }
        #expect(error?.code == .invalidFrame)
      }
    }
  }
}
