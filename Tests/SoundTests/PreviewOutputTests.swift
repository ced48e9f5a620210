import CaptureFixtures
import Dispatch
import Fixtures
import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
@testable import OpenCaptureSound
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@Suite("CaptureAudioPreviewOutput")
struct PreviewOutputTests {
  /// A session with a preview output and fake speakers, the default one and another.
  private struct Playing {
    let sound: SteppedAudio
    let opened = Log<String?>()
    let speaker: FakePCMDevice
    let output: CaptureAudioPreviewOutput

    init(refusing error: CaptureError? = nil) throws {
      sound = try SteppedAudio(sound: .sine(frequency: 1000), starts: false)
      let speaker = try FakePCMDevice(Array(repeating: .frames(480), count: 10_000))
      let other = try FakePCMDevice(Array(repeating: .frames(480), count: 10_000))
      self.speaker = speaker
      output = CaptureAudioPreviewOutput { [opened] (name, _) throws(CaptureError) in
        opened.append(name)
        if let error { throw error }
        return name == nil ? speaker : other
      }
      try sound.session.add(output)
      sound.session.startRunning()
    }

    func step(_ count: Int = 1) throws {
      for _ in 0..<count {
        sound.microphone.step()
        try TimedOut.unless("the sound is played") { output.waitUntilIdle(until: $0) }
      }
    }
  }

  @Test("The output opens no speaker and is silent until its volume is set")
  func silent() throws {
    let it = try Playing()
    #expect(it.output.volume == 0)
    try it.step(5)
    #expect(it.opened.count == 0)
    it.output.volume = 0.5
    try it.step(5)
    #expect(it.opened.all == [nil] && it.speaker.written.count == 5 * 480)
    #expect(it.speaker.written.map { abs(Int($0)) }.max().map { (8_100...8_200).contains($0) } == true)
  }

  @Test("A new speaker is opened with the next sound")
  func choice() throws {
    let it = try Playing()
    it.output.volume = 1
    try it.step()
    it.output.outputDeviceUniqueID = "PCH.3"
    try it.step()
    #expect(it.opened.all == [nil, "PCH.3"])
  }

  @Test("A speaker that cannot be opened causes an error and does not block the session")
  func refused() throws {
    let it = try Playing(refusing: SoundDeviceName(speaker: nil).error(PCMError(what: "open", errno: EBUSY)))
    it.output.volume = 1
    try it.step(20)
    #expect(it.output.playbackError?.code == .deviceInUse && it.opened.count == 1)
    it.output.outputDeviceUniqueID = "other"
    try it.step()
    #expect(it.opened.count == 2)
  }

  @Test("A hanging speaker is abandoned with an error and does not block, and another one can be chosen")
  func hangs() throws {
    let hangs = Monitor(true)
    let comesBack = DispatchSemaphore(value: 0)
    let it = try Playing()
    it.speaker.onWriting = {
      _ = hangs.wait { $0 ? nil : true }
      comesBack.signal()
    }
    it.output.volume = 1
    for _ in 0..<400 where it.output.playbackError == nil {
      it.sound.microphone.step()
      usleep(10_000)
    }
    let error = try #require(it.output.playbackError)
    #expect(error.code == .stalled && error.reason.hasPrefix("ALSA's library has not responded for "), "\(error)")
    try TimedOut.unless("nothing waits") { it.output.waitUntilIdle(until: $0) }
    // The late return has no effect.
    hangs.update { $0 = false }
    comesBack.wait()
    it.output.outputDeviceUniqueID = "other"
    try it.step(3)
    #expect(it.opened.all == [nil, "other"] && it.output.playbackError == nil)
  }

