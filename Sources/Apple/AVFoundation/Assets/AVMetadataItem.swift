public import Foundation
import OpenCaptureMovies

/// A metadata item of a file, such as its title.
public class AVMetadataItem: @unchecked Sendable {
  // Unchecked, as on Apple's systems: callers must not modify an item on several threads at once.

  fileprivate var fields = Fields()

  fileprivate struct Fields {
    var identifier: AVMetadataIdentifier?
    var keySpace: AVMetadataKeySpace?
    var key: Any?
    var value: Any?
    var dataType: String?
    var language: String?
  }

  fileprivate init() {}

  /// The identifier; nil if the item has neither an identifier nor a key space and key.
  public var identifier: AVMetadataIdentifier? {
    if let identifier = fields.identifier { return identifier }
    guard let keySpace = fields.keySpace, let key = fields.key else { return nil }
    return AVMetadataIdentifier(keySpace, key: key)
  }

  /// The key space.
  public var keySpace: AVMetadataKeySpace? { fields.keySpace ?? fields.identifier?.keySpace }

  /// The key, a string.
  public var key: Any? { fields.key ?? fields.identifier?.name }

  /// The key, if the key space is ``AVMetadataKeySpace/common``; otherwise nil.
  public var commonKey: AVMetadataKey? { keySpace == .common ? key.map { AVMetadataKey(rawValue: "\($0)") } : nil }

  /// The value: a string, a number, a date or data.
  public var value: Any? { fields.value }
  /// The value as a string; nil for data.
  public var stringValue: String? {
    switch fields.value {
    case let date as Date: date.ISO8601Format()
    case is Data: nil
    case let value?: "\(value)"
    case nil: nil
    }
  }
  /// The value, if it is a number.
  public var numberValue: NSNumber? { fields.value as? NSNumber }
  /// The value, if it is a date.
  public var dateValue: Date? { fields.value as? Date }
  /// The value, if it is data.
  public var dataValue: Data? { fields.value as? Data }
  /// The data type of the value; nil if unknown.
  public var dataType: String? { fields.dataType }
  /// The language of the value; nil if unknown.
  public var extendedLanguageTag: String? { fields.language }

  /// Returns the items with an identifier.
  public static func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] { metadataItems.filter { $0.identifier == identifier } }
}

/// A metadata item to be written to a file.
public final class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  /// Creates an empty item.
  public override init() {}

  /// The identifier.
  public override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set { fields.identifier = newValue }
  }
  /// The key space.
  public override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { fields.keySpace = newValue }
  }
  /// The key, a string.
  public override var key: Any? {
    get { super.key }
    set { fields.key = newValue }
  }
  /// The value: a string, a number or a date; data is not written.
  public override var value: Any? {
    get { super.value }
    set { fields.value = newValue }
  }
  /// The data type of the value; has no effect, values are written as strings.
  public override var dataType: String? {
    get { super.dataType }
    set { fields.dataType = newValue }
  }
  /// The language of the value; has no effect.
  public override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { fields.language = newValue }
  }
}

extension MovieMetadata {
  /// Creates metadata from items.
  ///
  /// Items without a key, and items with data, are reported on standard error and ignored.
  init(_ items: [AVMetadataItem], _ name: String = #function) {
    self.init()
    for item in items {
      guard let identifier = item.identifier, let text = item.stringValue else {
        MisuseReporter.report("\(name): items without a key, or with data, are not written")
        continue
      }
      let key = identifier.name
      switch key.hasPrefix(Self.prefix) ? String(key.dropFirst(Self.prefix.count)) : key {
      case "title": title = text
      case "author", "creator": author = text
      case "comment", "description": comment = text
      case "creationDate", "creationdate": tags[Self.prefix + "creationdate"] = text
      case "location", "location.ISO6709": tags[Self.prefix + "location.ISO6709"] = text
      case "content.identifier": contentIdentifier = text
      case let name where ["make", "model", "software"].contains(name): tags[Self.prefix + name] = text
      default: tags[key] = text
      }
    }
  }

  private static let prefix = "com.apple.quicktime."

  /// The metadata as items.
  var items: [AVMetadataItem] {
    let common =
      [("title", title), ("author", author), ("comment", comment), ("make", make), ("model", model)]
      + [("software", software), ("content.identifier", contentIdentifier)]
    let named = common.compactMap { name, value in value.map { (Self.prefix + name, $0) } }
    return (named + tags.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).map { key, value in
      let item = AVMutableMetadataItem()
      item.keySpace = .quickTimeMetadata
      item.key = key
      item.value = value
      return item
    }
  }
}
