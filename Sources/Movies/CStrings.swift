import Glibc

/// Strings for C that live as long as this does.
struct CStrings: ~Copyable {
  private var strings: [UnsafeMutablePointer<CChar>] = []

  mutating func add(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    strings.append(copy)
    return UnsafePointer(copy)
  }

  deinit { for string in strings { free(string) } }
}
