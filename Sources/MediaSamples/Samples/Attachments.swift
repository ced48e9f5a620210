/// Named values that travel with a sample buffer (`CMAttachment`).
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

  /// The value of an attachment.
  public enum Value: Sendable, Hashable {
    /// A Boolean.
    case bool(Bool)
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case number(Double)
    /// A text.
    case string(String)
    /// Bytes.
    case bytes([UInt8])
    /// A time.
    case time(MediaTime)
  }

  /// The inheritance of an attachment by buffers made from its buffer (`CMAttachmentMode`).
  public enum Mode: Sendable, Hashable {
    /// New buffers inherit the attachment; ``Attachments/propagated`` contains it.
    case shouldPropagate
    /// The attachment belongs to this buffer only.
    case shouldNotPropagate
  }

  private struct Entry: Sendable, Hashable {
    var value: Value
    var mode: Mode
  }

  private var entries: [Key: Entry] = [:]

  /// A reference that does not count when attachments are compared.
  private struct Reference: Sendable, Hashable {
    var source: ExposureSource?

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  private var exposure = Reference()

  /// The source of the frame's exposure, which propagates; nil for samples that are not a camera's frames.
  package var exposureSource: ExposureSource? {
    get { exposure.source }
    set { exposure.source = newValue }
  }

  /// Makes an empty set.
  public init() {}

  /// Whether the set is empty.
  public var isEmpty: Bool { entries.isEmpty }

  /// The keys in use, in no particular order.
  public var keys: some Collection<Key> & Sendable { Array(entries.keys) }

  /// Returns the value of a key; nil if the key is not in use.
  public subscript(key: Key) -> Value? { entries[key]?.value }

  /// Returns the mode of a key's attachment; nil if the key is not in use.
  public func mode(of key: Key) -> Mode? { entries[key]?.mode }

  /// Attaches a value, which replaces the key's previous one.
  public mutating func set(_ value: Value, for key: Key, mode: Mode) {
    entries[key] = Entry(value: value, mode: mode)
  }

  /// Removes the value of a key.
  public mutating func remove(_ key: Key) { entries[key] = nil }

  /// The attachments that propagate.
  public var propagated: Attachments {
    var result = Attachments()
    result.entries = entries.filter { $0.value.mode == .shouldPropagate }
    result.exposure = exposure
    return result
  }
}

extension Attachments.Key {
  /// A mark of samples captured or decoded from damaged data: a `bool`, present only if true.
  ///
  /// Samples made from the sample inherit it.
  public static let isDamaged: Self = "IsDamaged"

  /// A mark of compressed pictures that depend on earlier ones: a `bool`, present only if true.
  ///
  /// The counterpart of `kCMSampleAttachmentKey_NotSync`. Samples made from the sample do not inherit it.
  public static let notSync: Self = "NotSync"

  /// The reason why a frame was dropped, a `string` (`kCMSampleBufferAttachmentKey_DroppedFrameReason`).
  public static let droppedFrameReason: Self = "DroppedFrameReason"

  /// The number of lost frames that a sample buffer represents: an `integer`, 1 or more.
  public static let droppedFrameCount: Self = "DroppedFrameCount"
}

/// Attachments of a buffer that all holders share, unlike ``Attachments``, which are a value.
///
/// Unchecked: values can be of any type, as in Core Foundation. The caller must attach only values that are safe to
/// share.
package struct SharedAttachments: @unchecked Sendable {
  /// A value, and whether new buffers inherit it.
  package struct Entry {
    package var value: Any
    package var mode: Attachments.Mode

    package init(_ value: Any, _ mode: Attachments.Mode) {
      self.value = value
      self.mode = mode
    }
  }

  /// All attachments by name.
  package private(set) var all: [String: Entry] = [:]

  /// Makes an empty set.
  package init() {}

  /// The attachment of a name; nil if there is none.
  package subscript(key: String) -> Entry? {
    get { all[key] }
    set { all[key] = newValue }
  }
}
