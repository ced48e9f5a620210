/// What a process has given up.
package struct SandboxState: Sendable {
  /// One of the two ways in which the kernel limits a process.
  package enum Layer: Sendable, Hashable {
    /// It holds, with this reservation.
    case on(String?)
    /// It doesn't, for this reason.
    case off(String)

    var words: String {
      switch self {
      case .on(nil): "on"
      case .on(let reservation?): "on, but \(reservation)"
      case .off(let reason): "off: \(reason)"
      }
    }

    /// Whether it holds at all.
    package var isOn: Bool { if case .on = self { true } else { false } }
  }

  /// Landlock: which files can be opened.
  package var files: Layer
  /// seccomp: which system calls there are.
  package var calls: Layer

  /// A process that has all its rights.
  package static func off(_ reason: String) -> Self { Self(files: .off(reason), calls: .off(reason)) }

  /// In a line, for `--stats` and `--verbose`.
  package var words: String { "sandbox: files (Landlock) \(files.words); system calls (seccomp) \(calls.words)" }
}
