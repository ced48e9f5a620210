import Dispatch
package import OpenCaptureSystem

/// What tells that properties of an object may have changed.
public struct PropertyChanges: Sendable {
  /// How often a property is looked at whose changes nobody tells of.
  package static let interval = DispatchTimeInterval.seconds(5)

  package let signal: ChangeSignal
  /// Properties whose changes nobody tells of.
  private let untold: @Sendable (AnyKeyPath) -> Bool
  private let interval: DispatchTimeInterval

  /// - Parameters:
  ///   - signal: What is sent.
  ///   - interval: How often properties are looked at whose changes nobody tells of.
  ///   - untold: Says which those are; default none.
  package init(
    signal: ChangeSignal, every interval: DispatchTimeInterval = Self.interval,
    untold: @escaping @Sendable (AnyKeyPath) -> Bool = { _ in false }
  ) { (self.signal, self.interval, self.untold) = (signal, interval, untold) }

  /// Calls `look` whenever a property may have changed, until what this returns is called.
  package func listen(to keyPath: AnyKeyPath, _ look: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let key = signal.listen(look)
    guard untold(keyPath) else { return { [weak signal] in signal?.stop(key) } }
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: KeyValueObserving.lookout)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(500))
    timer.setEventHandler(handler: look)
    timer.activate()
    return { [weak signal] in
      signal?.stop(key)
      timer.cancel()
    }
  }
}
