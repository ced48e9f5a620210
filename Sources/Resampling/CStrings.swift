import Glibc

/// Strings for C that live as long as this does.
package struct CStrings: ~Copyable {
  private var strings: [UnsafeMutablePointer<CChar>] = []

  /// Begins without any.
  package init() {}

  /// A copy of a text, as C has it; nil where there is no memory.
  package mutating func add(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    strings.append(copy)
    return UnsafePointer(copy)
  }

  deinit { for string in strings { free(string) } }
}
