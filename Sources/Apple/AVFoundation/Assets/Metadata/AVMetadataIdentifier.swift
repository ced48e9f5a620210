/// Which thing something is that a file says of itself: a space of names, a slash, and a name.
public struct AVMetadataIdentifier: RawRepresentable, Sendable, Hashable {
  /// The space, a slash and the name.
  public let rawValue: String
  /// Names the thing.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Names the thing.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// What stands behind the slash.
  var name: String { String(rawValue.drop { $0 != "/" }.dropFirst()) }

  /// What it is called.
  public static let commonIdentifierTitle = Self("common/title")
  /// Who made it.
  public static let commonIdentifierAuthor = Self("common/author")
  /// Who made it.
  public static let commonIdentifierCreator = Self("common/creator")
  /// What there is to say about it.
  public static let commonIdentifierDescription = Self("common/description")
  /// When it was made.
  public static let commonIdentifierCreationDate = Self("common/creationDate")
  /// Where it was made, as ISO 6709 has it.
  public static let commonIdentifierLocation = Self("common/location")
  /// Who made the camera.
  public static let commonIdentifierMake = Self("common/make")
  /// Which camera it was.
  public static let commonIdentifierModel = Self("common/model")
  /// The program that made it.
  public static let commonIdentifierSoftware = Self("common/software")
  /// What it is called.
  public static let quickTimeMetadataTitle = Self("mdta/com.apple.quicktime.title")
  /// Who made it.
  public static let quickTimeMetadataAuthor = Self("mdta/com.apple.quicktime.author")
  /// What there is to say about it.
  public static let quickTimeMetadataComment = Self("mdta/com.apple.quicktime.comment")
  /// What there is to say about it.
  public static let quickTimeMetadataDescription = Self("mdta/com.apple.quicktime.description")
  /// When it was made.
  public static let quickTimeMetadataCreationDate = Self("mdta/com.apple.quicktime.creationdate")
  /// Where it was made, as ISO 6709 has it.
  public static let quickTimeMetadataLocationISO6709 = Self("mdta/com.apple.quicktime.location.ISO6709")
  /// Who made the camera.
  public static let quickTimeMetadataMake = Self("mdta/com.apple.quicktime.make")
  /// Which camera it was.
  public static let quickTimeMetadataModel = Self("mdta/com.apple.quicktime.model")
  /// The program that made it.
  public static let quickTimeMetadataSoftware = Self("mdta/com.apple.quicktime.software")
  /// What a Live Photo's still and movie have in common.
  public static let quickTimeMetadataContentIdentifier = Self("mdta/com.apple.quicktime.content.identifier")
}

/// Whose names a file says things under.
public struct AVMetadataKeySpace: RawRepresentable, Sendable, Hashable {
  /// Its name.
  public let rawValue: String
  /// Names the space.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Names the space.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Names that all kinds of files have.
  public static let common = Self("common")
  /// QuickTime's.
  public static let quickTimeMetadata = Self("mdta")
}

/// A name under which a file says something.
public struct AVMetadataKey: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String
  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// What it is called.
  public static let commonKeyTitle = Self(rawValue: "title")
  /// Who made it.
  public static let commonKeyAuthor = Self(rawValue: "author")
  /// What there is to say about it.
  public static let commonKeyDescription = Self(rawValue: "description")
  /// When it was made.
  public static let commonKeyCreationDate = Self(rawValue: "creationDate")
  /// Where it was made, as ISO 6709 has it.
  public static let commonKeyLocation = Self(rawValue: "location")
  /// Who made the camera.
  public static let commonKeyMake = Self(rawValue: "make")
  /// Which camera it was.
  public static let commonKeyModel = Self(rawValue: "model")
  /// The program that made it.
  public static let commonKeySoftware = Self(rawValue: "software")
  /// What it is called, as QuickTime has it.
  public static let quickTimeMetadataKeyTitle = Self(rawValue: "com.apple.quicktime.title")
  /// When it was made, as QuickTime has it.
  public static let quickTimeMetadataKeyCreationDate = Self(rawValue: "com.apple.quicktime.creationdate")
  /// Where it was made, as QuickTime has it.
  public static let quickTimeMetadataKeyLocationISO6709 = Self(rawValue: "com.apple.quicktime.location.ISO6709")
}
