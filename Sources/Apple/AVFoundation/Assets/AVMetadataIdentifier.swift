/// The identifier of a metadata item: a key space, a slash and a key.
public struct AVMetadataIdentifier: RawRepresentable, Sendable, Hashable {
  /// The key space, a slash and the key.
  public let rawValue: String
  /// Creates an identifier.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The key space before the slash.
  var keySpace: AVMetadataKeySpace {
    let name = String(rawValue.prefix { $0 != "/" })
    return name == Self.commonKeySpace ? .common : AVMetadataKeySpace(name)
  }

  /// The common key space as a part of identifiers.
  private static let commonKeySpace = "common"

  /// Creates the identifier of a key in a key space.
  init(_ keySpace: AVMetadataKeySpace, key: Any) {
    rawValue = "\(keySpace == .common ? Self.commonKeySpace : keySpace.rawValue)/\(key)"
  }

  /// The key behind the slash.
  var name: String { String(rawValue.drop { $0 != "/" }.dropFirst()) }

  /// The title.
  public static let commonIdentifierTitle = Self("common/title")
  /// The author.
  public static let commonIdentifierAuthor = Self("common/author")
  /// The creator.
  public static let commonIdentifierCreator = Self("common/creator")
  /// The description.
  public static let commonIdentifierDescription = Self("common/description")
  /// The creation date.
  public static let commonIdentifierCreationDate = Self("common/creationDate")
  /// The location, in ISO 6709 format.
  public static let commonIdentifierLocation = Self("common/location")
  /// The manufacturer of the camera.
  public static let commonIdentifierMake = Self("common/make")
  /// The model of the camera.
  public static let commonIdentifierModel = Self("common/model")
  /// The software that created the file.
  public static let commonIdentifierSoftware = Self("common/software")
  /// The title.
  public static let quickTimeMetadataTitle = Self("mdta/com.apple.quicktime.title")
  /// The author.
  public static let quickTimeMetadataAuthor = Self("mdta/com.apple.quicktime.author")
  /// The comment.
  public static let quickTimeMetadataComment = Self("mdta/com.apple.quicktime.comment")
  /// The description.
  public static let quickTimeMetadataDescription = Self("mdta/com.apple.quicktime.description")
  /// The creation date.
  public static let quickTimeMetadataCreationDate = Self("mdta/com.apple.quicktime.creationdate")
  /// The location, in ISO 6709 format.
  public static let quickTimeMetadataLocationISO6709 = Self("mdta/com.apple.quicktime.location.ISO6709")
  /// The manufacturer of the camera.
  public static let quickTimeMetadataMake = Self("mdta/com.apple.quicktime.make")
  /// The model of the camera.
  public static let quickTimeMetadataModel = Self("mdta/com.apple.quicktime.model")
  /// The software that created the file.
  public static let quickTimeMetadataSoftware = Self("mdta/com.apple.quicktime.software")
  /// The identifier that connects the image and the movie of a Live Photo.
  public static let quickTimeMetadataContentIdentifier = Self("mdta/com.apple.quicktime.content.identifier")
}

/// A namespace of metadata keys.
public struct AVMetadataKeySpace: RawRepresentable, Sendable, Hashable {
  /// The name of the key space.
  public let rawValue: String
  /// Creates a key space with a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a key space with a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The keys that are common to all file types.
  public static let common = Self("comn")
  /// The keys of QuickTime.
  public static let quickTimeMetadata = Self("mdta")
}

/// The key of a metadata item.
public struct AVMetadataKey: RawRepresentable, Sendable, Hashable {
  /// The name of the key.
  public let rawValue: String
  /// Creates a key with a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The title.
  public static let commonKeyTitle = Self(rawValue: "title")
  /// The author.
  public static let commonKeyAuthor = Self(rawValue: "author")
  /// The description.
  public static let commonKeyDescription = Self(rawValue: "description")
  /// The creation date.
  public static let commonKeyCreationDate = Self(rawValue: "creationDate")
  /// The location, in ISO 6709 format.
  public static let commonKeyLocation = Self(rawValue: "location")
  /// The manufacturer of the camera.
  public static let commonKeyMake = Self(rawValue: "make")
  /// The model of the camera.
  public static let commonKeyModel = Self(rawValue: "model")
  /// The software that created the file.
  public static let commonKeySoftware = Self(rawValue: "software")
  /// The title, in QuickTime files.
  public static let quickTimeMetadataKeyTitle = Self(rawValue: "com.apple.quicktime.title")
  /// The creation date, in QuickTime files.
  public static let quickTimeMetadataKeyCreationDate = Self(rawValue: "com.apple.quicktime.creationdate")
  /// The location, in QuickTime files, in ISO 6709 format.
  public static let quickTimeMetadataKeyLocationISO6709 = Self(rawValue: "com.apple.quicktime.location.ISO6709")
}
