import CaptureFixtures
import Dispatch
import Fixtures
import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
@testable import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("CaptureAudioDataOutput")
struct AudioDataOutputTests {
  @Test("The delegate receives every sample buffer in order and without gaps in time")
  func delegate() throws {
    let it = try SteppedAudio()
    try it.step(100)
    let samples = it.log.samples.all
    #expect(samples.map(\.sequenceNumber) == (0..<100).map { UInt64($0) })
    for (sample, next) in zip(samples, samples.dropFirst()) {
      #expect(sample.presentationTimeStamp + sample.duration == next.presentationTimeStamp)
    }
    #expect(it.output.statistics.deliveredCount == 100 && it.output.statistics.dropped.total == 0)
  }

  @Test("A loop receives every sample buffer, including those from before its first request")
  func loop() async throws {
    let it = try SteppedAudio(delegate: false)
    var sounds = it.output.sampleBuffers.makeAsyncIterator()
    it.microphone.step(50)
    for number in 0..<50 { #expect(try await sounds.next()?.sequenceNumber == UInt64(number)) }
    it.session.stopRunning()
    #expect(try await sounds.next() == nil)
  }

  @Test(
    "Four seconds of audio wait for a busy delegate, and all audio beyond that is reported and counted as dropped")
  func bounded() throws {
    let gate = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    let it = try SteppedAudio(
      log: AudioLog { number in
        if number == 0 {
          entered.signal()
          gate.wait()
        }
      })
    it.microphone.step()
    try entered.wait(for: "the first sound")
    let limit = CaptureAudioDataOutput.waitingSampleBufferLimit
    it.microphone.step(limit + 25)
    gate.signal()
    try it.settle()
    #expect(it.log.samples.all.map(\.sequenceNumber) == (0...limit).map { UInt64($0) })
    #expect(it.log.droppedCount == 25 && it.output.statistics.dropped.outOfBuffers == 25)
    #expect(it.log.drops.all.allSatisfy { $0.bufferAttachments[.droppedFrameReason] == .string("OutOfBuffers") })
  }

  @Test("Audio lost by the microphone is reported once, with the number of lost sample buffers")
  func gap() throws {
    let it = try SteppedAudio(faults: SyntheticSoundFaults(scheduled: [3: .gap(count: 4)]))
    try it.step(10)
    #expect(it.log.samples.all.map(\.sequenceNumber) == [0, 1, 2, 7, 8, 9])
    #expect(it.log.droppedCount == 4 && it.output.statistics.dropped.discontinuity == 4)
    #expect(it.log.drops.all.first?.format.type == .audio)
  }

  @Test("Audio is converted to the requested format without a change of its times")
  func settings() throws {
    let it = try SteppedAudio()
    it.output.settings = AudioSettings(commonFormat: .pcmFormatFloat32, channelCount: 1, isInterleaved: false)
    try it.step(2)
    let formats = it.log.samples.all.map(\.audioBuffer?.format)
    let wanted = try AudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 1, interleaved: false)
    #expect(formats == [wanted, wanted])
    #expect(it.log.samples.all.map(\.presentationTimeStamp.seconds) == [0, 0.01])
    #expect(it.log.samples.all.map(\.numSamples) == [480, 480])
  }

  @Test(
    "After rate conversion, a sine stays exact to one frame and continuous across sample buffers",
    arguments: [16_000, 44_100, 8_000, 96_000], [1, 2])
  func sine(rate: Int, channels: Int) throws {
    let it = try SteppedAudio(sound: .sine(frequency: 400))
    it.output.settings = AudioSettings(
      commonFormat: .pcmFormatFloat32, sampleRate: rate, channelCount: channels, isInterleaved: false)
    try it.step(100)
    let samples = it.log.samples.all
    let frame = 1 / Double(rate)
    #expect(abs(samples[0].presentationTimeStamp.seconds) < frame)
    for (sample, next) in zip(samples, samples.dropFirst()) {
      #expect(sample.presentationTimeStamp + sample.duration == next.presentationTimeStamp)
    }
    let end = try #require(samples.last.map { $0.presentationTimeStamp + $0.duration }).seconds
    #expect(end > 0.995 && end <= 1 + frame)
    // A frame off would be 2π · 400 / 16,000 = 0.16 of phase, 0.08 of this amplitude, and 0.16 at 8,000 Hz.
    var largest = 0.0
    for sample in samples.dropFirst() {
      let buffer = try #require(sample.audioBuffer)
      #expect(buffer.format.sampleRate == rate && buffer.format.channelCount == channels)
      try buffer.withSamples(Float.self, plane: channels - 1) { span in
        for index in span.indices {
          let time = sample.presentationTimeStamp.seconds + Double(index) * frame
          largest = max(largest, abs(Double(span[index]) - 0.5 * sin(2 * .pi * 400 * time)))
        }
      }
    }
    #expect(largest < 0.006)
  }

