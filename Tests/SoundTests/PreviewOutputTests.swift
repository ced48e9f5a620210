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
  /// A session whose sound is played through the default speaker or another one, which take everything.
  private struct Playing {
    let sound: SteppedSound
    let opened = Log<String?>()
    let speaker: FakeDriver
    let output: CaptureAudioPreviewOutput

    init(refusing error: CaptureError? = nil) throws {
      sound = try SteppedSound(sound: .sine(frequency: 1000), starts: false)
      let speaker = try FakeDriver(Array(repeating: .frames(480), count: 10_000))
      let other = try FakeDriver(Array(repeating: .frames(480), count: 10_000))
      self.speaker = speaker
      output = CaptureAudioPreviewOutput { [opened] (name, _) throws(CaptureError) in
        opened.append(name)
        if let error { throw error }
        return name == nil ? speaker : other
      }
      try sound.session.addOutput(output)
      sound.session.startRunning()
    }

    func step(_ count: Int = 1) throws {
      for _ in 0..<count {
        sound.microphone.step()
        try TimedOut.unless("the sound is played") { output.waitUntilIdle(until: $0) }
      }
    }
  }

  @Test("It is silent until it is told how loud to be, and opens no speaker before")
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

  @Test("Another speaker is opened with the next sound")
  func choice() throws {
    let it = try Playing()
    it.output.volume = 1
    try it.step()
    it.output.outputDeviceUniqueID = "PCH.3"
    try it.step()
    #expect(it.opened.all == [nil, "PCH.3"])
  }

  @Test("A speaker that can't be opened says why, and nothing is held up")
  func refused() throws {
    let it = try Playing(refusing: SoundDeviceName(speaker: nil).error(PCMFailure(what: "open it", errno: EBUSY)))
    it.output.volume = 1
    try it.step(20)
    #expect(it.output.playbackError?.code == .deviceInUse && it.opened.count == 1)
    it.output.outputDeviceUniqueID = "other"
    try it.step()
    #expect(it.opened.count == 2)
  }

  @Test("A speaker that hangs is left alone and says so, and nothing is held up; another one can be chosen")
  func hangs() throws {
    let (hangs, comesBack) = (Monitor(true), DispatchSemaphore(value: 0))
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
    #expect(error.code == .stalled && error.reason.hasPrefix("ALSA's library hasn't answered for 2."), "\(error)")
    try TimedOut.unless("nothing waits") { it.output.waitUntilIdle(until: $0) }
    // What comes back late has nothing to say any more.
    hangs.update { $0 = false }
    comesBack.wait()
    it.output.outputDeviceUniqueID = "other"
    try it.step(3)
    #expect(it.opened.all == [nil, "other"] && it.output.playbackError == nil)
  }

  @Test("A device that doesn't open in time is an error, and what it gives later is let go of")
  func opening() throws {
    let (waits, isOver) = (Monitor(true), Log<Bool>())
    let name = SoundDeviceName(speaker: nil)
    let error = #expect(throws: CaptureError.self) {
      try name.patiently(within: 50_000_000) { () throws(PCMFailure) -> Int in
        _ = waits.wait { $0 ? nil : true }
        isOver.append(true)
        return 1
      }
    }
    #expect(error?.code == .stalled && error?.reason == "ALSA's library hasn't answered for 0.1 s")
    waits.update { $0 = false }
    try isOver.wait(for: "its end") { $0.count == 1 }
    #expect(try name.patiently { () throws(PCMFailure) in 2 } == 2)
    let busy = #expect(throws: CaptureError.self) {
      try name.patiently { () throws(PCMFailure) in throw PCMFailure(what: "open it", errno: EBUSY) }
    }
    #expect(busy?.code == .deviceInUse)
  }

  @Test("A call hangs that was seen again and again; not where who looks stood still")
  func watch() {
    let second: UInt64 = 1_000_000_000
    var watch = HangWatch(since: 0)
    var found = (1...5).map { watch.look(at: UInt64($0) * second / 2, 100) }
    #expect(found == [nil, nil, nil, nil, 2.4999999])
    watch = HangWatch(since: 0)
    found = [1, 2, 3, 60, 61, 62, 63].map { watch.look(at: UInt64($0) * second / 2, 100) }
    #expect(found.allSatisfy { $0 == nil })
    watch = HangWatch(since: 0)
    found = (1...20).map { watch.look(at: UInt64($0) * second / 2, UInt64($0)) }
    #expect(found.allSatisfy { $0 == nil })
  }

  @Test("A speaker that runs dry goes on, and no sound is lost")
  func underrun() throws {
    let driver = try FakeDriver([.frames(480), .fails(EPIPE), .frames(480), .frames(480)])
    var writer = SoundWriter(driver)
    var buffer = try AudioBuffer.silence(format: driver.setup.format, frameCount: 1200)
    try buffer.withMutableSamples(Int16.self) { for index in $0.indices { $0[index] = Int16(index) } }
    #expect(try writer.write(buffer, volume: 1))
    #expect(driver.written == (0..<1200).map { Int16($0) } && driver.startCount == 1)
  }

  @Test("A speaker that doesn't play for as long as a microphone may be silent is given up; one that pauses isn't")
  func pause() throws {
    let pauses = [FakeDriver.Step](repeating: .pause(1), count: SoundWriter.mostWaits - 1)
    let sound = try AudioBuffer.silence(format: FakeDriver([]).setup.format, frameCount: 960)
    var writer = SoundWriter(try FakeDriver(pauses + [.frames(480)] + pauses + [.frames(480)], buffer: 240))
    #expect(try writer.write(sound, volume: 1))
    // What is begun anew takes as much as it holds, whether it plays or not.
    let full = (pauses + [.pause(1)]).flatMap { [$0, .frames(120)] }
    for steps in [pauses + [.pause(1), .frames(960)], full + [.frames(960)]] {
      writer = SoundWriter(try FakeDriver(steps, buffer: 240))
      let failure = #expect(throws: PCMFailure.self) { try writer.write(sound, volume: 1) }
      let error = failure.map(SoundDeviceName(speaker: nil).error)
      #expect(error?.code == .stalled && error?.remedy == "look whether the sound server runs, and begin again")
    }
  }

  @Test("A fifth of a second waits at most; then the oldest is left out, until half of it is left")
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
  /// Offers, and forgets what that pushed out.
  fileprivate mutating func discard(_ item: Item) { _ = offer(item) }
}
