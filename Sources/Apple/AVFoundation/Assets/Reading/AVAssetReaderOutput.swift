public import CoreMedia
import OpenCaptureFlow
import OpenCaptureMovies
import OpenCaptureSystem

/// What samples of one kind are taken of.
public class AVAssetReaderOutput: @unchecked Sendable {
  // Unchecked: what there is of it is behind locks.

  private struct State: Lockable {
    weak var reader: AVAssetReader?
    var source: (any SampleSource)?
    var copies = true
    var hasEnded = false
  }

  private let state = Locked(State())

  /// What kind of samples.
  public var mediaType: AVMediaType { .video }

  /// Whether samples are the taker's own, so that they can be written to; default true.
  ///
  /// Without, pictures lie where the decoder put them, and can only be read.
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.copies } }
    set { state.withLock { $0.copies = newValue } }
  }

  /// Whether other parts of the asset can be read with the same output; no.
  public var supportsRandomAccess: Bool {
    get { false }
    set { if newValue { Misuse.tell("supportsRandomAccess: read another part with another reader") } }
  }

  /// The next sample; nil where there is none any more: the reader's `status` says why.
  public func copyNextSampleBuffer() -> CMSampleBuffer? {
    let (reader, source, copies, hasEnded) = state.withLock { ($0.reader, $0.source, $0.copies, $0.hasEnded) }
    guard let reader, let source, !hasEnded, reader.status == .reading else {
      if reader.map({ $0.status == .unknown }) ?? true {
        Misuse.tell("copyNextSampleBuffer(): reading hasn't started, or its reader is gone")
      }
      return nil
    }
    do throws(AVError) {
      if let sample = try source.next() { return copies ? (try? sample.copy()) ?? sample : sample }
      if state.withLock({ ended(&$0) }) { reader.noteEnd() }
    } catch {
      if error.code != .operationCancelled { reader.fail(error) }
    }
    return nil
  }

  private func ended(_ state: inout State) -> Bool {
    defer { state.hasEnded = true }
    return !state.hasEnded
  }

  /// Why the output can't read an asset; nil where it can.
  func complaint(in asset: AVAsset) -> String? {
    state.withLock { $0.reader } == nil ? "it has nothing to read" : "it has a reader"
  }

  /// What the samples are taken of, from the beginning of a range to its end.
  func source(_ range: CMTimeRange) throws(AVError) -> any SampleSource {
    throw AVError(.invalidSourceMedia, subject: "output", reason: "it has nothing to read")
  }

  var hasReader: Bool { state.withLock { $0.reader } != nil }

  func attach(to reader: AVAssetReader) { state.withLock { $0.reader = reader } }

  func begin(_ range: CMTimeRange) throws(AVError) {
    let source = try source(range)
    state.withLock { $0.source = source }
  }

  func cancel() { state.withLock { $0.source }?.cancel() }
}
