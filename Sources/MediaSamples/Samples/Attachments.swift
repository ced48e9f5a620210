/// Facts that travel with a sample buffer, each under a name (`CMAttachment`).
public struct Attachments: Sendable, Hashable {
  /// The name of an attachment.
  public struct Key: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name.
    public let rawValue: String
    /// Makes a key of this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a key of this name.
    public init(stringLiteral name: String) { rawValue = name }
  }

  /// What can be attached.
  public enum Value: Sendable, Hashable {
    /// Yes or no.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// A text.
    case string(String)
    /// Bytes.
    case bytes([UInt8])
    /// A time.
    case time(MediaTime)
  }

  /// Whether an attachment goes along when a buffer is made from another (`CMAttachmentMode`).
  public enum Mode: Sendable, Hashable {
    /// It also holds for what is made from this buffer: kept by ``Attachments/propagated``.
    case shouldPropagate
    /// It holds for this buffer alone.
    case shouldNotPropagate
  }

  private struct Entry: Sendable, Hashable {
    var value: Value
    var mode: Mode
  }

  private var entries: [Key: Entry] = [:]

  /// Makes an empty set.
  public init() {}

  /// Whether nothing is attached.
  public var isEmpty: Bool { entries.isEmpty }

  /// The names in use, in no order.
  public var keys: some Collection<Key> & Sendable { Array(entries.keys) }

  /// The value under a name; nil where there is none.
  public subscript(key: Key) -> Value? { entries[key]?.value }

  /// The mode of the attachment under a name; nil where there is none.
  public func mode(of key: Key) -> Mode? { entries[key]?.mode }

  /// Attaches a value, in place of the one that the name had.
  public mutating func set(_ value: Value, for key: Key, mode: Mode) {
    entries[key] = Entry(value: value, mode: mode)
  }

  /// Takes the value under a name away, if there is one.
  public mutating func remove(_ key: Key) { entries[key] = nil }

  /// Those attachments that propagate.
  public var propagated: Attachments {
    var result = Attachments()
    result.entries = entries.filter { $0.value.mode == .shouldPropagate }
    return result
  }
}
