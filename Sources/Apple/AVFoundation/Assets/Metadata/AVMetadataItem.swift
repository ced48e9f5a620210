public import Foundation

/// Something that a file says of itself, such as its title.
public class AVMetadataItem: @unchecked Sendable {
  // Unchecked, as on Apple's systems: who changes an item on several threads has to see to it.

  fileprivate var known = Known()

  fileprivate struct Known {
    var identifier: AVMetadataIdentifier?
    var keySpace: AVMetadataKeySpace?
    var key: Any?
    var value: Any?
    var dataType: String?
    var language: String?
  }

  fileprivate init() {}

  /// Which thing it is; nil where only its key says it.
  public var identifier: AVMetadataIdentifier? {
    if let identifier = known.identifier { return identifier }
    guard let keySpace = known.keySpace, let key = known.key else { return nil }
    return AVMetadataIdentifier("\(keySpace.rawValue)/\(key)")
  }

  /// Whose names its key is one of.
  public var keySpace: AVMetadataKeySpace? {
    known.keySpace ?? known.identifier.map { AVMetadataKeySpace(String($0.rawValue.prefix { $0 != "/" })) }
  }

  /// Its name; a string.
  public var key: Any? { known.key ?? known.identifier?.name }

  /// Its name where it is one that all kinds of files have; nil otherwise.
  public var commonKey: AVMetadataKey? {
    keySpace == .common ? key.map { AVMetadataKey(rawValue: "\($0)") } : nil
  }

  /// What it says: a string, a number, a date or data.
  public var value: Any? { known.value }
  /// What it says, as a string; nil for data.
  public var stringValue: String? { known.value.flatMap(Self.words) }
  /// What it says, where that is a number.
  public var numberValue: NSNumber? { known.value as? NSNumber }
  /// What it says, where that is a date.
  public var dateValue: Date? { known.value as? Date }
  /// What it says, where that is data.
  public var dataValue: Data? { known.value as? Data }
  /// Which kind of data it says; nil where nobody said.
  public var dataType: String? { known.dataType }
  /// Which language it says it in; nil where nobody said.
  public var extendedLanguageTag: String? { known.language }

  private static func words(_ value: Any) -> String? {
    switch value {
    case let date as Date: date.ISO8601Format()
    case is Data: nil
    default: "\(value)"
    }
  }

  /// Those of items that have an identifier.
  public static func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] { metadataItems.filter { $0.identifier == identifier } }
}

/// Something that a file is to say of itself.
public final class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  /// Says nothing yet.
  public override init() {}

  /// Which thing it is.
  public override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set { known.identifier = newValue }
  }
  /// Whose names its key is one of.
  public override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { known.keySpace = newValue }
  }
  /// Its name; a string.
  public override var key: Any? {
    get { super.key }
    set { known.key = newValue }
  }
  /// What it says: a string, a number or a date; data isn't written.
  public override var value: Any? {
    get { super.value }
    set { known.value = newValue }
  }
  /// Which kind of data it says; without effect: it is written as a string.
  public override var dataType: String? {
    get { super.dataType }
    set { known.dataType = newValue }
  }
  /// Which language it says it in; without effect.
  public override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { known.language = newValue }
  }
}
