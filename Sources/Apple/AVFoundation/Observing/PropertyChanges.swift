import Dispatch
package import OpenCaptureSystem

/// What tells that properties of an object may have changed.
public struct PropertyChanges: Sendable {
  /// How often a property is looked at whose changes nobody tells of; default every 5 s.
  @TaskLocal package static var interval = DispatchTimeInterval.seconds(5)

  package let signal: ChangeSignal
  /// What is sent by something that the object has now, and can have another of once ``signal`` was sent.
  private let other: (@Sendable () -> ChangeSignal?)?
  /// Properties whose changes nobody tells of.
  private let untold: @Sendable (AnyKeyPath) -> Bool
  private let interval: DispatchTimeInterval

  /// - Parameters:
  ///   - signal: What is sent.
  ///   - other: Finds what is sent by something that the object has, and can have another of once `signal` was sent.
  ///   - interval: How often properties are looked at whose changes nobody tells of.
  ///   - untold: Says which those are; default none.
  package init(
    signal: ChangeSignal, following other: (@Sendable () -> ChangeSignal?)? = nil,
    every interval: DispatchTimeInterval = Self.interval,
    untold: @escaping @Sendable (AnyKeyPath) -> Bool = { _ in false }
  ) { (self.signal, self.other, self.interval, self.untold) = (signal, other, interval, untold) }

  /// Calls `look` whenever a property may have changed, until what this returns is called.
  package func listen(to keyPath: AnyKeyPath, _ look: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    // The signal doesn't stand for it, and can be sent with each frame, while to look is dear.
    if untold(keyPath) { return lookRegularly(look) }
    let followed = other.map { FollowedSignal($0, look) }
    let key = signal.listen {
      followed?.follow()
      look()
    }
    followed?.follow()
    return { [weak signal] in
      signal?.stop(key)
      followed?.end()
    }
  }

  /// Calls `look` again and again, until what this returns is called.
  private func lookRegularly(_ look: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: KeyValueObserving.lookout)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(500))
    timer.setEventHandler(handler: look)
    timer.activate()
    return { timer.cancel() }
  }
}
