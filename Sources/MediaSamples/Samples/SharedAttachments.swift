/// What is attached to a buffer in place, where ``Attachments`` are a value that travels with it.
///
/// Unchecked: values are whatever was attached, as with Core Foundation; who attaches what changes answers for that.
package struct SharedAttachments: @unchecked Sendable {
  /// A value, and whether it goes along when a buffer is made from this one.
  package struct Entry {
    /// What was attached.
    package var value: Any
    /// Whether it goes along.
    package var mode: Attachments.Mode

    /// Makes an entry.
    package init(_ value: Any, _ mode: Attachments.Mode) { (self.value, self.mode) = (value, mode) }
  }

  private var entries: [String: Entry] = [:]

  /// Makes an empty set.
  package init() {}

  /// What is attached under a name; nil where nothing is.
  package subscript(key: String) -> Entry? {
    get { entries[key] }
    set { entries[key] = newValue }
  }

  /// All that is attached.
  package var all: [String: Entry] { entries }
}
