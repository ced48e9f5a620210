import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureProcessing
import OpenCaptureSystem

/// The detectors of a metadata output, side by side, each on a thread of its own; ``FindsJoin`` makes one report a frame
/// of what they find.
final class DetectorLanes: SampleReceiver {
  /// Runs a closure on a queue and waits for it; not at all where what was found isn't wanted any more.
  typealias Performer = (DispatchQueue, () -> Void) -> Void

  let lanes: [DetectorLane]
  private let join: Locked<FindsJoin>

  /// Begins.
  ///
  /// - Parameter onReport: Takes each report, on the thread of one of the detectors, which is held up by it.
  init(
    _ detectors: [any FrameProcessor], onFailure: @escaping @Sendable (StageFailure) -> Void,
    onReport: @escaping @Sendable (FindsJoin.Report, Performer) -> Void
  ) {
    let join = Locked(FindsJoin(laneCount: detectors.count))
    self.join = join
    lanes = detectors.enumerated().map { index, detector in
      DetectorLane(
        detector, onFailure: onFailure, onBegin: { time in join.withLock { $0.begin(index, at: time) } },
        onEnd: {
          // Behind the last sample nobody can say that the report isn't wanted any more but who called `discard`.
          guard let report = join.withLock({ $0.end(index) }) else { return }
          onReport(report) { queue, body in queue.sync(execute: body) }
        },
        onResult: { result in
          let origin = FindsJoin.Origin(time: result.frame.presentationTimeStamp, connection: result.connection)
          let reports = join.withLock { $0.finish(index, result.frame.metadataObjects, in: origin) }
          for report in reports { onReport(report) { queue, body in result.perform(on: queue, body) } }
        })
    }
  }

  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    join.withLock { $0.arrive(at: sampleBuffer.presentationTimeStamp) }
    for lane in lanes { lane.worker.receive(sampleBuffer, from: connection, canWait: canWait) }
  }

  /// Does nothing: detectors see not every frame anyway.
  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  func finish(_ connection: CaptureConnection) {
    for lane in lanes { lane.worker.finish(connection) }
  }

  func discard(from connections: [CaptureConnection]) {
    for lane in lanes { lane.worker.discard(from: connections) }
    if !connections.isEmpty { join.withLock { $0.forget() } }
  }

  func end(_ error: CaptureError?) {
    for lane in lanes { lane.worker.end(error) }
  }
}
