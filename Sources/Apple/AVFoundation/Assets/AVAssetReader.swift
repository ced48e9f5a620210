public import CoreMedia
import OpenCaptureFlow

/// A reader of the samples of an asset.
///
/// Add outputs, start reading, and request samples from each output until none remain. Samples are decoded on the
/// calling thread.
public final class AVAssetReader: Sendable {
  /// The status of a reader.
  public enum Status: Int, Sendable {
    /// Reading has not started.
    case unknown = 0
    /// Reading is in progress.
    case reading = 1
    /// All outputs have delivered all samples.
    case completed = 2
    /// Reading failed; see ``AVAssetReader/error``.
    case failed = 3
    /// Reading was cancelled.
    case cancelled = 4
  }

  /// The asset.
  public let asset: AVAsset

  private struct State: Lockable {
    var status = Status.unknown
    var error: AVError?
    var outputs: [AVAssetReaderOutput] = []
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// The number of outputs that can deliver more samples.
    var remaining = 0
  }

  private let state = Locked(State())

  /// Creates a reader.
  ///
  /// - Throws: An ``AVError`` if the asset cannot be read.
  public init(asset: AVAsset) throws {
    _ = try asset.loadedTracks()
    self.asset = asset
  }

  /// The status.
  public var status: Status { state.withLock { $0.status } }

  /// The error, an ``AVError``; nil if none occurred.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// The outputs.
  public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

  /// The part of the asset to read; default the whole asset.
  ///
  /// The first image is the one that is visible at the start of the range. It keeps its own time.
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.timeRange } }
    set {
      let canChange = state.withLock { state in
        guard state.status == .unknown else { return false }
        state.timeRange = newValue
        return true
      }
      if !canChange { MisuseReporter.report("timeRange: cannot be set after reading has started") }
    }
  }

  /// Returns whether an output can be added.
  ///
  /// The track must belong to the asset, the settings must be supported, and reading must not have started.
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    status == .unknown && output.validationError(in: asset) == nil && !outputs.contains { $0 === output }
  }

  /// Adds an output, if ``canAdd(_:)`` returns true.
  public func add(_ output: AVAssetReaderOutput) {
    guard canAdd(output) else {
      let reason = output.validationError(in: asset) ?? "reading has started, or the output was already added"
      return MisuseReporter.report("add(_:): cannot add the output: \(reason)")
    }
    output.attach(to: self)
    state.withLock { $0.outputs.append(output) }
  }

  /// Starts reading.
  ///
  /// - Returns: False if reading cannot start; see ``error``.
  @discardableResult public func startReading() -> Bool {
    let started = state.withLock { state -> (outputs: [AVAssetReaderOutput], range: CMTimeRange)? in
      guard state.status == .unknown else { return nil }
      state.status = .reading
      state.remaining = state.outputs.count
      return (state.outputs, state.timeRange)
    }
    guard let started else {
      MisuseReporter.report("startReading(): reading has already started")
      return false
    }
    do throws(AVError) {
      for output in started.outputs { try output.begin(started.range) }
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Cancels reading; outputs deliver no more samples.
  public func cancelReading() {
    let outputs = state.withLock { state -> [AVAssetReaderOutput] in
      guard state.status == .reading || state.status == .unknown else { return [] }
      state.status = .cancelled
      return state.outputs
    }
    for output in outputs { output.cancel() }
  }

  /// Records that an output has delivered all samples.
  func recordEndOfOutput() {
    state.withLock { state in
      state.remaining -= 1
      if state.remaining == 0, state.status == .reading { state.status = .completed }
    }
  }

  /// Records the error of an output.
  func fail(_ error: AVError) {
    state.withLock { state in
      guard state.status == .reading else { return }
      state.status = .failed
      state.error = error
    }
  }
}
