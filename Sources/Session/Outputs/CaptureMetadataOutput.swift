public import OpenCaptureFlow
public import OpenCaptureSystem
public import Dispatch
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

/// A delegate for the detections of a ``CaptureMetadataOutput`` (`AVCaptureMetadataOutputObjectsDelegate`).
public protocol CaptureMetadataOutputObjectsDelegate: AnyObject {
  /// Receives the detections of one frame, on the queue set with the delegate.
  ///
  /// - Parameters:
  ///   - output: The output of the detections.
  ///   - metadataObjects: The detections of all detectors, in device coordinates. For a detector that has not
  ///     finished the frame, they are the previous ones, as their times show. Empty once after the last detection
  ///     disappears.
  ///   - connection: The connection of the frame.
  func metadataOutput(
    _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
    from connection: CaptureConnection)
}

/// A delegate that receives a report for every processed frame, including frames without detections.
package protocol CaptureMetadataOutputReportsDelegate: CaptureMetadataOutputObjectsDelegate {
  /// Receives a report instead of the objects alone, on the queue set with the delegate.
  func metadataOutput(_ output: CaptureMetadataOutput, didReport detections: CaptureMetadataOutput.Detections)
}

/// An output that runs detectors on the newest frame, for example for codes or faces (`AVCaptureMetadataOutput`).
///
///     let output = CaptureMetadataOutput(detectors: [try CodeScanner(types: [.qr])])
///     output.setMetadataObjectsDelegate(self, queue: .main)
///     output.types = [.qr]
///
/// Each detector has its own thread and `FramePipeline`. When a detector finishes a frame, it receives the newest
/// one. Detectors never delay the video or each other. Detections of a slow detector are reported with the next
/// frame that a faster detector finishes. They stay until the slow detector finishes another frame.
public final class CaptureMetadataOutput: CaptureOutput, IdentityHashable {
  /// The detections of one frame.
  public struct Detections: Sendable {
    /// The detections of all detectors, in device coordinates; empty once after the last detection disappears.
    public let objects: [any MetadataObject]
    /// The presentation time of the frame.
    public let time: MediaTime
    /// The connection of the frame.
    public let connection: CaptureConnection
  }

  /// The session's data about the output.
  public let link = CaptureOutputLink()

  private struct State: Lockable {
    var types: Set<MetadataObjectType>?
    var region = Rect.unit
    var delegate: WeakDelegate?
    var queue: DispatchQueue?
    /// The objects of the last report, and the time of its frame.
    var latest: (objects: [any MetadataObject], time: MediaTime) = ([], .invalid)
    /// The number of the newest reported frame.
    var lastReported: UInt64 = 0
    /// The number of the newest frame passed to the delegate.
    var lastDelivered: UInt64 = 0
  }

  /// A weak reference to a delegate, unchecked because only the delegate's queue calls it.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CaptureMetadataOutputObjectsDelegate)?
    /// Whether the delegate receives reports without detections as well.
    ///
    /// Stored, because reading the type would retain the delegate, and releasing it last may call the output.
    let wantsAll: Bool

    init(_ delegate: any CaptureMetadataOutputObjectsDelegate) {
      self.delegate = delegate
      wantsAll = delegate is any CaptureMetadataOutputReportsDelegate
    }

