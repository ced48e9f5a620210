public import Dispatch
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Takes the sound of a ``CaptureAudioDataOutput`` (`AVCaptureAudioDataOutputSampleBufferDelegate`).
public protocol CaptureAudioDataOutputSampleBufferDelegate: CaptureSampleBufferDelegate {}

/// Delivers sound as it comes from the microphone (`AVCaptureAudioDataOutput`): to a delegate on a serial queue, or to a
/// `for try await`.
///
///     let output = CaptureAudioDataOutput()
///     try session.addOutput(output)
///     session.startRunning()
///     for try await sound in output.sampleBuffers { … }
///
/// Nothing is dropped silently: some seconds of sound wait for a consumer that is busy, and what doesn't fit then is told
/// and counted, as is what the microphone lost. Times and sequence numbers have a gap there.
public final class CaptureAudioDataOutput: CaptureOutput {
  /// What the session keeps about the output.
  public let link = CaptureOutputLink()

  private struct Wishes: Lockable {
    var settings = AudioSettings()
  }

  private let wishes: Locked<Wishes>
  private let consumers: DataOutputConsumers

  /// How many sample buffers wait at most for a consumer: four seconds of those of 10 ms that microphones give.
  public static let waitingSampleBufferLimit = 400

  /// Makes an output without a consumer.
  public init() {
    let wishes = Locked(Wishes())
    self.wishes = wishes
    consumers = DataOutputConsumers {
      SoundConverter.conversion { wishes.withLock { $0.settings } }
    }
  }

  /// Sound.
  public var mediaTypes: [MediaType] { [.audio] }

  /// What sound is delivered; default as it comes.
  ///
  /// Another rate is made by libswresample, which keeps less than a millisecond for the next sample buffer; times stay right
  /// to a frame. What sound can't be made, a loop throws and ``settingsError`` says.
  @_disfavoredOverload public var audioSettings: AudioSettings {
    get { settings }
    set { settings = newValue }
  }

  package var settings: AudioSettings {
    get { wishes.withLock { $0.settings } }
    set {
      wishes.withLock { $0.settings = newValue }
      consumers.forgetError()
    }
  }

  /// Why the delegate's sound can't be what ``audioSettings`` ask for, so that none is delivered; nil where it can, and
  /// before there is any.
  public var settingsError: CaptureError? { consumers.error }

  /// What encoders take without further work: one or two channels of `Float32`, each in a plane of its own, at the rate
  /// that the sound has (`recommendedAudioSettingsForAssetWriter(writingTo:)`).
  public var recommendedAudioSettings: AudioSettings {
    let planned = connection(with: .audio)?.audioChannels.count ?? 0
    return AudioSettings(
      commonFormat: .pcmFormatFloat32, channelCount: planned > 2 ? 2 : nil, isInterleaved: false)
  }

  /// Delivers sound to a delegate, held weakly.
  ///
  /// - Parameters:
  ///   - delegate: Nil for none.
  ///   - queue: Where it is called: a serial queue. Nil for one of the output's own.
  public func setSampleBufferDelegate(
    _ delegate: (any CaptureAudioDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
  ) {
    consumers.setDelegate(
      delegate, of: self, on: queue ?? DispatchQueue(label: "capture.audio-data-output"), capacity: Self.capacity)
  }

  /// The delegate; nil where there is none.
  public var sampleBufferDelegate: (any CaptureAudioDataOutputSampleBufferDelegate)? {
    consumers.delegate as? any CaptureAudioDataOutputSampleBufferDelegate
  }

  /// The queue on which the delegate is called; nil where there is none.
  public var sampleBufferCallbackQueue: DispatchQueue? { consumers.queue }

  /// The sound for one `for try await` loop, from now on.
  ///
  /// - Throws: The loop throws `CaptureError` with `unsupportedFormat` where the sound can't be what ``audioSettings``
  ///   ask for.
  public var sampleBuffers: CaptureSampleBuffers { consumers.subscribe(capacity: Self.capacity) }

  /// The delegate's, and one for each loop.
  public var receivers: [any SampleReceiver] { consumers.receivers }

  /// What was delivered and dropped so far, in sample buffers, by reason; of several consumers together.
  public var statistics: CaptureOutputStatistics { consumers.statistics }

  /// Waits until nothing waits for the delegate, nor is with it; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { consumers.waitUntilIdle(until: deadline) }

  private static let capacity = SampleCapacity.bounded(waitingSampleBufferLimit)
}
