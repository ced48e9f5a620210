import CoreMedia
public import OpenCaptureSound

/// An output that delivers sound; an alias of `CaptureAudioDataOutput`.
public typealias AVCaptureAudioDataOutput = CaptureAudioDataOutput

/// A delegate that receives sound; an alias of `CaptureAudioDataOutputSampleBufferDelegate`.
public typealias AVCaptureAudioDataOutputSampleBufferDelegate = CaptureAudioDataOutputSampleBufferDelegate

/// An output that plays sound; an alias of `CaptureAudioPreviewOutput`.
public typealias AVCaptureAudioPreviewOutput = CaptureAudioPreviewOutput

extension CaptureAudioDataOutput {
  // Implicitly unwrapped as on Apple's systems, where nil resets the property.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The settings of the samples; default empty, for the format of the microphone.
  ///
  /// The keys are `AVSampleRateKey`, `AVNumberOfChannelsKey`, `AVLinearPCMBitDepthKey`, `AVLinearPCMIsFloatKey` and
  /// `AVLinearPCMIsNonInterleaved`.
  public var audioSettings: [String: Any]! {
    get { settings == AudioSettings() ? [:] : settings.dictionary }
    set { settings = newValue.map { AudioSettings($0) } ?? AudioSettings() }
  }

  /// Returns settings of an asset writer input that suit the microphone.
  public func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    let recommended = recommendedAudioSettings
    return [
      AVFormatIDKey: outputFileType == .wav ? kAudioFormatLinearPCM : kAudioFormatMPEG4AAC,
      AVSampleRateKey: Double(recommended.sampleRate ?? 48_000),
      AVNumberOfChannelsKey: recommended.channelCount ?? 1,
    ]
  }
}

extension AudioSettings {
  /// Creates settings from a dictionary.
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

  /// The settings as a dictionary.
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
