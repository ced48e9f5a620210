import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Who takes the samples of a data output: a delegate on its queue, and any number of loops.
final class DataOutputConsumers: Sendable {
  private struct State: Lockable {
    var delegate: WeakDelegate?
    var queue: DispatchQueue?
    var delivery: SampleDelivery? { didSet { updateReceivers() } }
    var subscriptions: [WeakSubscription] = [] { didSet { updateReceivers() } }
    /// Both, kept so that a sample allocates nothing.
    private(set) var receivers: [any SampleReceiver] = []
    /// What consumers did that are no more.
    var past = CaptureOutputStatistics()
    /// Why the delegate gets nothing.
    var error: CaptureError?

    private mutating func updateReceivers() {
      receivers = [delivery].compactMap(\.self) + subscriptions as [any SampleReceiver]
    }
  }

  /// Unchecked: the delegate is called on its queue alone.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CaptureSampleBufferDelegate)?
  }

  private let state = Locked(State())
  private let makeConversion: @Sendable () -> SampleConversion

  /// Begins without any.
  ///
  /// - Parameter makeConversion: Makes what brings samples into the form that is asked for, one for each consumer.
  init(_ makeConversion: @escaping @Sendable () -> SampleConversion) { self.makeConversion = makeConversion }

  var delegate: (any CaptureSampleBufferDelegate)? { state.withLock { $0.delegate }?.delegate }

  var queue: DispatchQueue? { state.withLock { $0.queue } }

  var receivers: [any SampleReceiver] { state.withLock { $0.receivers } }

  /// Why samples can't be what was asked for, as far as the delegate's could not; nil where they can.
  var error: CaptureError? { state.withLock { $0.error } }

  /// Takes note that something else is asked for.
  func forgetError() { state.withLock { $0.error = nil } }

  /// Delivers samples to a delegate, held weakly, in place of the one before.
  func setDelegate(
    _ delegate: (any CaptureSampleBufferDelegate)?, of output: any CaptureOutput, on queue: DispatchQueue,
    capacity: SampleCapacity
  ) {
    let box = WeakDelegate(delegate: delegate)
    let delivery = delegate == nil ? nil : makeDelivery(to: box, of: output, on: queue, capacity)
    let old = state.withLock { state in
      (state.delegate, state.queue, state.error) = (box, queue, nil)
      let old = state.delivery
      state.delivery = delivery
      if let old { state.past.add(old.statistics) }
      return old
    }
    old?.close()
  }

  /// The samples for one loop, from now on.
  func subscribe(capacity: SampleCapacity) -> CaptureSampleBuffers {
    let subscription = SampleSubscription(capacity: capacity, converting: makeConversion()) {
      [weak self] statistics in
      self?.state.withLock { $0.past.add(statistics) }
    }
    state.withLock { state in
      state.subscriptions.removeAll { $0.subscription == nil }
      state.subscriptions.append(WeakSubscription(subscription))
    }
    return CaptureSampleBuffers(subscription)
  }

  /// What all of them together got, and didn't.
  var statistics: CaptureOutputStatistics {
    let (past, delivery, subscriptions) = state.withLock { ($0.past, $0.delivery, $0.subscriptions) }
    var sum = past
    if let delivery { sum.add(delivery.statistics) }
    for subscription in subscriptions { if let live = subscription.subscription { sum.add(live.statistics) } }
    return sum
  }

  func waitUntilIdle(until deadline: UInt64) -> Bool {
    state.withLock { $0.delivery }?.waitUntilIdle(until: deadline) ?? true
  }

  private func makeDelivery(
    to box: WeakDelegate, of output: any CaptureOutput, on queue: DispatchQueue, _ capacity: SampleCapacity
  ) -> SampleDelivery {
    let conversion = makeConversion()
    return SampleDelivery(on: queue, capacity: capacity, reportsDrops: true) {
      [weak self, weak output] delivery, event in
      guard let self, let output, let delegate = box.delegate else { return }
      switch event {
      case .dropped(let frame, let connection):
        delegate.captureOutput(output, didDrop: frame.sampleBuffer, from: connection)
      case .ended: break
      case .sample(let sample, let connection):
        do {
          guard let converted = try conversion(sample) else { break }
          delegate.captureOutput(output, didOutput: converted, from: connection)
        } catch let error as MediaError where error.code == .poolExhausted {
          let dropped = DroppedFrame(.outOfBuffers, sample)
          delivery.noteDropped(dropped)
          delegate.captureOutput(output, didDrop: dropped.sampleBuffer, from: connection)
        } catch {
          delivery.noteUndecodable()
          if let error = error as? CaptureError { state.withLock { $0.error = error } }
        }
      }
    }
  }
}
