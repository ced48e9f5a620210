public import Dispatch
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A delegate for the audio of a ``CaptureAudioDataOutput`` (`AVCaptureAudioDataOutputSampleBufferDelegate`).
public protocol CaptureAudioDataOutputSampleBufferDelegate: CaptureSampleBufferDelegate {}

/// An output that delivers audio to a delegate or a `for try await` loop (`AVCaptureAudioDataOutput`).
///
///     let output = CaptureAudioDataOutput()
///     try session.add(output)
///     session.startRunning()
///     for try await sound in output.sampleBuffers { … }
///
/// No audio is lost without a report. Up to four seconds wait for a busy consumer. Audio dropped after that, or
/// lost by the microphone, is reported and counted. Times and sequence numbers then have a gap.
public final class CaptureAudioDataOutput: CaptureOutput, IdentityHashable {
  /// The session's data about the output.
  public let link = CaptureOutputLink()

  private let requestedSettings: Locked<AudioSettings>
  private let consumers: DataOutputConsumers

  /// The largest number of waiting sample buffers: four seconds of buffers of 10 ms, the usual size of microphones.
  public static let waitingSampleBufferLimit = 400

  /// Creates an output without a consumer.
  public init() {
    let settings = Locked(AudioSettings())
    requestedSettings = settings
    consumers = DataOutputConsumers { AudioSampleConverter.conversion { settings.withLock { $0 } } }
  }

  /// The accepted media type: audio.
  public var mediaTypes: [MediaType] { [.audio] }

  /// The requested audio format; the default is the format of the source.
  ///
  /// The library libswresample converts the sample rate. It holds back less than a millisecond of audio until the
  /// next buffer, and times stay exact to one frame. If a conversion is not possible, a loop throws an error, and
  /// ``settingsError`` is set.
  public var settings: AudioSettings {
    get { requestedSettings.withLock { $0 } }
    set {
      requestedSettings.withLock { $0 = newValue }
      consumers.forgetError()
    }
  }

  /// The error that prevents the delegate's audio from being converted to ``settings``.
  ///
  /// Nil if the conversion works, and before the first audio.
  public var settingsError: CaptureError? { consumers.error }

  /// The settings that encoders accept without conversion (`recommendedAudioSettingsForAssetWriter(writingTo:)`).
  ///
  /// They are one or two channels of `Float32`, one plane per channel, at the rate of the source.
  public var recommendedAudioSettings: AudioSettings {
    let planned = connection(with: .audio)?.audioChannels.count ?? 0
    return AudioSettings(commonFormat: .pcmFormatFloat32, channelCount: planned > 2 ? 2 : nil, isInterleaved: false)
  }

  /// Sets the delegate, which the output holds weakly.
  ///
  /// - Parameters:
  ///   - delegate: The delegate; nil for none.
  ///   - queue: The serial queue that calls the delegate; nil for a private queue.
  public func setSampleBufferDelegate(
    _ delegate: (any CaptureAudioDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
  ) {
    consumers.setDelegate(
      delegate, of: self, on: queue ?? DispatchQueue(label: "capture.audio-data-output"), capacity: Self.capacity)
  }

  /// The delegate; nil if none.
  public var sampleBufferDelegate: (any CaptureAudioDataOutputSampleBufferDelegate)? {
    consumers.delegate as? any CaptureAudioDataOutputSampleBufferDelegate
  }

  /// The queue that calls the delegate; nil if none.
  public var sampleBufferCallbackQueue: DispatchQueue? { consumers.queue }

  /// A sequence of the audio from now on, for one `for try await` loop.
  ///
  /// - Throws: The loop throws `CaptureError` with `unsupportedFormat` if the audio cannot be converted to
  ///   ``settings``.
  public var sampleBuffers: CaptureSampleBuffers { consumers.subscribe(capacity: Self.capacity) }

  /// The receivers: one for the delegate and one for each loop.
  public var receivers: [any SampleReceiver] { consumers.receivers }

  /// The number of delivered and dropped sample buffers, for all consumers together.
  public var statistics: CaptureOutputStatistics { consumers.statistics }

  /// Waits until the delegate is idle; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { consumers.waitUntilIdle(until: deadline) }

  private static let capacity = SampleCapacity.bounded(waitingSampleBufferLimit)
}