  @Test("After a gap, converted audio has the correct time again")
  func rateBehindGap() throws {
    let it = try SteppedAudio(
      sound: .sine(frequency: 400), faults: SyntheticSoundFaults(scheduled: [3: .gap(count: 4)]))
    it.output.settings = AudioSettings(commonFormat: .pcmFormatFloat32, sampleRate: 16_000, channelCount: 1)
    try it.step(10)
    let starts = it.log.samples.all.map { ($0.presentationTimeStamp.seconds * 100).rounded() }
    #expect(starts == [0, 1, 2, 7, 8, 9])
  }

  @Test("An invalid sample rate is an error of the loop and of the delegate's output")
  func rate() async throws {
    let it = try SteppedAudio()
    var sounds = it.output.sampleBuffers.makeAsyncIterator()
    it.output.settings = AudioSettings(sampleRate: 0)
    try it.step(2)
    #expect(it.log.samples.count == 0 && it.output.settingsError?.code == .unsupportedFormat)
    do {
      _ = try await sounds.next()
      Issue.record("audio at 0 Hz was delivered")
    } catch {
      #expect(error.code == .unsupportedFormat && error.reason.contains("0 Hz"))
    }
    it.output.settings = AudioSettings()
    try it.step()
    #expect(it.log.samples.count == 1 && it.output.settingsError == nil)
  }

  @Test("A connection has the microphone's channels before any audio arrives")
  func channels() throws {
    let it = try SteppedAudio(sound: .sine(frequency: 1000), starts: false)
    let channels = try #require(it.output.connection(with: .audio)).audioChannels
    #expect(channels.map(\.index) == [0, 1])
    #expect(channels.allSatisfy { $0.averagePowerLevel == -160 && $0.peakHoldLevel == -160 && $0.volume == 1 })
    it.session.startRunning()
    try it.step(100)
    for channel in channels {
      #expect(abs(channel.peakHoldLevel - -6.02) < 0.1 && abs(channel.averagePowerLevel - -9.03) < 0.1)
    }
  }

  @Test("Volume and mute affect the audio and levels of their own connection only")
  func volume() throws {
    let it = try SteppedAudio(sound: .sine(frequency: 1000))
    let other = CaptureAudioDataOutput()
    let plain = AudioLog()
    try it.session.add(other)
    other.setSampleBufferDelegate(plain, queue: it.queue)
    let channels = try #require(it.output.connection(with: .audio)).audioChannels
    _ = channels[0].averagePowerLevel
    channels[0].volume = 0.5
    channels[1].isEnabled = false
    try it.step(100)
    try TimedOut.unless("the other output is done") { other.waitUntilIdle(until: $0) }
    #expect(abs(channels[0].averagePowerLevel - -15.05) < 0.1 && channels[1].peakHoldLevel == -160)
    let changed = try #require(it.log.samples.all.first)
    let whole = try #require(plain.samples.all.first)
    #expect(try whole.peaks == [16_384, 16_384] && changed.peaks == [8_192, 0])
    #expect(changed.presentationTimeStamp == whole.presentationTimeStamp && changed.numSamples == 480)
    channels[0].volume = 7
    #expect(channels[0].volume == 1)
  }

  @Test("One object can be the delegate for video and audio")
  func both() throws {
    final class Both: CaptureVideoDataOutputSampleBufferDelegate, CaptureAudioDataOutputSampleBufferDelegate,
      Sendable
    {
      let kinds = Log<MediaType>()

      func captureOutput(
        _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
      ) {
        kinds.append(sampleBuffer.format.type)
      }
    }
    let it = try SteppedSession()
    let microphone = SyntheticMicrophone.stepped()
    let sound = CaptureAudioDataOutput()
    let both = Both()
    try it.session.add(CaptureDeviceInput(device: microphone.device))
    try it.session.add(sound)
    it.output.setSampleBufferDelegate(both, queue: it.queue)
    sound.setSampleBufferDelegate(both, queue: it.queue)
    try it.step()
    microphone.step()
    try TimedOut.unless("the sound is taken") { sound.waitUntilIdle(until: $0) }
    #expect(both.kinds.all == [.video, .audio])
  }
}

