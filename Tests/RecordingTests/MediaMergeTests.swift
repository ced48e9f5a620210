import Dispatch
@testable import OpenCaptureRecording
import OpenCaptureMediaSamples
import Testing

@Suite("Pictures and sound in the order of their times") struct MediaMergeTests {
  private static let patience: UInt64 = 300

  private func picture(_ time: Double) throws -> SampleBuffer {
    SampleBuffer(
      imageBuffer: try PixelBuffer(format: .grey, width: 2, height: 2),
      timing: SampleTiming(
        presentationTimeStamp: MediaTime(seconds: time, preferredTimescale: 1_000),
        duration: MediaTime(value: 40, timescale: 1_000)))
  }

  private func encoded(_ bytes: [UInt8], _ time: Double, buildsOnOthers: Bool = false) throws -> SampleBuffer {
    let timing = SampleTiming(presentationTimeStamp: MediaTime(seconds: time, preferredTimescale: 1_000))
    var attachments = Attachments()
    if buildsOnOthers { attachments.set(.bool(true), for: .notSync, mode: .shouldNotPropagate) }
    return SampleBuffer(
      dataBuffer: try DataBuffer(copying: bytes.span.bytes),
      formatDescription: FormatDescription(codec: .jpeg, dimensions: VideoDimensions(width: 2, height: 2)),
      decoder: Undecodable(), timing: timing, attachments: attachments)
  }

