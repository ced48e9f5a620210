public import OpenCaptureFlow
import OpenCaptureSystem
public import Dispatch
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

/// Takes what a ``CaptureMetadataOutput`` found (`AVCaptureMetadataOutputObjectsDelegate`).
public protocol CaptureMetadataOutputObjectsDelegate: AnyObject {
  /// Takes what was found in one frame, on the queue that was given with the delegate.
  ///
  /// - Parameters:
  ///   - output: The output that found it.
  ///   - metadataObjects: Of all detectors, in device coordinates; of one that isn't done with the frame yet, what it
  ///     found last, which says so by its time. Empty once, when nothing is found any more.
  ///   - connection: What the frame came through.
  func metadataOutput(
    _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
    from connection: CaptureConnection)
}

/// Takes what was found, or that nothing was, in each frame that was looked at.
package protocol CaptureMetadataOutputReportsDelegate: CaptureMetadataOutputObjectsDelegate {
  /// Takes a report in place of the objects alone, on the queue that was given with the delegate.
  func metadataOutput(_ output: CaptureMetadataOutput, didReport finds: CaptureMetadataOutput.Finds)
}

/// Finds things in the newest frame (`AVCaptureMetadataOutput`): codes, faces, whatever its detectors look for.
///
///     let output = CaptureMetadataOutput(detectors: [try CodeScanner(types: [.qr])])
///     output.setMetadataObjectsDelegate(self, queue: .main)
///     output.metadataObjectTypes = [.qr]
///
/// Each detector works at its own pace, on a thread of its own, in a `FramePipeline`: whenever it is done with a frame
/// it gets the newest one. It never holds up the video, nor another detector: what a slow one finds comes with the next
/// frame that a faster one is done with, and stays until the slow one is done with another.
public final class CaptureMetadataOutput: CaptureOutput {
  /// What was found in one frame.
  public struct Finds: Sendable {
    /// Of all detectors, in device coordinates; empty once, when nothing is found any more.
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
    /// Whether the last report had anything in it.
    var hadAny = false
    /// The newest frame that was reported, and told the delegate.
    var (reported, told): (UInt64, UInt64) = (0, 0)
  }

  /// Unchecked: the delegate is called on its queue alone.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CaptureMetadataOutputObjectsDelegate)?
    /// Whether it takes reports of frames in which nothing was found, too; known without holding it, since who lets go of it
    /// last may call the output.
    let wantsAll: Bool

    init(_ delegate: any CaptureMetadataOutputObjectsDelegate) {
      self.delegate = delegate
      wantsAll = delegate is any CaptureMetadataOutputReportsDelegate
    }

    func tell(_ finds: Finds, of output: CaptureMetadataOutput) {
      switch delegate {
      case let delegate as any CaptureMetadataOutputReportsDelegate:
        delegate.metadataOutput(output, didReport: finds)
      case let delegate: delegate?.metadataOutput(output, didOutput: finds.objects, from: finds.connection)
      }
    }
  }

  private let state = Locked(State())
  private let lanes: [DetectorLane]

  /// What takes frames to the detectors.
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
    let all = DetectorLanes(detectors, onFailure: onFailure) { report, perform in
      weakOutput.output?.emit(report, perform)
    }
    (lanes, receivers) = (all.lanes, [all])
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
  @_disfavoredOverload public var metadataObjectTypes: [MetadataObjectType] {
    get { selectedTypes }
    set { selectedTypes = newValue }
  }

  package var selectedTypes: [MetadataObjectType] {
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

  /// What is reported has to touch this, in device coordinates, and is reported whole; default anything.
  @_disfavoredOverload public var rectOfInterest: Rect {
    get { region }
    set { region = newValue }
  }

  package var region: Rect {
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
      (state.delegate, state.queue) = (delegate.map(WeakDelegate.init), queue)
    }
  }

  /// The delegate; nil where there is none.
  public var metadataObjectsDelegate: (any CaptureMetadataOutputObjectsDelegate)? {
    state.withLock { $0.delegate }?.delegate
  }

  /// The queue on which the delegate is called; nil where there is none.
  package var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

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

  /// Reports finds, unless those of a newer frame were: two detectors' threads can overtake each other.
  private func emit(_ report: FindsJoin.Report, _ perform: DetectorLanes.Performer) {
    let connection = report.origin.connection
    let told = state.withLock { state -> (finds: Finds, delegate: WeakDelegate?, queue: DispatchQueue?)? in
      let (types, region) = (state.types, state.region)
      let wanted = report.objects.filter { object in
        (types?.contains(object.type) ?? true) && (region == .unit || object.bounds.intersection(region) != nil)
      }
      let isNews = !wanted.isEmpty || state.hadAny
      guard report.number >= state.reported, isNews || state.delegate?.wantsAll ?? false else { return nil }
      (state.reported, state.hadAny) = (report.number, !wanted.isEmpty)
      let found = Finds(objects: wanted, time: report.origin.time, connection: connection)
      if isNews { finds.send(found) }
      return (found, state.delegate, state.queue)
    }
    guard let (finds, box, queue) = told, let box, let queue else { return }
    perform(queue) {
      let isNews = state.withLock { state in
        defer { state.told = max(state.told, report.number) }
        return report.number >= state.told
      }
      if isNews { box.tell(finds, of: self) }
    }
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
