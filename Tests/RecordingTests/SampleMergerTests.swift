import Dispatch
@testable import OpenCaptureRecording
import OpenCaptureMediaSamples
import Testing

@Suite("Merging video and sound by timestamp") struct MediaMergeTests {
  private static let timeout: UInt64 = 300

  private func picture(_ time: Double) throws -> SampleBuffer {
    SampleBuffer(
      pixelBuffer: try PixelBuffer(format: .grey, width: 2, height: 2),
      timing: SampleTiming(
        presentationTimeStamp: MediaTime(seconds: time, preferredTimescale: 1_000),
        duration: MediaTime(value: 40, timescale: 1_000)))
  }

  private func encoded(_ bytes: [UInt8], _ time: Double, isPredicted: Bool = false) throws -> SampleBuffer {
    let timing = SampleTiming(presentationTimeStamp: MediaTime(seconds: time, preferredTimescale: 1_000))
    var attachments = Attachments()
    if isPredicted { attachments.set(.bool(true), for: .notSync, mode: .shouldNotPropagate) }
    return SampleBuffer(
      data: try DataBuffer(copying: bytes.span.bytes),
      format: FormatDescription(codec: .jpeg, dimensions: VideoDimensions(width: 2, height: 2)),
      decoder: Undecodable(), timing: timing, attachments: attachments)
  }

