import Glibc
public import OpenCaptureSystem
public import OpenCaptureFlow

extension CaptureDevice {
  /// The longest wait for another thread that is changing the device, in nanoseconds.
  private static let configurationTimeout: UInt64 = 1_000_000_000

  /// Locks the device for changes, until ``unlockForConfiguration()`` is called as often.
  ///
  /// One thread at a time holds the lock, and can lock it repeatedly. Other threads wait for up to one second. Any
  /// thread may unlock.
  ///
  /// - Throws: `CaptureError` if the device is disconnected, or another thread does not unlock in time.
  public func lockForConfiguration() throws(CaptureError) {
    let thread = UInt(pthread_self())
    let outcome = state.wait(until: MonotonicClock.now() + Self.configurationTimeout) {
      state -> Result<Void, CaptureError>? in
      guard state.isConnected else { return .failure(notConnected) }
      guard state.lock.count == 0 || state.lock.owner == thread else { return nil }
      if state.lock.count == 0 { state.error = nil }
      state.lock.failedLocks[thread] = nil
      state.lock.count += 1
      state.lock.owner = thread
      return .success(())
    }
    guard let outcome else {
      state.withLock { $0.lock.failedLocks[thread, default: 0] += 1 }
      throw CaptureError(
        .lockedForConfiguration, subject: localizedName,
        reason: "another part of the program is changing the \(deviceWord)")
    }
    try outcome.get()
  }

  /// Unlocks the device.
  ///
  /// A session that streams from the device applies a new format or rate before this returns.
  public func unlockForConfiguration() {
    let thread = UInt(pthread_self())
    let change = state.update { state -> CaptureInputChange? in
      if state.lock.owner != thread, let count = state.lock.failedLocks.removeValue(forKey: thread) {
        if count > 1 { state.lock.failedLocks[thread] = count - 1 }
        return nil
      }
      guard state.lock.count > 0 else { return nil }
      state.lock.count -= 1
      return state.lock.count == 0 ? state.changed.take() : nil
    }
    if let change { notifyObservers(change) }
  }

  /// Changes the device for an internal request, such as a photo, even while the program holds the lock.
  ///
  /// - Throws: `CaptureError` if the device is disconnected, and the errors of `body`.
  package func changeForRequest(_ body: () throws(CaptureError) -> Void) throws(CaptureError) {
    guard state.withLock({ $0.isConnected }) else { throw notConnected }
    state.withLock { $0.lock.requests += 1 }
    defer { state.withLock { $0.lock.requests -= 1 } }
    try body()
  }

  /// The last error since the outermost ``lockForConfiguration()``; nil if none.
  ///
  /// Exposure at a point can also fail later, at the first frame of a stream. The camera then keeps control, as
  /// ``exposureMode`` shows.
  public var configurationError: CaptureError? { state.withLock { $0.error } }

  /// Sets a property and throws the device's error.
  ///
  ///     try device.set(\.focusMode, to: .locked)
  ///
  /// - Throws: `CaptureError` if the device lacks the property, the value is out of range, or the device is not
  ///   locked.
  public func set<Value>(
    _ property: ReferenceWritableKeyPath<CaptureDevice, Value>, to value: Value
  ) throws(CaptureError) {
    let before = state.withLock { state in
      defer { state.error = nil }
      return state.error
    }
    self[keyPath: property] = value
    let error = state.withLock { state in
      defer { state.error = state.error ?? before }
      return state.error
    }
    if let error { throw error }
  }

  /// Runs a change and stores its error as ``configurationError``.
  func attempt(_ change: () throws(CaptureError) -> Void) {
    do throws(CaptureError) {
      try requireLock()
      try change()
      changes.send()
    } catch {
      state.withLock { $0.error = error }
      CaptureRejectionObserver.reporter?(error)
    }
  }

  func requireLock() throws(CaptureError) {
    guard state.withLock({ $0.lock.count > 0 || $0.lock.requests > 0 }) else {
      throw CaptureError(.notLocked, subject: localizedName, reason: "the device is not locked for configuration")
    }
  }

  func unsupported(_ feature: String) -> CaptureError {
    CaptureError(.unsupported, subject: localizedName, reason: "this \(deviceWord) does not support \(feature)")
  }

  func outOfRange(_ reason: String) -> CaptureError {
    CaptureError(.outOfRange, subject: localizedName, reason: reason)
  }
}
