import Fixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureMovies

@Suite("Queues of appended samples") struct AppendedMediaTests {
  private static func time(_ hundredths: Int64) -> MediaTime { MediaTime(value: hundredths, timescale: 100) }

  private func picture(_ hundredths: Int64) throws -> SampleBuffer {
    let pixels = try PixelBuffer(format: .grey, width: 2, height: 2)
    return SampleBuffer(pixelBuffer: pixels, timing: SampleTiming(presentationTimeStamp: Self.time(hundredths)))
  }

  private func sound(_ hundredths: Int64, count: Int = 10) throws -> SampleBuffer {
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 100, channels: 1, interleaved: true)
    return SampleBuffer(
      audioBuffer: try .silence(format: format, frameCount: count), presentationTimeStamp: Self.time(hundredths))
  }

  /// A video track without samples.
  private var pictures: AppendedTrack {
    AppendedTrack(.pictures(MovieWritingOptions(), FrameScaling()), isRealTime: false)
  }

  /// An audio track without samples.
  ///
  /// - Parameter rate: The expected sample rate; nil if unknown.
  private func sounds(rate: Int? = nil, isRealTime: Bool = false) throws -> AppendedTrack {
    let hint = try rate.map { rate in
      try FormatDescription(
        audioFormat: AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: rate, channels: 1, interleaved: true))
    }
    return AppendedTrack(.sound(AudioWritingOptions()), hint: hint, isRealTime: isRealTime)
  }

  /// The next steps as text.
  private func steps(_ media: inout AppendQueues) -> [String] {
    var words: [String] = []
    while let step = media.next() {
      switch step {
      case .open(let track, let sample):
        words.append(sample == nil ? "guess \(track)" : "open \(track)")
        media.markAsOpen(track)
      case .leaveOut(let track): words.append("leave out \(track)")
      case .encode(let track, let sample):
        words.append("\(track):\(sample.presentationTimeStamp.convertScale(100).value)")
      case .end(let track): words.append("end \(track)")
      case .finish: words.append("finish")
      }
    }
    return words
  }

  @Test("A video frame is encoded when the next frame determines its duration")
  func durations() throws {
    var media = AppendQueues([pictures])
    #expect(media.append(try picture(0), to: 0))
    #expect(steps(&media) == ["open 0"])
    #expect(media.append(try picture(7), to: 0))
    guard case .encode(0, let first)? = media.next() else {
      Issue.record("the frame was not encoded")
      return
    }
    #expect(first.duration == Self.time(7))
    media.end(at: Self.time(10))
    media.finish()
    guard case .encode(0, let last)? = media.next() else {
      Issue.record("the last frame was not encoded")
      return
    }
    #expect(last.duration == Self.time(3))
    #expect(steps(&media) == ["end 0", "finish"])
  }

  @Test("Samples are encoded in the order of their times across tracks")
  func order() throws {
    var media = try AppendQueues([pictures, sounds()])
    for hundredths in [0, 20, 40] { #expect(media.append(try picture(Int64(hundredths)), to: 0)) }
    for hundredths in [0, 10, 20, 30] { #expect(media.append(try sound(Int64(hundredths)), to: 1)) }
    media.finish()
    let order = ["0:0", "1:0", "1:10", "0:20", "1:20", "1:30", "0:40"]
    #expect(steps(&media) == ["open 0", "open 1"] + order + ["end 0", "end 1", "finish"])
  }

  @Test("An empty track delays the file up to a timeout; a finished empty track is omitted")
  func emptyTrackTimeout() throws {
    var media = try AppendQueues([pictures, sounds(rate: 100), sounds()])
    media.markAsFinished(2)
    for hundredths in stride(from: Int64(0), through: 260, by: 20) {
      _ = media.append(try picture(hundredths), to: 0)
      let isEarly = hundredths <= 220
      let words = steps(&media)
      #expect(words.contains("guess 1") == (hundredths == 240), "\(hundredths) \(words)")
      #expect(media.isDecided != isEarly)
    }
  }

  @Test(
    "An empty track of unknown format is omitted if it is real-time, and delays the file otherwise",
    arguments: [false, true])
  func unknown(isRealTime: Bool) throws {
    var media = try AppendQueues([pictures, sounds(isRealTime: isRealTime)])
    for hundredths in stride(from: Int64(0), through: 400, by: 20) {
      _ = media.append(try picture(hundredths), to: 0)
      let isLeftOut = steps(&media).contains("leave out 1")
      #expect(isLeftOut == (isRealTime && hundredths == 240))
    }
    #expect(media.isDecided == isRealTime)
    // The client must not wait for a track that is never ready.
    var words: [String] = []
    for index in 0..<40 {
      #expect(media.append(try sound(Int64(index * 10)), to: 1))
      words += steps(&media)
    }
    #expect(words.first == (isRealTime ? nil : "open 1"))
    #expect(words.filter { $0.hasPrefix("1:") }.count == (isRealTime ? 0 : 40))
    media.finish()
    #expect(steps(&media) == ["0:400", "end 0"] + (isRealTime ? [] : ["end 1"]) + ["finish"])
  }

  @Test("A track that is finished without samples does not delay the file")
  func empty() throws {
    var media = try AppendQueues([pictures, sounds(rate: 100)])
    for hundredths in [0, 20, 40] { #expect(media.append(try picture(Int64(hundredths)), to: 0)) }
    #expect(steps(&media) == ["open 0", "0:0", "0:20"])
    #expect(!media.isDecided)
    media.markAsFinished(1)
    #expect(media.append(try picture(60), to: 0))
    #expect(steps(&media) == ["0:40"])
    #expect(media.isDecided)
  }

  @Test("A full track accepts samples again after one was encoded")
  func room() throws {
    var media = try AppendQueues([pictures, sounds()])
    for index in 0..<AppendQueues.maximumFrameCount { #expect(media.append(try picture(Int64(index)), to: 0)) }
    #expect(try !media.isReady(0) && !media.append(picture(99), to: 0))
    #expect(steps(&media).last == "0:\(AppendQueues.maximumFrameCount - 2)")
    #expect(media.isReady(0))
    // The limit is one second of audio, but at least two buffers.
    for index in 0..<10 { #expect(media.append(try sound(Int64(index * 10)), to: 1)) }
    #expect(!media.isReady(1))
    var long = try AppendQueues([sounds()])
    for index in 0..<2 { #expect(long.append(try sound(Int64(index * 500), count: 500), to: 0)) }
    #expect(!long.isReady(0))
  }

  @Test("Samples outside the session are dropped, with audio cut exactly at the end")
  func session() throws {
    var media = try AppendQueues([pictures, sounds()])
    media.begin(at: Self.time(100))
    media.end(at: Self.time(205))
    for hundredths in [99, 100, 204, 205] { #expect(media.append(try picture(Int64(hundredths)), to: 0)) }
    for hundredths in [80, 91, 200, 210] { #expect(media.append(try sound(Int64(hundredths)), to: 1)) }
    media.finish()
    #expect(!media.append(try picture(201), to: 0))
    var counts: [Int64: Int] = [:]
    while let step = media.next() {
      if case .open(let track, _) = step { media.markAsOpen(track) }
      if case .encode(_, let sample) = step {
        counts[sample.presentationTimeStamp.convertScale(100).value] = sample.numSamples
      }
    }
    #expect(counts == [100: 1, 204: 1, 91: 10, 200: 5])
  }

  @Test("The fitted size is the largest with the same aspect ratio")
  func fitting() {
    func size(_ shape: (Int, Int), _ limit: (Int, Int)) -> VideoDimensions {
      FrameScaling.size(
        of: VideoDimensions(width: shape.0, height: shape.1),
        within: VideoDimensions(width: limit.0, height: limit.1))
    }
    #expect(size((16, 9), (160, 160)) == VideoDimensions(width: 160, height: 90))
    #expect(size((9, 16), (160, 160)) == VideoDimensions(width: 90, height: 160))
    #expect(size((10_000, 1), (10, 10)) == VideoDimensions(width: 10, height: 1))
  }
}