  /// Creates a tenth of a second of sound.
  private func sound(_ time: Double, number: UInt64? = nil) throws -> SampleBuffer {
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 1_000, channels: 1, interleaved: true)
    return SampleBuffer(
      audioBuffer: try .silence(format: format, frameCount: 100),
      presentationTimeStamp: MediaTime(seconds: time, preferredTimescale: 1_000), sequenceNumber: number)
  }

  private func merge(canWait: Bool = false) -> SampleMerger {
    SampleMerger(hasVideo: true, hasAudio: true, timeout: Self.timeout, canWait: canWait)
  }

  /// Takes all available elements and describes them, such as `v0.04` and `a0.0+100`.
  private func taken(_ merge: inout SampleMerger, at now: UInt64 = 0) -> [String] {
    var words: [String] = []
    while true {
      switch merge.next(at: now) {
      case .wait: return words
      case .command(let command): words.append("command \(command.time.seconds)")
      case .sample(let sample):
        let time = sample.presentationTimeStamp.seconds
        words.append(sample.audioBuffer.map { "a\(time)+\($0.frameCount)" } ?? "v\(time)")
      }
    }
  }

  @Test("The earlier sample is first, and a sample waits for earlier ones of the other track")
  func order() throws {
    var merge = merge()
    merge.add(try picture(0), arrival: 0)
    #expect(taken(&merge) == [])
    merge.add(try sound(0), arrival: 1)
    #expect(taken(&merge) == ["a0.0+100", "v0.0"])
    merge.add(try picture(0.04), arrival: 2)
    merge.add(try picture(0.08), arrival: 3)
    merge.add(try picture(0.12), arrival: 4)
    #expect(taken(&merge) == ["v0.04", "v0.08"])
    merge.add(try sound(0.1), arrival: 5)
    #expect(taken(&merge) == ["a0.1+100", "v0.12"])
  }

  @Test("Frames before the sound of a source that ran ahead are dropped, and those before late sound are not")
  func apart() throws {
    for (canWait, number, words) in [
      (true, 9, ["a0.1+100", "v0.12"]), (true, 0, ["v0.0", "v0.08", "a0.1+100", "v0.12"]),
      (false, 9, ["v0.0", "v0.08", "a0.1+100", "v0.12"]),
    ] as [(Bool, UInt64, [String])] {
      var merge = merge(canWait: canWait)
      for time in [0, 0.08, 0.12] { merge.add(try picture(time), arrival: 0) }
      #expect(taken(&merge) == [])
      merge.add(try sound(0.1, number: number), arrival: 1)
      #expect(taken(&merge) == words)
      // Later gaps in the sound drop no frames.
      merge.add(try picture(0.24), arrival: 2)
      merge.add(try sound(0.3, number: 11), arrival: 2)
      #expect(taken(&merge) == ["v0.24"])
    }
  }

  @Test(
    "After the loss of a camera, waiting frames are delivered until a deadline, with the sound up to the last one")
  func hurried() throws {
    var merge = merge()
    for index in 0..<4 { merge.add(try picture(Double(index) * 0.04), arrival: 0) }
    merge.add(try sound(0), arrival: 0)
    #expect(merge.takeDiscardedCount() == 0)
    guard case .sample = merge.next(at: 0), case .sample = merge.next(at: 0), case .sample = merge.next(at: 0)
    else {
      Issue.record("expected sound and two frames")
      return
    }
    merge.add(RecordingCommand(kind: .stop(nil), time: merge.now, arrival: 0))
    merge.discardFrames(until: 50)
    var early = merge
    var late = merge
    #expect(taken(&early, at: 49) == ["v0.08"])
    guard case .wait(until: 50) = early.next(at: 49) else {
      Issue.record("expected a wait until the deadline")
      return
    }
    #expect(taken(&early, at: 50).first == "command 0.12")
    #expect(early.takeDiscardedCount() == 1)
    #expect(taken(&late, at: 50).first == "command 0.08")
    #expect(late.takeDiscardedCount() == 2 && late.takeDiscardedCount() == 0)
  }

  @Test("Sound before the end of the last frame is kept when later frames are dropped")
  func hurriedSound() throws {
    var merge = merge()
    merge.add(try sound(0), arrival: 0)
    merge.add(try picture(0), arrival: 0)
    merge.add(try sound(0.1), arrival: 0)
    merge.add(try picture(0.08), arrival: 0)
    guard case .sample = merge.next(at: 0), case .sample = merge.next(at: 0), case .sample = merge.next(at: 0)
    else {
      Issue.record("expected sound and two frames")
      return
    }
    merge.add(try picture(0.15), arrival: 0)
    merge.add(RecordingCommand(kind: .stop(nil), time: merge.now, arrival: 0))
    merge.discardFrames(until: 50)
    #expect(taken(&merge, at: 50).prefix(2) == ["a0.1+20", "command 0.12"])
  }

  @Test("A frame waits for sound until the timeout, and not at all after the end of the sound")
  func waitingTime() throws {
    var merge = merge()
    merge.add(try picture(0), arrival: 100)
    guard case .wait(until: 400?) = merge.next(at: 399) else { Issue.record("expected a wait"); return }
    #expect(taken(&merge, at: 400) == ["v0.0"])
    merge.add(try picture(0.04), arrival: 500)
    let isOver = merge.end(.audio)
    #expect(!isOver)
    #expect(taken(&merge, at: 500) == ["v0.04"])
    #expect(merge.end(.video) == true)
  }

  @Test("A command is executed between the earlier and later samples, and splits sound")
  func command() throws {
    var merge = merge()
    merge.add(try picture(0), arrival: 0)
    merge.add(try sound(0), arrival: 0)
    #expect(merge.now.seconds == 0.04)
    merge.add(RecordingCommand(kind: .pause, time: merge.now, arrival: 0))
    #expect(taken(&merge) == ["a0.0+40", "v0.0"])
    merge.add(try picture(0.04), arrival: 0)
    #expect(taken(&merge) == ["command 0.04", "a0.04+60", "v0.04"])
  }

  @Test("A new file begins with a video frame")
  func snaps() throws {
    var merge = merge()
    let order = RecordedFile.Order(
      path: [], kind: .init(type: .movie(.mp4), options: .init(), audioOptions: .init()), limits: .init(),
      client: RecordingObserver(on: .main) { _ in })
    merge.add(try picture(0), arrival: 0)
    merge.add(try sound(0), arrival: 0)
    merge.add(RecordingCommand(kind: .switchFile(order), time: merge.now, arrival: 0))
    merge.add(try picture(0.07), arrival: 0)
    #expect(taken(&merge) == ["a0.0+40", "v0.0", "a0.04+30", "command 0.07", "a0.07+30", "v0.07"])
  }

  @Test("A recording of encoded frames resumes with a key frame")
  func key() throws {
    var merge = SampleMerger(
      hasVideo: true, hasAudio: true, timeout: Self.timeout, canWait: false, recordsEncodedFrames: true)
    merge.add(try encoded([0], 0.05), arrival: 0)
    merge.add(try sound(0), arrival: 0)
    merge.add(RecordingCommand(kind: .resume, time: merge.now, arrival: 0))
    #expect(taken(&merge) == ["a0.0+50", "a0.05+50", "v0.05"])
    // Each frame is taken before the next one is added, as with a camera.
    merge.add(try encoded([0], 0.15, isPredicted: true), arrival: 0)
    merge.add(try sound(0.1), arrival: 0)
    #expect(taken(&merge) == ["a0.1+50", "a0.15+50", "v0.15"])
    merge.add(try sound(0.2), arrival: 0)
    #expect(taken(&merge, at: Self.timeout) == ["a0.2+100"])
    // A later command does not wait.
    var ended = merge
    ended.add(RecordingCommand(kind: .stop(nil), time: ended.now, arrival: Self.timeout))
    #expect(taken(&ended, at: Self.timeout).count == 2)
    merge.add(try encoded([0], 0.35), arrival: 0)
    merge.add(try sound(0.3), arrival: 0)
    #expect(taken(&merge) == ["a0.3+50", "command 0.35", "a0.35+50", "v0.35"])
  }

  @Test("The number of waiting frames and the duration of waiting sound are limited")
  func room() throws {
    var merge = merge()
    merge.add(try sound(0), arrival: 0)
    for index in 0..<SampleMerger.videoLimit {
      #expect(merge.hasRoom(for: .video))
      merge.add(try picture(Double(index)), arrival: 0)
    }
    #expect(!merge.hasRoom(for: .video))
    for index in 1...302 { merge.add(try sound(Double(index) / 10), arrival: 0) }
    #expect(!merge.hasRoom(for: .audio))
  }

  @Test("Late sound drops no frames of a camera, because more frames may wait until the timeout")
  func lateSound() throws {
    var merge = merge()
    for index in 0..<UInt64(2 * SampleMerger.videoLimit) {
      #expect(merge.hasRoom(for: .video))
      merge.add(try picture(Double(index) / 10), arrival: index * 20)
    }
    #expect(taken(&merge, at: 220) == [])
    // The queue also tolerates a late consumer, but not forever.
    merge.add(try picture(1.2), arrival: 2 * Self.timeout - 1)
    #expect(merge.hasRoom(for: .video))
    merge.add(try picture(1.3), arrival: 2 * Self.timeout)
    #expect(!merge.hasRoom(for: .video))
    #expect(taken(&merge, at: Self.timeout) == ["v0.0"])
    #expect(merge.hasRoom(for: .video))
    merge.add(try sound(0), arrival: Self.timeout)
    #expect(!merge.hasRoom(for: .video))
  }

  @Test("More encoded frames may wait, as copies, up to a number of bytes")
  func passed() throws {
    var merge = SampleMerger(
      hasVideo: true, hasAudio: false, timeout: Self.timeout, canWait: false, recordsEncodedFrames: true)
    let bytes = [UInt8](repeating: 0, count: SampleMerger.passedByteLimit / 10)
    for index in 0..<10 {
      #expect(merge.hasRoom(for: .video))
      #expect(merge.wantsCopies == (index >= SampleMerger.videoLimit / 2))
      merge.add(try encoded(bytes, Double(index)), arrival: 0)
    }
    // The division rounds down, so that ten frames are just below the limit.
    #expect(merge.hasRoom(for: .video))
    merge.add(try encoded(bytes, 10), arrival: 0)
    #expect(!merge.hasRoom(for: .video))
    _ = merge.next(at: 0)
    _ = merge.next(at: 0)
    #expect(merge.hasRoom(for: .video))
    // Uncompressed frames are large and count toward the limit of frames.
    merge.add(try picture(11), arrival: 0)
    #expect(!merge.hasRoom(for: .video))
  }

  @Test("Waiting frames are discarded unless a pending command may refer to them")
  func letGo() throws {
    var merge = merge()
    merge.add(try picture(0), arrival: 0)
    let isDropped = merge.discardWaitingFrames()
    #expect(isDropped)
    #expect(taken(&merge, at: Self.timeout) == [])
    merge.add(try picture(0.04), arrival: 0)
    merge.add(RecordingCommand(kind: .stop(nil), time: merge.now, arrival: 0))
    let isDroppedAgain = merge.discardWaitingFrames()
    #expect(!isDroppedAgain)
    #expect(taken(&merge, at: Self.timeout) == ["v0.04", "command 0.08"])
  }

  @Test("A source that can wait sends no more frames while its sound is late")
  func patientSource() throws {
    var merge = merge(canWait: true)
    for index in 0..<SampleMerger.videoLimit { merge.add(try picture(Double(index)), arrival: 0) }
    #expect(!merge.hasRoom(for: .video))
  }
}

/// A decoder that always fails, for frames that are only ordered.
private struct Undecodable: ImageDecoder {
  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .grey) }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    throw MediaError(.unsupportedFormat, subject: "frame", reason: "this frame is never decoded")
  }
}
