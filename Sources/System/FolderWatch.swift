import COpenCaptureSystem
import Glibc

/// A thread that reports created, removed and changed entries of folders by inotify as long as the object exists.
package final class FolderWatch: Sendable {
  private let wake: Int32
  private let thread: NamedThread?

  /// Starts to watch folders.
  ///
  /// - Parameters:
  ///   - folders: The folders. One that does not exist yet is watched once it does, if its parent is listed too.
  ///   - name: The thread's name.
  ///   - onChange: Called on the thread: at the start, once per group of events, and again when the events have
  ///     ended.
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

  /// The delay before the last call in milliseconds, because a device's properties may change after its file.
  private static let settlingTime: Int32 = 1000

  /// Runs on the thread until `wake` is signalled.
  private static func watch(_ folders: [String], until wake: Int32, _ onChange: () -> Void) {
    let watch = csystem_make_watch()
    defer { if watch >= 0 { close(watch) } }
    var isSettled = false
    while true {
      // A folder that cannot be watched is polled.
      let isWatched =
        watch >= 0 && folders.allSatisfy { csystem_watch_folder(watch, $0) == 0 || access($0, F_OK) != 0 }
      // Reports changes made before the folders were watched as well.
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
}
