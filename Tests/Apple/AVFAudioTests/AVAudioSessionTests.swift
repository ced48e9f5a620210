import AVFAudio
import OpenCaptureMediaSamples
import Testing

@testable import AudioToolbox

@Suite("Audio session and system sounds")
struct AVAudioSessionTests {
  @Test("A session returns the settings that the program made")
  func settings() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playAndRecord, mode: .videoRecording, options: [.defaultToSpeaker, .mixWithOthers])
    #expect(session.category == .playAndRecord && session.mode == .videoRecording)
    #expect(session.categoryOptions == [.mixWithOthers, .defaultToSpeaker])
    try session.setPreferredSampleRate(44_100)
    try session.setPreferredIOBufferDuration(0.005)
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    #expect(session.preferredSampleRate == 44_100 && session.ioBufferDuration == 0.005)
    try session.setCategory(.record)
    #expect(session.category == .record && session.mode == .default && session.categoryOptions.isEmpty)
  }

  @Test("The permission and the inputs are those of the microphones")
  func microphones() throws {
    let session = AVAudioSession.sharedInstance()
    let inputs = try #require(session.availableInputs)
    #expect(session.isInputAvailable == !inputs.isEmpty)
    #expect(AVAudioApplication.shared.recordPermission.rawValue == Int(session.recordPermission.rawValue))
    #expect(session.inputNumberOfChannels > 0 || inputs.isEmpty)
    #expect(session.sampleRate > 0)
    try session.setPreferredInput(nil)
    #expect(session.preferredInput == nil)
  }

  @Test("The tone of a system sound begins and ends without a click")
  func tone() throws {
    let sound = try SystemTone.makeSound()
    let samples = sound.withUnsafePlane(0) { Array($0.assumingMemoryBound(to: Int16.self)) }
    #expect(samples.count == Int(SystemTone.duration * 48_000))
    let loudest = try #require(samples.map { abs(Int($0)) }.max())
    #expect((4_000...8_192).contains(loudest))
    #expect(samples.prefix(4).allSatisfy { abs($0) < 100 } && samples.suffix(4).allSatisfy { abs($0) < 100 })
  }

  @Test("A completion is called, and vibration opens no speaker")
  func completion() async {
    await withCheckedContinuation { continuation in
      AudioServicesPlaySystemSoundWithCompletion(kSystemSoundID_Vibrate) { continuation.resume() }
    }
  }
}
