package import Dispatch
import Glibc
import OpenCaptureSystem
import Synchronization

/// The request to stop by SIGINT (Control-C), SIGTERM, or SIGHUP (closed terminal).
///
/// Work that can be abandoned checks ``isRequested`` and waits with ``wait(toRead:)``. If it does not stop in time,
/// ``InterruptionWatchdog`` ends the process.
package enum Interruption {
  private static let received = Atomic<Int32>(0)
  /// Whether waiting has ended.
  private static let isOver = Atomic<Bool>(false)

  /// The signals that end the run; the exit status is 128 plus the signal's number.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// A pipe that becomes readable after a signal, because the signal can arrive on any thread.
  private static let pipe: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    Glibc.pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }()

  /// The received signal; nil before one.
  package static var signal: Int32? {
    let signal = received.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// The exit status after a signal, by the convention of shells; nil before one.
  package static var exitStatus: Int32? { signal.map { 128 + $0 } }

  /// The exit status if the user ended the run early without a signal, the same as after Control-C.
  package static let userExitStatus = 128 + SIGINT

  /// Whether the run must end.
  package static var isRequested: Bool { signal != nil }

  /// Makes SIGINT, SIGTERM and SIGHUP end the run after the current inputs; a second one ends the process at once.
  ///
  /// Signals that the parent process ignores stay ignored.
  package static func install() {
    // A signal handler must not initialize these.
    _ = pipe
    _ = received.load(ordering: .relaxed)
    _ = isOver.load(ordering: .relaxed)
    InterruptionWatchdog.prepare()
    for signal in signals {
      var former = sigaction()
      sigaction(signal, nil, &former)
      if UInt(bitPattern: unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self)) == 1 { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in
        Interruption.received.store(signal, ordering: .relaxed)
        Interruption.endWaiting()
        InterruptionWatchdog.wake()
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
      sigaction(signal, &action, nil)
      // The blocked signals are inherited from the thread that started the process.
      var unblocked = sigset_t()
      sigaddset(&unblocked, signal)
      pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    }
  }

  /// Ends all current and future waiting, because the run is over for another reason.
  package static func endWaiting() {
    isOver.store(true, ordering: .relaxed)
    _ = write(pipe.writing, "!", 1)
  }

  /// Calls `body` on a global queue as soon as the run must end.
  ///
  /// - Returns: A source to cancel when `body` is no longer needed.
  package static func whenRequested(_ body: @escaping @Sendable () -> Void) -> any DispatchSourceRead {
    // Dispatch sources are thread-safe, but not marked as Sendable.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: .global())
    source.setEventHandler {
      // The pipe stays readable.
      source.cancel()
      body()
    }
    source.activate()
    return source
  }

  /// The time for readers to take the remaining output after an interruption, in milliseconds.
  private static let momentForReaders: Int32 = 200

  /// Waits until a descriptor is writable; false if the run must end and the reader is slow.
  static func wait(toWrite descriptor: Int32) -> Bool {
    while true {
      // A run that is over for another reason still writes all of its output.
      let isAsked = isRequested
      let isOver = isOver.load(ordering: .relaxed)
      var polled = [
        pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: isAsked || isOver ? -1 : pipe.reading, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&polled, 2, isAsked ? momentForReaders : -1)
      // Writing to a broken descriptor reports its error.
      if polled[0].revents != 0 || (ready < 0 && errno != EINTR) { return true }
      if ready == 0 { return false }
    }
  }

  /// Waits until a time, in nanoseconds of the monotonic clock; false if the run must end earlier.
  package static func wait(until deadline: UInt64) -> Bool {
    while !isRequested {
      let now = MonotonicClock.now()
      guard now < deadline else { return true }
      var polled = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, Int32(clamping: (deadline - now) / 1_000_000 + 1))
    }
    return false
  }

  /// Waits until a descriptor is readable; false if the run must end.
  package static func wait(toRead descriptor: Int32) -> Bool {
    var polled = [
      pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, 2, -1) < 0 && errno == EINTR {}
    return polled[0].revents == 0
  }
}