@Suite("Microphone as a device")
struct MicrophoneDeviceTests {
  @Test("A microphone has audio, no video, and an audio port")
  func media() throws {
    let device = SyntheticMicrophone.stepped().device
    #expect(device.hasMediaType(.audio) && !device.hasMediaType(.video))
    #expect(try CaptureDeviceInput(device: device).ports.map(\.mediaType) == [.audio])
    #expect(device.formats.first?.description == "48000 Hz stereo Int16, interleaved")
    #expect(device.activeFormat.formatDescription.audioFormat?.sampleRate == 48_000)
  }

  @Test("A microphone reports camera features as unsupported")
  func unsupported() throws {
    let device = SyntheticMicrophone.stepped().device
    #expect(!device.isFocusModeSupported(.locked) && !device.hasTorch && !device.isExposureModeSupported(.custom))
    #expect(try device.controls().isEmpty)
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    let error = #expect(throws: CaptureError.self) { try device.set(\.focusMode, to: .locked) }
    #expect(error?.code == .unsupported && error?.reason.contains("microphone") == true)
    #expect(throws: CaptureError.self) {
      try device.set(\.minFrameDuration, to: MediaTime(value: 1, timescale: 30))
    }
  }

  @Test(
    "A microphone ignores presets and streams its chosen format", arguments: CaptureSession.Preset.all
  )
  func presets(_ preset: CaptureSession.Preset) throws {
    let it = try SteppedAudio(starts: false)
    #expect(it.session.canSetSessionPreset(preset))
    it.session.sessionPreset = preset
    let wanted = try #require(it.device.formats.first { $0.formatDescription.audioFormat?.sampleRate == 16_000 })
    try it.device.lockForConfiguration()
    try it.device.set(\.activeFormat, to: wanted)
    it.device.unlockForConfiguration()
    it.session.startRunning()
    try it.step()
    #expect(it.log.samples.all.first?.format == wanted.formatDescription)
    #expect(it.device.actualConfiguration?.formatDescription == wanted.formatDescription)
  }

  @Test("A disconnected microphone interrupts the session with its own reason and resumes after reconnection")
  func interruption() async throws {
    let it = try SteppedAudio()
    it.session.resumesAfterInterruption = true
    var events = it.session.events.makeAsyncIterator()
    it.microphone.inject(.vanish)
    it.microphone.step()
    guard case .wasInterrupted(let reason, let error)? = await events.next() else {
      Issue.record("no interruption was reported")
      return
    }
    #expect(reason == .audioDeviceNotAvailable && error.code == .deviceDisconnected)
    it.microphone.recover()
    #expect(await events.next() == .interruptionEnded)
    try it.step(3)
    #expect(it.log.samples.count == 3)
  }

  @Test("Only the camera and microphone of one physical device are linked")
  func linked() {
    let camera = SyntheticCamera(physicalDevice: "webcam").device
    let microphone = SyntheticMicrophone(physicalDevice: "webcam").device
    let other = SyntheticMicrophone(uniqueID: "other").device
    let all = [camera, microphone, other]
    #expect(camera.linkedDevices(among: all) == [microphone] && microphone.linkedDevices(among: all) == [camera])
    #expect(other.linkedDevices(among: all) == [])
  }

  @Test("Discovery finds synthetic microphones by media type, and the provider reports their disconnection")
  func provider() async throws {
    let microphone = SyntheticMicrophone()
    let provider = SyntheticMicrophones([microphone])
    let session = CaptureDevice.DiscoverySession(
      deviceTypes: [.synthetic], mediaType: .audio, position: .unspecified, provider: provider)
    #expect(session.devices == [microphone.device])
    var changes = provider.deviceChanges.makeAsyncIterator()
    microphone.inject(.vanish)
    #expect(await changes.next() == .disconnected(microphone.device) && session.devices.isEmpty)
  }
}
