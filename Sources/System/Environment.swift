import Glibc

/// What the process was told by those who started it.
package enum Environment {
  /// What a variable says; nil where it isn't set.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// What variables say, as far as they are set.
  package static func values(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = value($1) }
  }
}
