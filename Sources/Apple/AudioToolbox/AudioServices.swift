import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSound

/// The number of a system sound.
public typealias SystemSoundID = UInt32

/// The number for vibration; Linux systems do not vibrate.
public let kSystemSoundID_Vibrate: SystemSoundID = 0xfff

/// Plays a system sound and returns immediately.
///
/// Apple's sounds are not available. Each number except ``kSystemSoundID_Vibrate`` plays the same short tone through
/// the default speaker. Without a speaker, the call has no effect.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  guard inSystemSoundID != kSystemSoundID_Vibrate else { return }
  SystemTone.play()
}

/// Plays a system sound, as ``AudioServicesPlaySystemSound(_:)``.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  AudioServicesPlaySystemSound(inSystemSoundID)
}

/// Plays a system sound, and calls a closure after its duration.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  AudioServicesPlaySystemSound(inSystemSoundID)
  guard let inCompletionBlock else { return }
  DispatchQueue.global().asyncAfter(deadline: .now() + SystemTone.duration, execute: inCompletionBlock)
}

/// Plays a system sound, as ``AudioServicesPlaySystemSoundWithCompletion(_:_:)``.
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, inCompletionBlock)
}

/// A short tone that fades out.
enum SystemTone {
  /// The duration, in seconds.
  static let duration = 0.12
  private static let sampleRate = 48_000
  private static let frequency = 880.0
  private static let amplitude = 0.25

  private static let connection = CaptureConnection()
  private static let output: CaptureAudioPreviewOutput = {
    let output = CaptureAudioPreviewOutput()
    output.volume = 1
    return output
  }()

  /// Plays the tone on the thread of the speaker.
  static func play() {
    guard let sound = try? makeSound() else { return }
    // A speaker that failed is tried again, because it can have been connected since.
    if output.playbackError != nil { output.outputDeviceUniqueID = nil }
    for receiver in output.receivers {
      receiver.receive(SampleBuffer(audioBuffer: sound), from: connection, canWait: false)
    }
  }

  /// Returns the samples of the tone.
  static func makeSound() throws -> OpenCaptureMediaSamples.AudioBuffer {
    let format = try AudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: sampleRate, channels: 1, interleaved: true)
    let frameCount = Int(duration * Double(sampleRate))
    var sound = try OpenCaptureMediaSamples.AudioBuffer(format: format, frameCapacity: frameCount)
    try sound.setFrameCount(frameCount)
    try sound.withMutableSamples(Int16.self) { samples in
      for index in 0..<frameCount {
        let share = Double(index) / Double(frameCount)
        // The tone fades in for a tenth of its duration, so that it begins without a click.
        let envelope = min(share * 10, 1) * (1 - share)
        let phase = 2 * Double.pi * frequency * Double(index) / Double(sampleRate)
        samples[index] = Int16(amplitude * envelope * sin(phase) * 32_767)
      }
    }
    return sound
  }
}
