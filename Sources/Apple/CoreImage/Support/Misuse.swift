import Glibc

/// Tells on standard error of what was asked for and can't have an effect.
enum Misuse {
  /// Tells of a call.
  static func tell(_ text: String) {
    var line = "CoreImage: \(text)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
