/// An encoding of text, such as `shift-jis` or `windows-1251`.
public struct TextEncoding: Sendable, Hashable {
  /// The name by which the system's `iconv` knows the encoding.
  public let name: String

  /// Makes an encoding.
  ///
  /// - Returns: nil if the system does not know the name; `iconv --list` prints all names.
  public init?(name: String) {
    guard TextConverter.knows(name) else { return nil }
    self.name = name
  }
}
