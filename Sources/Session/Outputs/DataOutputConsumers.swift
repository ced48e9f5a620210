import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The consumers of a data output: a delegate on its queue, and any number of loops.
final class DataOutputConsumers: Sendable {
  private struct State: Lockable {
    var delegate: WeakDelegate?
    var queue: DispatchQueue?
    var delivery: SampleDelivery? { didSet { updateReceivers() } }
    var subscriptions: [WeakSubscription] = [] { didSet { updateReceivers() } }
    /// The receivers of all consumers, stored so that a sample allocates nothing.
    private(set) var receivers: [any SampleReceiver] = []
    /// The statistics of former consumers.
    var past = CaptureOutputStatistics()
    /// The error that prevents delivery to the delegate.
    var error: CaptureError?

    private mutating func updateReceivers() {
      receivers = [delivery].compactMap(\.self) + subscriptions as [any SampleReceiver]
    }
  }

  /// A weak reference to a delegate, unchecked because only the delegate's queue calls it.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CaptureSampleBufferDelegate)?
  }

  private let state = Locked(State())
  private let makeConversion: @Sendable () -> SampleConversion

  /// Creates a list without consumers.
  ///
  /// - Parameter makeConversion: Creates the conversion to the requested format, one for each consumer.
  init(_ makeConversion: @escaping @Sendable () -> SampleConversion) { self.makeConversion = makeConversion }

  var delegate: (any CaptureSampleBufferDelegate)? { state.withLock { $0.delegate }?.delegate }

  var queue: DispatchQueue? { state.withLock { $0.queue } }

  var receivers: [any SampleReceiver] { state.withLock { $0.receivers } }

  /// The error that prevents the conversion of the delegate's samples; nil if the conversion works.
  var error: CaptureError? { state.withLock { $0.error } }

  /// Clears the error after the requested format has changed.
  func forgetError() { state.withLock { $0.error = nil } }

  /// Replaces the delegate, which the list holds weakly.
  func setDelegate(
    _ delegate: (any CaptureSampleBufferDelegate)?, of output: any CaptureOutput, on queue: DispatchQueue,
    capacity: SampleCapacity
  ) {
    let box = WeakDelegate(delegate: delegate)
    let delivery = delegate == nil ? nil : makeDelivery(to: box, of: output, on: queue, capacity)
    let old = state.withLock { state in
      state.delegate = box
      state.queue = delegate == nil ? nil : queue
      state.error = nil
      defer { state.delivery = delivery }
      return state.delivery
    }
    guard let old else { return }
    // Closing counts the sample that the former delegate is processing.
    old.close()
    state.withLock { $0.past.add(old.statistics) }
  }

  /// Returns a sequence of the samples from now on, for one loop.
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

  /// The statistics of all consumers together, including former ones.
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
          delivery.countDropped(dropped)
          delegate.captureOutput(output, didDrop: dropped.sampleBuffer, from: connection)
        } catch {
          delivery.countUndecodable()
          if let error = error as? CaptureError { state.withLock { $0.error = error } }
        }
      }
    }
  }
}
