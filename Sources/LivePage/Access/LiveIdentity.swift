/// Files by which a server shows who it is (RFC 8446), in PEM.
public struct LiveIdentity: Sendable, Hashable {
  /// The certificate, and those that it stands on.
  public let certificateChain: String
  /// The key that belongs to it.
  public let privateKey: String

  /// Names the files.
  public init(certificateChain: String, privateKey: String) {
    (self.certificateChain, self.privateKey) = (certificateChain, privateKey)
  }

  /// Whether this was built with what they are for.
  public static var isSupported: Bool {
    #if LiveTLS
      true
    #else
      false
    #endif
  }
}
