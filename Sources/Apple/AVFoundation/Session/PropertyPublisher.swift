#if Combine
  public import OpenCombine
  import OpenCaptureSystem

  extension KeyValueObservable {
    /// Returns a publisher of the values of a property.
    ///
    ///     session.publisher(for: \.isRunning).sink { print($0) }.store(in: &cancellables)
    ///
    /// Values are published in order on one queue, soon after each change. If the subscriber has no demand, it receives
    /// the last value later.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - options: With `initial`, the current value is published first, on the thread of the subscriber.
    public func publisher<Value>(
      for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
    ) -> KeyValueObservingPublisher<Self, Value> {
      KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
    }
  }

  /// A publisher of the values of an observable property.
  public struct KeyValueObservingPublisher<Object: KeyValueObservable, Value>: Publisher {
    /// The value of the property.
    public typealias Output = Value
    /// The publisher does not fail.
    public typealias Failure = Never

    /// The object.
    public let object: Object
    /// The property.
    public let keyPath: KeyPath<Object, Value>
    /// The options; only `initial` has an effect.
    public let options: NSKeyValueObservingOptions

    /// Attaches a subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Value, Downstream.Failure == Never {
      let subscription = PropertySubscription(subscriber)
      // The subscriber receives its subscription before values.
      subscriber.receive(subscription: subscription)
      subscription.begin { offer in
        object.observe(keyPath, options: options.intersection(.initial).union(.new)) { _, change in
          if let value = change.newValue { offer(value) }
        }
      }
    }
  }

  /// A subscription to the values of a property.
  ///
  /// Unchecked: the lock protects all variables, and the subscriber is called without it.
  private final class PropertySubscription<Downstream: Subscriber>: Subscription, @unchecked Sendable
  where Downstream.Failure == Never {
    private let mutex = SystemMutex()
    private var subscriber: Downstream?
    private var demand = Subscribers.Demand.none
    /// The last value that the subscriber did not demand.
    private var pending: Downstream.Input?
    private var observation: NSKeyValueObservation?

    init(_ subscriber: Downstream) { self.subscriber = subscriber }

    deinit { mutex.destroy() }

    /// Starts observing, unless the subscription was cancelled.
    func begin(_ observe: (@escaping (Downstream.Input) -> Void) -> NSKeyValueObservation) {
      let observation = observe { [weak self] in self?.offer($0) }
      let isCancelled = withLock {
        if subscriber != nil { self.observation = observation }
        return subscriber == nil
      }
      if isCancelled { observation.invalidate() }
    }

    func request(_ demand: Subscribers.Demand) {
      let value = withLock {
        self.demand += demand
        return self.demand > 0 ? pending.take() : nil
      }
      if let value { offer(value) }
    }

    func cancel() {
      let observation = withLock {
        subscriber = nil
        pending = nil
        return self.observation.take()
      }
      observation?.invalidate()
    }

    /// Passes a value to the subscriber, or stores it until the subscriber demands it.
    private func offer(_ value: Downstream.Input) {
      let receiver = withLock { () -> Downstream? in
        guard demand > 0 else {
          if subscriber != nil { pending = value }
          return nil
        }
        demand -= 1
        return subscriber
      }
      guard let receiver else { return }
      let additional = receiver.receive(value)
      withLock { demand += additional }
    }

    private func withLock<Result>(_ body: () -> Result) -> Result {
      mutex.lock()
      defer { mutex.unlock() }
      return body()
    }
  }
#endif