  /// A tenth of a second.
  private func sound(_ time: Double, number: UInt64? = nil) throws -> SampleBuffer {
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 1_000, channels: 1, interleaved: true)
    return SampleBuffer(
      audioBuffer: try .silence(format: format, frameCount: 100),
      presentationTimeStamp: MediaTime(seconds: time, preferredTimescale: 1_000), sequenceNumber: number)
  }

  private func merge(canWait: Bool = false) -> MediaMerge {
    MediaMerge(hasVideo: true, hasAudio: true, patience: Self.patience, canWait: canWait)
  }

  /// Such as `v0.04 a0.0+100` for what comes, until there is something to wait for.
  private func taken(_ merge: inout MediaMerge, at now: UInt64 = 0) -> [String] {
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

  @Test("What is earlier comes first, and waits for what could be earlier")
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

  @Test("Pictures before the sound of a source that went ahead are left out; those before late sound are not")
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
      // Later on, a gap in the sound is none of the pictures'.
      merge.add(try picture(0.24), arrival: 2)
      merge.add(try sound(0.3, number: 11), arrival: 2)
      #expect(taken(&merge) == ["v0.24"])
    }
  }

  @Test("Where a camera is lost, pictures that wait are given out until a moment; sound goes as far as they do")
  func hurried() throws {
    var merge = merge()
    for index in 0..<4 { merge.add(try picture(Double(index) * 0.04), arrival: 0) }
    merge.add(try sound(0), arrival: 0)
    #expect(merge.takeLeftOutCount() == 0)
    guard case .sample = merge.next(at: 0), case .sample = merge.next(at: 0), case .sample = merge.next(at: 0)
    else {
      Issue.record("sound and two pictures should have come")
      return
    }
    merge.add(RecordingCommand(kind: .stop(nil), time: merge.now, arrival: 0))
    merge.hurry(until: 50)
    var (early, late) = (merge, merge)
    #expect(taken(&early, at: 49) == ["v0.08"])
    guard case .wait(until: 50) = early.next(at: 49) else {
      Issue.record("sound that may come isn't waited for beyond the moment")
      return
    }
    #expect(taken(&early, at: 50).first == "command 0.12")
    #expect(early.takeLeftOutCount() == 1)
    #expect(taken(&late, at: 50).first == "command 0.08")
    #expect(late.takeLeftOutCount() == 2 && late.takeLeftOutCount() == 0)
  }

  @Test("The sound before the last picture's end isn't left out with the pictures behind it")
  func hurriedSound() throws {
    var merge = merge()
    merge.add(try sound(0), arrival: 0)
    merge.add(try picture(0), arrival: 0)
    merge.add(try sound(0.1), arrival: 0)
    merge.add(try picture(0.08), arrival: 0)
    guard case .sample = merge.next(at: 0), case .sample = merge.next(at: 0), case .sample = merge.next(at: 0)
    else {
      Issue.record("sound and two pictures should have come")
      return
    }
    merge.add(try picture(0.15), arrival: 0)
    merge.add(RecordingCommand(kind: .stop(nil), time: merge.now, arrival: 0))
    merge.hurry(until: 50)
    #expect(taken(&merge, at: 50).prefix(2) == ["a0.1+20", "command 0.12"])
  }

  @Test("What doesn't come isn't waited for any longer than the patience lasts; nor what was said not to come")
  func patience() throws {
    var merge = merge()
    merge.add(try picture(0), arrival: 100)
    guard case .wait(until: 400?) = merge.next(at: 399) else { Issue.record("it doesn't wait"); return }
    #expect(taken(&merge, at: 400) == ["v0.0"])
    merge.add(try picture(0.04), arrival: 500)
    let isOver = merge.end(.audio)
    #expect(!isOver)
    #expect(taken(&merge, at: 500) == ["v0.04"])
    #expect(merge.end(.video) == true)
  }

  @Test("A command comes between what is before and what is behind it; sound is divided there")
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

  @Test("Another file begins with a picture, whenever that comes")
  func snaps() throws {
    var merge = merge()
    let order = RecordedFile.Order(
      path: [], kind: .movie(.mp4, .init(), .init()), limits: .init(),
      client: RecordingClient(on: .main) { _ in })
    merge.add(try picture(0), arrival: 0)
    merge.add(try sound(0), arrival: 0)
    merge.add(RecordingCommand(kind: .switchFile(order), time: merge.now, arrival: 0))
    merge.add(try picture(0.07), arrival: 0)
    #expect(taken(&merge) == ["a0.0+40", "v0.0", "a0.04+30", "command 0.07", "a0.07+30", "v0.07"])
  }

  @Test("Pictures that are recorded as they come go on behind a pause with one that builds on none")
  func key() throws {
    var merge = MediaMerge(
      hasVideo: true, hasAudio: true, patience: Self.patience, canWait: false, passesPictures: true)
    merge.add(try encoded([0], 0.05), arrival: 0)
    merge.add(try sound(0), arrival: 0)
    merge.add(RecordingCommand(kind: .resume, time: merge.now, arrival: 0))
    #expect(taken(&merge) == ["a0.0+50", "a0.05+50", "v0.05"])
    // Each is taken before the next one comes, as a camera's are.
    merge.add(try encoded([0], 0.15, buildsOnOthers: true), arrival: 0)
    merge.add(try sound(0.1), arrival: 0)
    #expect(taken(&merge) == ["a0.1+50", "a0.15+50", "v0.15"])
    merge.add(try sound(0.2), arrival: 0)
    #expect(taken(&merge, at: Self.patience) == ["a0.2+100"])
    // What is asked for behind it doesn't wait.
    var ended = merge
    ended.add(RecordingCommand(kind: .stop(nil), time: ended.now, arrival: Self.patience))
    #expect(taken(&ended, at: Self.patience).count == 2)
    merge.add(try encoded([0], 0.35), arrival: 0)
    merge.add(try sound(0.3), arrival: 0)
    #expect(taken(&merge) == ["a0.3+50", "command 0.35", "a0.35+50", "v0.35"])
  }

  @Test("Only so many pictures wait, and so much sound")
  func room() throws {
    var merge = merge()
    merge.add(try sound(0), arrival: 0)
    for index in 0..<MediaMerge.videoLimit {
      #expect(merge.hasRoom(for: .video))
      merge.add(try picture(Double(index)), arrival: 0)
    }
    #expect(!merge.hasRoom(for: .video))
    for index in 1...302 { merge.add(try sound(Double(index) / 10), arrival: 0) }
    #expect(!merge.hasRoom(for: .audio))
  }

  @Test("Sound that is late costs no picture of a camera; more wait, as long as the patience lasts")
  func lateSound() throws {
    var merge = merge()
    for index in 0..<UInt64(2 * MediaMerge.videoLimit) {
      #expect(merge.hasRoom(for: .video))
      merge.add(try picture(Double(index) / 10), arrival: index * 20)
    }
    #expect(taken(&merge, at: 220) == [])
    // Who takes them is late as well, but not for ever.
    merge.add(try picture(1.2), arrival: 2 * Self.patience - 1)
    #expect(merge.hasRoom(for: .video))
    merge.add(try picture(1.3), arrival: 2 * Self.patience)
    #expect(!merge.hasRoom(for: .video))
    #expect(taken(&merge, at: Self.patience) == ["v0.0"])
    #expect(merge.hasRoom(for: .video))
    merge.add(try sound(0), arrival: Self.patience)
    #expect(!merge.hasRoom(for: .video))
  }

  @Test("Of pictures that are recorded as the camera encodes them more wait, as copies, up to a number of bytes")
  func passed() throws {
    var merge = MediaMerge(
      hasVideo: true, hasAudio: false, patience: Self.patience, canWait: false, passesPictures: true)
    let bytes = [UInt8](repeating: 0, count: MediaMerge.passedByteLimit / 10)
    for index in 0..<10 {
      #expect(merge.hasRoom(for: .video))
      #expect(merge.wantsCopies == (index >= MediaMerge.videoLimit / 2))
      merge.add(try encoded(bytes, Double(index)), arrival: 0)
    }
    // A tenth of the limit is a whole number of bytes less.
    #expect(merge.hasRoom(for: .video))
    merge.add(try encoded(bytes, 10), arrival: 0)
    #expect(!merge.hasRoom(for: .video))
    _ = merge.next(at: 0)
    _ = merge.next(at: 0)
    #expect(merge.hasRoom(for: .video))
    // What the camera doesn't encode is large, and is encoded before it is recorded.
    merge.add(try picture(11), arrival: 0)
    #expect(!merge.hasRoom(for: .video))
  }

  @Test("Pictures are let go of, unless something was asked for that may concern them")
  func letGo() throws {
    var merge = merge()
    merge.add(try picture(0), arrival: 0)
    let isDropped = merge.dropPictures()
    #expect(isDropped)
    #expect(taken(&merge, at: Self.patience) == [])
    merge.add(try picture(0.04), arrival: 0)
    merge.add(RecordingCommand(kind: .stop(nil), time: merge.now, arrival: 0))
    let isDroppedAgain = merge.dropPictures()
    #expect(!isDroppedAgain)
    #expect(taken(&merge, at: Self.patience) == ["v0.04", "command 0.08"])
  }

  @Test("What can wait doesn't send more pictures while sound is late")
  func patientSource() throws {
    var merge = merge(canWait: true)
    for index in 0..<MediaMerge.videoLimit { merge.add(try picture(Double(index)), arrival: 0) }
    #expect(!merge.hasRoom(for: .video))
  }
}

/// What is only put in order isn't decoded.
private struct Undecodable: ImageDecoder {
  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .grey) }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    throw MediaError(.unsupportedFormat, subject: "a picture", reason: "it is only put in order")
  }
}