  @Test("A device that does not open in time causes an error, and its late result is discarded")
  func opening() throws {
    let waits = Monitor(true)
    let isOver = Log<Bool>()
    let name = SoundDeviceName(speaker: nil)
    let error = #expect(throws: CaptureError.self) {
      try name.withTimeout(within: 50_000_000) { () throws(PCMError) -> Int in
        _ = waits.wait { $0 ? nil : true }
        isOver.append(true)
        return 1
      }
    }
    #expect(error?.code == .stalled && error?.reason == "ALSA's library has not responded for 0.1 s")
    waits.update { $0 = false }
    try isOver.wait(for: "its end") { $0.count == 1 }
    #expect(try name.withTimeout { () throws(PCMError) in 2 } == 2)
    let busy = #expect(throws: CaptureError.self) {
      try name.withTimeout { () throws(PCMError) in throw PCMError(what: "open", errno: EBUSY) }
    }
    #expect(busy?.code == .deviceInUse)
  }

  @Test("A call that lasts for several checks hangs, unless the checks themselves were late")
  func watch() {
    let second: UInt64 = 1_000_000_000
    var watch = HangDetector(since: 0)
    var found = (1...5).map { watch.check(at: UInt64($0) * second / 2, 100) }
    #expect(found == [nil, nil, nil, nil, 2.4999999])
    watch = HangDetector(since: 0)
    found = [1, 2, 3, 60, 61, 62, 63].map { watch.check(at: UInt64($0) * second / 2, 100) }
    #expect(found.allSatisfy { $0 == nil })
    watch = HangDetector(since: 0)
    found = (1...20).map { watch.check(at: UInt64($0) * second / 2, UInt64($0)) }
    #expect(found.allSatisfy { $0 == nil })
  }

  @Test("A speaker continues after an underrun without losing sound")
  func underrun() throws {
    let driver = try FakePCMDevice([.frames(480), .fails(EPIPE), .frames(480), .frames(480)])
    var writer = SoundWriter(driver)
    var buffer = try AudioBuffer.silence(format: driver.setup.format, frameCount: 1200)
    try buffer.withMutableSamples(Int16.self) { for index in $0.indices { $0[index] = Int16(index) } }
    #expect(try writer.write(buffer, volume: 1))
    #expect(driver.written == (0..<1200).map { Int16($0) } && driver.startCount == 1)
  }

  @Test("A speaker that does not play for five timeouts fails, and one that pauses briefly continues")
  func pause() throws {
    let pauses = [FakePCMDevice.Step](repeating: .pause(1), count: SoundWriter.maximumTimeoutCount - 1)
    let sound = try AudioBuffer.silence(format: FakePCMDevice([]).setup.format, frameCount: 960)
    var writer = SoundWriter(try FakePCMDevice(pauses + [.frames(480)] + pauses + [.frames(480)], buffer: 240))
    #expect(try writer.write(sound, volume: 1))
    // A restarted device accepts a full buffer, whether or not it plays.
    let full = (pauses + [.pause(1)]).flatMap { [$0, .frames(120)] }
    for steps in [pauses + [.pause(1), .frames(960)], full + [.frames(960)]] {
      writer = SoundWriter(try FakePCMDevice(steps, buffer: 240))
      let failure = #expect(throws: PCMError.self) { try writer.write(sound, volume: 1) }
      let error = failure.map(SoundDeviceName(speaker: nil).error)
      #expect(error?.code == .stalled && error?.hint == "check that the sound server is running, and try again")
    }
  }

  @Test("The queue holds a fifth of a second, and then drops the oldest sound until half of that is left")
  func queue() throws {
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 1, interleaved: true)
    let sound = SampleBuffer(audioBuffer: try AudioBuffer.silence(format: format, frameCount: 480))
    var queue = PlayoutQueue()
    let connection = CaptureConnection(inputPorts: [], output: CaptureAudioDataOutput())
    let item = PlayoutQueue.Item(sample: sound, connection: connection)
    for _ in 0..<20 { queue.discard(item) }
    #expect(queue.droppedCount == 0 && queue.isFull)
    queue.discard(item)
    #expect(queue.droppedCount == 11)
    var count = 0
    while queue.take() != nil { count += 1 }
    #expect(count == 10 && queue.isEmpty)
  }
}

extension PlayoutQueue {
  /// Offers an item and releases the dropped ones.
  fileprivate mutating func discard(_ item: Item) { _ = enqueue(item) }
}
