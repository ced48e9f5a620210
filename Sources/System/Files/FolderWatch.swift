import COpenCaptureSystem
import Glibc

/// A thread that notices when something comes, goes or changes its permissions in folders, by inotify; as long as the
/// object lives.
package final class FolderWatch: Sendable {
  private let wake: Int32
  private let thread: NamedThread?

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - folders: Those that aren't there yet are watched as soon as they are, where the one above is among these.
  ///   - name: The thread's.
  ///   - onChange: Called on the thread, at the beginning, once for what happens at once, and once more when that is over.
  package init(_ folders: [String], threadName name: String, onChange: @escaping @Sendable () -> Void) {
    let wake = csystem_make_event()
    self.wake = wake
    thread = wake < 0 ? nil : NamedThread(name: name) { Self.watch(folders, until: wake, onChange) }
  }

  deinit {
    guard wake >= 0 else { return }
    csystem_signal_event(wake)
    thread?.join()
    close(wake)
  }

  /// What the kernel says of a device changes before or after its file does: so long after the last event it is looked at
  /// once more, in milliseconds.
  private static let settlingTime: Int32 = 1000

  /// On the thread: until `wake` is signalled.
  private static func watch(_ folders: [String], until wake: Int32, _ onChange: () -> Void) {
    let watch = csystem_make_watch()
    defer { if watch >= 0 { close(watch) } }
    var isSettled = false
    while true {
      // Where a folder can't be watched, it is looked at now and then.
      let isWatched = watch >= 0 && folders.allSatisfy { csystem_watch_folder(watch, $0) == 0 || !exists($0) }
      // What came before the folders were watched is told as well.
      onChange()
      var descriptors = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&descriptors, 2, isWatched && isSettled ? -1 : settlingTime)
      if descriptors[0].revents != 0 { return }
      guard ready >= 0 || errno == EINTR else { return }
      if watch >= 0 { csystem_drain(watch) }
      isSettled = ready == 0
    }
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
