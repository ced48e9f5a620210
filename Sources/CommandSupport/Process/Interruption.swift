package import Dispatch
import Glibc
import OpenCaptureSystem
import Synchronization

/// Whether the person asked to stop: Control-C, a polite kill, or a terminal that was closed.
///
/// Work that can be left in the middle asks ``isRequested``, and waits with ``wait(toRead:)``. Where it doesn't get to
/// that in time, ``InterruptionWatch`` ends the process.
package enum Interruption {
  private static let received = Atomic<Int32>(0)
  /// Whether nobody waits any more.
  private static let isOver = Atomic<Bool>(false)

  /// SIGINT, SIGTERM and SIGHUP: whoever is asked by one of them ends, with 128 and its number for a status.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// A pipe that becomes readable with the signal: it may reach a thread other than the one that waits.
  private static let pipe: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    Glibc.pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }()

  /// The signal that came; nil while there was none.
  package static var signal: Int32? {
    let signal = received.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// The exit status that a process interrupted like this ends with, as shells have it; nil while there was no signal.
  package static var exitStatus: Int32? { signal.map { 128 + $0 } }

  /// The exit status of a run that the person ended before it was done, without a signal: as of Control-C.
  package static let statusByHand = 128 + SIGINT

  /// Whether the run is to end.
  package static var isRequested: Bool { signal != nil }

  /// Lets SIGINT, SIGTERM and SIGHUP end the run after the pictures at hand; a second one ends the process at once.
  ///
  /// Signals that whoever started the process had it ignore stay ignored.
  package static func install() {
    // Made here, because a signal handler must not be the first to need them.
    (_, _, _) = (pipe, received.load(ordering: .relaxed), isOver.load(ordering: .relaxed))
    InterruptionWatch.prepare()
    for signal in signals {
      var former = sigaction()
      sigaction(signal, nil, &former)
      if UInt(bitPattern: unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self)) == 1 { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in
        Interruption.received.store(signal, ordering: .relaxed)
        Interruption.endWaiting()
        InterruptionWatch.wake()
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
      sigaction(signal, &action, nil)
      // A process that was started from a thread which blocks signals has them blocked as well.
      var unblocked = sigset_t()
      sigaddset(&unblocked, signal)
      pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    }
  }

  /// Ends all waiting, now and later: the run is over for another reason.
  package static func endWaiting() {
    isOver.store(true, ordering: .relaxed)
    _ = write(pipe.writing, "!", 1)
  }

  /// Calls `body` once the run is to end, on a queue of its own; for work that waits for something else.
  ///
  /// - Returns: What is to be cancelled when nobody needs to know any more.
  package static func whenRequested(_ body: @escaping @Sendable () -> Void) -> any DispatchSourceRead {
    // Unsafe only to the compiler: dispatch sources may be used from any thread.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: .global())
    source.setEventHandler {
      // The pipe stays readable.
      source.cancel()
      body()
    }
    source.activate()
    return source
  }

  /// How long somebody may take to read what a run that is to end has to say, in milliseconds.
  private static let momentForReaders: Int32 = 200

  /// Waits until a descriptor can be written to; false when the run is to end, and nobody reads soon.
  static func wait(toWrite descriptor: Int32) -> Bool {
    while true {
      // A run that is over for another reason still says what it found, however long that takes.
      let (isAsked, isOver) = (isRequested, isOver.load(ordering: .relaxed))
      var polled = [
        pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: isAsked || isOver ? -1 : pipe.reading, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&polled, 2, isAsked ? momentForReaders : -1)
      // What is broken shows when it is written to.
      if polled[0].revents != 0 || (ready < 0 && errno != EINTR) { return true }
      if ready == 0 { return false }
    }
  }

  /// Waits until a time, in nanoseconds of the monotonic clock; false where the run is to end before.
  package static func wait(until deadline: UInt64) -> Bool {
    while !isRequested {
      let now = MonotonicClock.now()
      guard now < deadline else { return true }
      var polled = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, Int32(clamping: (deadline - now) / 1_000_000 + 1))
    }
    return false
  }

  /// Waits until a descriptor can be read; false when the run is to end instead.
  package static func wait(toRead descriptor: Int32) -> Bool {
    var polled = [
      pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, 2, -1) < 0 && errno == EINTR {}
    return polled[0].revents == 0
  }
}
