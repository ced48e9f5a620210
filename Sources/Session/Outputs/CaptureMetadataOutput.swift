public import OpenCaptureFlow
import OpenCaptureSystem
public import Dispatch
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

/// Takes what a ``CaptureMetadataOutput`` found (`AVCaptureMetadataOutputObjectsDelegate`).
public protocol CaptureMetadataOutputObjectsDelegate: AnyObject {
  /// Takes what one detector found in one frame, on the queue that was given with the delegate.
  ///
  /// - Parameters:
  ///   - output: The output that found it.
  ///   - metadataObjects: In device coordinates. Empty once, when nothing is found any more.
  ///   - connection: What the frame came through.
  func metadataOutput(
    _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
    from connection: CaptureConnection)
}

/// Finds things in the newest frame (`AVCaptureMetadataOutput`): codes, faces, whatever its detectors look for.
///
///     let output = CaptureMetadataOutput(detectors: [try CodeScanner(types: [.qr])])
///     output.setMetadataObjectsDelegate(self, queue: .main)
///     output.metadataObjectTypes = [.qr]
///
/// Each detector works at its own pace, on a thread of its own, in a `FramePipeline`: whenever it is done with a frame
/// it gets the newest one. It never holds up the video, nor another detector.
public final class CaptureMetadataOutput: CaptureOutput {
  /// What was found in one frame by one detector.
  public struct Finds: Sendable {
    /// In device coordinates; empty once, when nothing is found any more.
    public let objects: [any MetadataObject]
    /// When the frame was taken.
    public let time: MediaTime
    /// The way that the frame came.
    public let connection: CaptureConnection
  }

  /// What the session keeps about the output.
  public let link = CaptureOutputLink()

  private struct State: Lockable {
    var types: Set<MetadataObjectType>?
    var region = Rect.unit
    var delegate: WeakDelegate?
    var queue: DispatchQueue?
  }

  /// Unchecked: the delegate is called on its queue alone.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CaptureMetadataOutputObjectsDelegate)?
  }

  private let state = Locked(State())
  private let lanes: [DetectorLane]

  /// The detectors.
  public let receivers: [any SampleReceiver]

  private let finds = Broadcast<Finds>()

  /// What the detectors looked for when they were given.
  private let initialTypes: Set<MetadataObjectType>

  /// What can be found, as far as the detectors say; see `MetadataDetector`.
  public let availableMetadataObjectTypes: [MetadataObjectType]

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - detectors: What looks at the frames.
  ///   - onFailure: Told of detectors' failures, each once, on their threads; default nobody. They are counted anyway,
  ///     see ``detectorStatistics``.
  public init(detectors: [any FrameProcessor], onFailure: @escaping @Sendable (StageFailure) -> Void = { _ in }) {
    let weakOutput = WeakOutput()
    lanes = detectors.map { detector in
      DetectorLane(detector, onFailure: onFailure) { result, hadAny in
        weakOutput.output?.emit(result, hadAny: hadAny) ?? false
      }
    }
    receivers = lanes.map(\.worker)
    var (types, initial): ([MetadataObjectType], Set<MetadataObjectType>) = ([], [])
    for case let detector as any MetadataDetector in detectors {
      types += detector.availableMetadataObjectTypes.filter { !types.contains($0) }
      initial.formUnion(detector.metadataObjectTypes)
    }
    (availableMetadataObjectTypes, initialTypes) = (types, initial)
    weakOutput.output = self
  }

  /// What is looked for; default what the detectors did when they were given.
  ///
  /// Detectors that can look for fewer types do so.
  public var metadataObjectTypes: [MetadataObjectType] {
    get {
      let types = state.withLock { $0.types } ?? initialTypes
      return availableMetadataObjectTypes.filter(types.contains)
    }
    set {
      let types = Set(newValue)
      state.withLock { $0.types = types }
      for lane in lanes { lane.select(types) }
    }
  }

  /// Where is looked, in device coordinates: what doesn't touch it isn't reported; default everywhere.
  public var rectOfInterest: Rect {
    get { state.withLock { $0.region } }
    set {
      state.withLock { $0.region = newValue }
      for lane in lanes { lane.select(newValue) }
    }
  }

  /// Reports to a delegate, held weakly.
  ///
  /// - Parameters:
  ///   - delegate: Nil for none.
  ///   - queue: Where it is called: a serial queue. Nil for one of the output's own.
  public func setMetadataObjectsDelegate(
    _ delegate: (any CaptureMetadataOutputObjectsDelegate)?, queue: DispatchQueue?
  ) {
    let queue = queue ?? DispatchQueue(label: "capture.metadata-output")
    state.withLock { state in
      (state.delegate, state.queue) = (delegate.map { WeakDelegate(delegate: $0) }, queue)
    }
  }

  /// The delegate; nil where there is none.
  public var metadataObjectsDelegate: (any CaptureMetadataOutputObjectsDelegate)? {
    state.withLock { $0.delegate }?.delegate
  }

  /// What is found from now on, for one `for await` loop; the newest 64 finds wait for it.
  ///
  /// It ends with the output.
  public var metadataObjects: AsyncStream<Finds> { finds.stream() }

  /// What each detector did: frames, failures, frames that it didn't see because it was slow, and how long it took.
  public var detectorStatistics: [StageStatistics] { lanes.map(\.worker.statistics) }

  /// Waits until no frame waits for a detector, nor is with one; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool {
    lanes.allSatisfy { $0.worker.waitUntilIdle(until: deadline) }
  }

  /// Reports finds; returns whether there were any.
  private func emit(_ result: DetachedWorker.Outcome, hadAny: Bool) -> Bool {
    let (types, region, box, queue) = state.withLock { ($0.types, $0.region, $0.delegate, $0.queue) }
    let wanted = result.frame.metadataObjects.filter { object in
      (types?.contains(object.type) ?? true) && (region == .unit || object.bounds.intersection(region) != nil)
    }
    guard !wanted.isEmpty || hadAny else { return false }
    let connection = result.connection
    finds.send(Finds(objects: wanted, time: result.frame.presentationTimeStamp, connection: connection))
    if let box, let queue {
      result.perform(on: queue) {
        box.delegate?.metadataOutput(self, didOutput: wanted, from: connection)
      }
    }
    return !wanted.isEmpty
  }

  /// Lets the detectors reach the output that is made after them.
  private final class WeakOutput: Sendable {
    private struct Reference: Lockable {
      weak var output: CaptureMetadataOutput?
    }

    private let reference = Locked(Reference())

    var output: CaptureMetadataOutput? {
      get { reference.withLock { $0.output } }
      set { reference.withLock { $0.output = newValue } }
    }
  }
}
