import CaptureFixtures
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
  /// A session whose sound is played through a speaker that takes everything.
  private struct Playing {
    let sound: SteppedSound
    let opened = Log<String?>()
    let speaker: FakeDriver
    let output: CaptureAudioPreviewOutput

    init(refusing error: CaptureError? = nil) throws {
      sound = try SteppedSound(sound: .sine(frequency: 1000), starts: false)
      let speaker = try FakeDriver(Array(repeating: .frames(480), count: 10_000))
      self.speaker = speaker
      output = CaptureAudioPreviewOutput { [opened] (name, _) throws(CaptureError) in
        opened.append(name)
        if let error { throw error }
        return speaker
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

  @Test("A speaker that runs dry goes on, and no sound is lost")
  func underrun() throws {
    let driver = try FakeDriver([.frames(480), .fails(EPIPE), .frames(480), .frames(480)])
    var writer = SoundWriter(driver)
    var buffer = try AudioBuffer.silence(format: driver.setup.format, frameCount: 1200)
    try buffer.withMutableSamples(Int16.self) { for index in $0.indices { $0[index] = Int16(index) } }
    #expect(try writer.write(buffer, volume: 1))
    #expect(driver.written == (0..<1200).map { Int16($0) } && driver.startCount == 1)
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
