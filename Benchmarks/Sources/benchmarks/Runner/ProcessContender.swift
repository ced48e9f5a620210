import Glibc

extension Contender {
  /// Returns a command that runs in its own process; its output is discarded.
  ///
  /// A new process inherits the peak memory of its parent. A peak no larger than this process's own is therefore
  /// unknown.
  static func process(_ name: String, _ arguments: [String], succeedsWith statuses: Set<Int32> = [0]) -> Contender {
    Contender(name: name) {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
      let pointers = arguments.map { strdup($0) } + [nil]
      defer { pointers.forEach { free($0) } }
      var pid = pid_t()
      var clock = timespec()
      clock_gettime(CLOCK_MONOTONIC, &clock)
      guard posix_spawnp(&pid, arguments[0], &actions, nil, pointers, environ) == 0 else {
        throw BenchmarkError("cannot start \(arguments[0])")
      }
      let begin = Double(clock.tv_sec) + Double(clock.tv_nsec) / 1e9
      var status = Int32()
      var usage = rusage()
      while wait4(pid, &status, 0, &usage) < 0 && errno == EINTR {}
      clock_gettime(CLOCK_MONOTONIC, &clock)
      guard status & 0x7f == 0, statuses.contains((status >> 8) & 0xff) else {
        throw BenchmarkError("\(arguments[0]) failed with status \(status >> 8)")
      }
      return Measurement(
        wall: Double(clock.tv_sec) + Double(clock.tv_nsec) / 1e9 - begin,
        cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime), peakMemory: peakMemory(usage))
    }
  }

  private static func peakMemory(_ usage: rusage) -> Double? {
    var own = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
    return usage.ru_maxrss > own.ru_maxrss ? Double(usage.ru_maxrss) * 1024 : nil
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

/// A failure to measure a workload.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
