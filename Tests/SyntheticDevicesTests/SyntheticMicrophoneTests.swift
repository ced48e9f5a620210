import CaptureFixtures
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("SyntheticMicrophone")
struct SyntheticMicrophoneTests {
  @Test("The microphone beeps at half of full scale in the first 100 ms of each second, and is silent otherwise")
  func beeps() throws {
    let it = try SteppedAudio()
    it.microphone.step(200)
    for entry in it.sink.samples.all {
      let buffer = try #require(entry.audioBuffer)
      let start = entry.presentationTimeStamp.convertScale(1000).value % 1000
      let peak = try buffer.withSamples(Int16.self) { samples in
        samples.indices.reduce(Int16(0)) { max($0, abs(samples[$1])) }
      }
      #expect(start < 100 ? (16_000...16_384).contains(peak) : peak == 0, "at \(start) ms")
    }
  }

  @Test("Timestamps are exactly contiguous and begin at 0", arguments: SyntheticMicrophone.defaultFormats)
  func contiguous(_ format: AudioFormat) throws {
    let it = try SteppedAudio(format)
    it.microphone.step(250)
    var expected = MediaTime.zero
    for sample in it.sink.samples.all {
      #expect(sample.presentationTimeStamp == expected && sample.numSamples == format.sampleRate / 100)
      #expect(sample.audioBuffer?.format == format)
      expected = expected + sample.duration
    }
    #expect(it.sink.samples.all.map(\.sequenceNumber) == (0..<250).map { UInt64($0) })
  }

  @Test("A clock that is 1000 ppm fast gives frames that are closer together, with correct timestamps")
  func drift() throws {
    let it = try SteppedAudio(faults: SyntheticSoundFaults(drift: 1000))
    it.microphone.step(1001)
    let last = try #require(it.sink.samples.all.last)
    // Ten seconds of frames, in 1000 ppm less than ten seconds.
    #expect(abs(last.presentationTimeStamp.seconds - 10 / 1.001) < 1e-6)
    let beep = try #require(it.sink.samples.all.first { $0.presentationTimeStamp.seconds > 8.95 && $0.peak > 0 })
    #expect(abs(beep.presentationTimeStamp.seconds - 9) < 0.011)
  }

  @Test("A gap is visible in timestamps and numbers")
  func gap() throws {
    let it = try SteppedAudio(faults: SyntheticSoundFaults(scheduled: [3: .gap(count: 5)]))
    it.microphone.step(10)
    #expect(it.sink.samples.all.map(\.sequenceNumber) == [0, 1, 2, 8, 9])
    #expect(it.sink.samples.all[3].presentationTimeStamp == MediaTime(value: 8, timescale: 100))
  }

  @Test("A microphone that vanishes ends its stream, and reconnects as the same device")
  func vanish() throws {
    let it = try SteppedAudio()
    let device = it.microphone.device
    it.microphone.step(2)
    it.microphone.inject(.vanish)
    it.microphone.step()
    #expect(it.sink.ends.all.map(\.code) == [.deviceDisconnected])
    #expect(it.sink.ends.all.first?.hint == "plug the microphone in again")
    #expect(!device.isConnected)
    let error = #expect(throws: CaptureError.self) { try device.lockForConfiguration() }
    #expect(error?.code == .deviceNotConnected)
    it.microphone.recover()
    #expect(device.isConnected && it.microphone.device === device)
  }

  @Test("A microphone that stalls is reported, and then fails")
  func stall() throws {
    let it = try SteppedAudio(faults: SyntheticSoundFaults(scheduled: [10: .stall]))
    it.microphone.step(400)
    #expect(it.sink.samples.count == 10 && it.sink.stalls.count == 1)
    #expect(it.sink.ends.all.map(\.code) == [.stalled])
  }

  @Test("The lamp of a flashing scene is white while the microphone beeps, and black otherwise")
  func flashes() throws {
    for milliseconds in [0, 50, 99, 100, 500, 999, 1000, 1099, 1100] {
      var picture = try PixelBuffer(format: .nv12, width: 320, height: 240)
      let time = MediaTime(value: Int64(milliseconds), timescale: 1000)
      // The presentation time counts, not the time since the start of the stream.
      let moment = SceneMoment(frame: 1, time: MediaTime(value: 7, timescale: 3), presentationTime: time)
      try ColorBars().flashing.render(moment, into: &picture)
      let luma = picture.withUnsafePlane(0) { $0[(picture.height - 5) * picture.planes[0].bytesPerRow + 315] }
      #expect(milliseconds % 1000 < 100 ? luma > 200 : luma < 40, "at \(milliseconds) ms")
    }
  }

  @Test("Equal microphones give equal samples, however they are stepped")
  func deterministic() throws {
    let one = try SteppedAudio()
    let other = try SteppedAudio()
    one.microphone.step(20)
    other.microphone.step(until: MediaTime(value: 195, timescale: 1000))
    #expect(other.sink.samples.count == 20)
    #expect(try one.sink.samples.all.map { try $0.words } == other.sink.samples.all.map { try $0.words })
  }
}

/// A stepped synthetic microphone with a log of its results.
private struct SteppedAudio {
  final class Sink: CaptureDeviceSink {
    let samples = Log<SampleBuffer>()
    let stalls = Log<CaptureStall>()
    let ends = Log<CaptureError>()

    func receive(_ sampleBuffer: SampleBuffer) { samples.append(sampleBuffer) }
    func receive(_ dropped: DroppedFrame) {}
    func receive(_ change: CaptureControlChange) {}
    func receive(_ stall: CaptureStall) { stalls.append(stall) }
    func end(_ error: CaptureError) { ends.append(error) }
  }

  let microphone: SyntheticMicrophone
  let sink = Sink()
  let stream: any CaptureStream

  init(_ format: AudioFormat? = nil, faults: SyntheticSoundFaults = SyntheticSoundFaults()) throws {
    var options = SyntheticMicrophone.Options()
    options.pacing = .stepped
    options.faults = faults
    microphone = SyntheticMicrophone(options: options)
    let description = FormatDescription(audioFormat: format ?? options.formats[0])
    stream = try microphone.startStreaming(CaptureStreamConfiguration(formatDescription: description), to: sink)
  }
}

extension SampleBuffer {
  fileprivate var peak: Int { (try? words.map { abs(Int($0)) }.max()) ?? 0 }

  fileprivate var words: [Int16] {
    get throws {
      try audioBuffer?.withSamples(Int16.self) { samples in samples.indices.map { samples[$0] } } ?? []
    }
  }
}
