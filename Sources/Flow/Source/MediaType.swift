/// What kind of media a port or device has (`AVMediaType`).
public enum MediaType: Sendable, Hashable {
  /// Pictures.
  case video
  /// Things found in pictures.
  case metadataObject
}