    func deliver(_ detections: Detections, of output: CaptureMetadataOutput) {
      switch delegate {
      case let delegate as any CaptureMetadataOutputReportsDelegate:
        delegate.metadataOutput(output, didReport: detections)
      case let delegate:
        delegate?.metadataOutput(output, didOutput: detections.objects, from: detections.connection)
      }
    }
  }

  private let state = Locked(State())
  private let detectors: [DetectorWorker]

  /// The receiver that passes frames to the detectors.
  public let receivers: [any SampleReceiver]

  private let broadcast = Broadcast<Detections>()

  /// The types that the detectors were created with.
  private let initialTypes: Set<MetadataObjectType>

  /// The types that the detectors report as available, and the types derived from these; see `MetadataDetector`.
  public let availableMetadataObjectTypes: [MetadataObjectType]

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - detectors: The detectors to run on the frames.
  ///   - onFailure: Called on the detector's thread once per failure. Does nothing by default. Failures are also
  ///     counted in ``detectorStatistics``.
  public init(detectors: [any FrameProcessor], onFailure: @escaping @Sendable (StageFailure) -> Void = { _ in }) {
    let output = WeakReference<CaptureMetadataOutput>()
    let group = DetectorGroup(detectors, onFailure: onFailure) { report, perform in
      output.object?.emit(report, perform)
    }
    self.detectors = group.lanes
    receivers = [group]
    var types: [MetadataObjectType] = []
    var initial: Set<MetadataObjectType> = []
    for case let detector as any MetadataDetector in detectors {
      types += detector.availableMetadataObjectTypes.filter { !types.contains($0) }
      initial.formUnion(detector.metadataObjectTypes)
    }
    availableMetadataObjectTypes =
      types + MetadataObjectType.derivedTypes.filter { types.contains($0.detectedType) }
    initialTypes = initial
    output.object = self
  }

  /// The requested types; the default is the types that the detectors were created with.
  ///
  /// Detectors that can search for fewer types do so.
  public var types: [MetadataObjectType] {
    get {
      let types = state.withLock { $0.types } ?? initialTypes
      return availableMetadataObjectTypes.filter(types.contains)
    }
    set {
      let types = Set(newValue)
      state.withLock { $0.types = types }
      let detectedTypes = Set(types.map(\.detectedType))
      for detector in detectors { detector.select(detectedTypes) }
    }
  }

  /// The region that a detection must intersect to be reported, in device coordinates; the default is the whole
  /// image.
  public var regionOfInterest: Rect {
    get { state.withLock { $0.region } }
    set {
      state.withLock { $0.region = newValue }
      for detector in detectors { detector.select(newValue) }
    }
  }

  /// Sets the delegate, which the output holds weakly.
  ///
  /// - Parameters:
  ///   - delegate: The delegate; nil for none.
  ///   - queue: The serial queue that calls the delegate; nil for a private queue.
  public func setMetadataObjectsDelegate(
    _ delegate: (any CaptureMetadataOutputObjectsDelegate)?, queue: DispatchQueue?
  ) {
    let queue = queue ?? DispatchQueue(label: "capture.metadata-output")
    state.withLock { state in
      state.delegate = delegate.map(WeakDelegate.init)
      state.queue = queue
    }
  }

  /// The delegate; nil if none.
  public var metadataObjectsDelegate: (any CaptureMetadataOutputObjectsDelegate)? {
    state.withLock { $0.delegate }?.delegate
  }

  /// The queue that calls the delegate; nil if none.
  package var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// A stream of the detections from now on, for one `for await` loop.
  ///
  /// The newest 64 reports wait for the loop. The stream ends when the output is deallocated.
  public var metadataObjects: AsyncStream<Detections> { broadcast.stream() }

  /// The statistics of each detector: frames, failures, skipped frames and latency.
  public var detectorStatistics: [StageStatistics] { detectors.map(\.worker.statistics) }

  /// Returns the faces of the last report if its frame is at most a second away from a time.
  package func faces(at time: MediaTime) -> [FaceObject] {
    let latest = state.withLock { $0.latest }
    guard latest.time.isNumeric, (time - latest.time).magnitude.seconds <= 1 else { return [] }
    return latest.objects.compactMap { $0 as? FaceObject }
  }

  /// Waits until all detectors are idle; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool {
    detectors.allSatisfy { $0.worker.waitUntilIdle(until: deadline) }
  }

  /// Reports detections, unless a newer frame has been reported: one detector's thread can overtake another.
  private func emit(_ report: DetectionCombiner.Report, _ perform: DetectorGroup.Performer) {
    let connection = report.origin.connection
    let delivery = state.withLock {
      state -> (detections: Detections, delegate: WeakDelegate?, queue: DispatchQueue?)? in
      let types = state.types
      let region = state.region
      let selected = report.objects.compactMap { object -> (any MetadataObject)? in
        guard region == .unit || object.boundingBox.intersection(region) != nil else { return nil }
        guard let types else { return object }
        if let code = object as? MachineReadableCodeObject { return code.typed(among: types) }
        return types.contains(object.type) ? object : nil
      }
      let shouldReport = !selected.isEmpty || !state.latest.objects.isEmpty
      guard report.number >= state.lastReported, shouldReport || state.delegate?.wantsAll ?? false else {
        return nil
      }
      state.lastReported = report.number
      state.latest = (selected, report.origin.time)
      let detections = Detections(objects: selected, time: report.origin.time, connection: connection)
      if shouldReport { broadcast.send(detections) }
      return (detections, state.delegate, state.queue)
    }
    guard let (detections, delegate, queue) = delivery, let delegate, let queue else { return }
    perform(queue) {
      let shouldReport = state.withLock { state in
        defer { state.lastDelivered = max(state.lastDelivered, report.number) }
        return report.number >= state.lastDelivered
      }
      if shouldReport { delegate.deliver(detections, of: self) }
    }
  }
}
