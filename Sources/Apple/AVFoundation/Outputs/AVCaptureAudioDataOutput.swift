import CoreMedia
import OpenCaptureFlow
import OpenCaptureMediaSamples
public import OpenCaptureSession
public import OpenCaptureSound

/// Delivers sound; ours, under Apple's name.
public typealias AVCaptureAudioDataOutput = CaptureAudioDataOutput

/// Takes sound; ours, under Apple's name.
public typealias AVCaptureAudioDataOutputSampleBufferDelegate = CaptureAudioDataOutputSampleBufferDelegate

/// Plays sound; ours, under Apple's name.
public typealias AVCaptureAudioPreviewOutput = CaptureAudioPreviewOutput

extension CaptureAudioDataOutput {
  // As on Apple's systems, where nil resets it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// What samples are delivered: `AVSampleRateKey`, `AVNumberOfChannelsKey`, `AVLinearPCMBitDepthKey`,
  /// `AVLinearPCMIsFloatKey` and `AVLinearPCMIsNonInterleaved`; empty, the default, for those of the microphone.
  public var audioSettings: [String: Any]! {
    get { settings == AudioSettings() ? [:] : settings.dictionary }
    set { settings = newValue.map { AudioSettings($0) } ?? AudioSettings() }
  }

  /// Settings for an asset writer's input that go well with the microphone.
  public func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    let known = recommendedAudioSettings
    return [
      AVFormatIDKey: outputFileType == .wav ? kAudioFormatLinearPCM : kAudioFormatMPEG4AAC,
      AVSampleRateKey: Double(known.sampleRate ?? 48_000), AVNumberOfChannelsKey: known.channelCount ?? 1,
    ]
  }
}

extension AudioSettings {
  /// What a dictionary says of samples.
  init(_ dictionary: [String: Any]) {
    self.init(
      sampleRate: dictionary.integer(AVSampleRateKey), channelCount: dictionary.integer(AVNumberOfChannelsKey),
      isInterleaved: dictionary.bool(AVLinearPCMIsNonInterleaved).map { !$0 })
    let bits = dictionary.integer(AVLinearPCMBitDepthKey)
    if dictionary.bool(AVLinearPCMIsFloatKey) ?? false {
      commonFormat = .pcmFormatFloat32
    } else if let bits {
      commonFormat = bits > 16 ? .pcmFormatInt32 : .pcmFormatInt16
    }
  }

  /// What was said of samples.
  var dictionary: [String: Any] {
    var dictionary: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM]
    dictionary[AVSampleRateKey] = sampleRate.map(Double.init)
    dictionary[AVNumberOfChannelsKey] = channelCount
    dictionary[AVLinearPCMBitDepthKey] = commonFormat.map { $0.bytesPerSample * 8 }
    dictionary[AVLinearPCMIsFloatKey] = commonFormat.map { $0 == .pcmFormatFloat32 }
    dictionary[AVLinearPCMIsNonInterleaved] = isInterleaved.map { !$0 }
    return dictionary
  }
}
