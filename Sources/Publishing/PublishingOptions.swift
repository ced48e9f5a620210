import Glibc
public import OpenCaptureSystem

/// The broker and the settings of a publisher.
public struct PublishingOptions: Sendable {
  /// The address of the broker.
  public var address: BrokerAddress
  /// The password for the broker; nil for none.
  public var password: String?
  /// The path of a PEM file with trusted certificates; nil for the system's certificates.
  public var trustedCertificates: String?
  /// The maximum number of frames published per second; default 5, 0 for none.
  public var frameRate = 5.0
  /// The folder for events while the broker is unavailable; nil keeps events in memory, until the process ends.
  public var folder: String?
  /// The size of the file in ``folder``, in bytes; default 16 MB.
  public var folderCapacity = 16_000_000
  /// Whether the camera is announced to Home Assistant; default false.
  public var announcesToHomeAssistant = false
  /// The version of the program for Home Assistant; nil if unknown.
  package var programVersion: String?
  /// The longest absence after which an object still counts as the same; default 2 s.
  public var longestAbsence = MediaTime(value: 2, timescale: 1)
  /// The JPEG quality of pictures that the camera does not encode, from 1 to 100; default 80.
  public var quality = 80

  /// Creates the default settings for a broker.
  public init(_ address: BrokerAddress) { self.address = address }

  /// The keep-alive interval for detecting broken connections, in seconds; 15.
  static let keepAlive = 15
  /// The time for which the broker keeps a session without a connection, in seconds.
  static let sessionExpiry: UInt32 = 3600

  /// Creates a folder for events and its parents, with access for the current user only.
  package static func makeFolder(_ folder: String) throws(PublishingError) {
    let parts = folder.split(separator: "/")
    for count in parts.indices.map({ $0 + 1 }) {
      let parent = (folder.hasPrefix("/") ? "/" : "") + parts.prefix(count).joined(separator: "/")
      guard mkdir(parent, 0o700) != 0, errno != EEXIST else { continue }
      let error = errno
      var status = stat()
      guard stat(parent, &status) == 0 else {
        throw PublishingError(.cannotKeep, subject: folder, systemError: error)
      }
    }
  }
}

/// A failure to publish.
public typealias PublishingError = DomainError<PublishingErrorDomain>

/// The domain of ``PublishingError``.
public enum PublishingErrorDomain {}

extension PublishingError.Code {
  /// The MQTT library is not installed or cannot be used.
  public static var libraryMissing: Self { Self("libraryMissing", hint: MosquittoLibrary.hint) }
  /// A text is not a broker address.
  public static var invalidAddress: Self {
    Self("invalidAddress", hint: "use mqtt://HOST/SITE or mqtts://USER@HOST:PORT/SITE")
  }
  /// Events cannot be stored for the broker.
  public static var cannotKeep: Self { Self("cannotKeep") }
  /// The library rejected an argument, or no thread could be created.
  public static var cannotStart: Self { Self("cannotStart") }
}
