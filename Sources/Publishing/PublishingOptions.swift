/// How what a camera sees is published.
public struct PublishingOptions: Sendable {
  /// Where to.
  public var address: BrokerAddress
  /// What the broker is shown of who publishes; nil for nothing.
  public var password: String?
  /// A file with the certificates that are trusted, in PEM; nil for those that the system trusts.
  public var trustedCertificates: String?
  /// How many frames a second are told of at most; default 5, 0 for none.
  public var frameRate = 5.0
  /// A folder for what waits while the broker is away; nil for memory alone, of which nothing outlives the process.
  public var folder: String?
  /// How large the file in it is, in bytes; default 16 MB.
  public var folderCapacity = 16_000_000
  /// Whether Home Assistant is told of the camera.
  public var tellsHomeAssistant = false
  /// For how long something can be out of sight and still be the same; default 2 s.
  public var patience = MediaTime(value: 2, timescale: 1)
  /// How well pictures are encoded that the camera doesn't encode, 1 to 100; default 80.
  public var quality = 80

  /// Publishes to a broker.
  public init(_ address: BrokerAddress) { self.address = address }

  /// Seconds in which something is sent, so that a connection that broke is noticed; default 15.
  static let keepAlive = 15
  /// For how many seconds the broker keeps what it knows of who was there.
  static let sessionExpiry: UInt32 = 3600

  /// Makes a folder for what waits, with those that it lies in, for this person alone.
  package static func makeFolder(_ folder: String) throws(PublishingError) {
    do throws(SystemError) { try FolderPath.make(folder) } catch {
      throw PublishingError(.cannotKeep, subject: folder, error)
    }
  }
}
