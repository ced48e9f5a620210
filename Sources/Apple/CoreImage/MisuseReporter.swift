import Glibc

/// Reports of calls that have no effect, on standard error.
enum MisuseReporter {
  /// Writes a report to standard error.
  static func report(_ text: String) {
    var line = "CoreImage: \(text)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
