public import OpenCaptureSystem

/// The settings of a live page.
public struct LivePageOptions: Sendable {
  /// Additional host names of the server, such as `camera.local`; default none.
  public var hostNames: [String] = []
  /// The tokens for viewing and controlling.
  public var tokens: LiveTokens
  /// The JPEG quality of pictures that the camera does not encode, from 1 to 100; default 80.
  public var quality = 80
  /// The maximum number of simultaneous viewers; default 16.
  ///
  /// With two or more seats, the last one is reserved for control. A remote address can have at most half of the seats.
  public var viewerLimit = 16
  /// The maximum number of simultaneous connections; default 128.
  ///
  /// A remote address can have at most a quarter of them. A few further connections are accepted, to ask clients to
  /// retry or to admit those with control.
  public var connectionLimit = 128

  /// The identity of the server for TLS; nil without TLS, for use on one host or behind a reverse proxy.
  ///
  /// TLS requires the trait `LiveTLS`.
  public var identity: LiveIdentity?

  /// Creates the default settings with tokens.
  public init(tokens: LiveTokens = LiveTokens()) { self.tokens = tokens }

  /// The maximum length of a request's head, in bytes.
  static let maximumHeadLength = 8192
  /// The maximum number of headers of a request.
  static let maximumHeaderCount = 64

  /// The timeouts of connections.
  var timeouts = ConnectionTimeouts()
}

/// The timeouts of a connection, in seconds.
struct ConnectionTimeouts: Sendable, Hashable {
  /// The time to receive a request, from the connection or the previous response.
  var request: Int64 = 10
  /// The time for the system to accept each piece of a response.
  var response: Int64 = 30
  /// The time for a page to present its token.
  var token: Int64 = 5
  /// The time for a page to draw a frame that was sent.
  var drawing: Int64 = 30
  /// The time to wait for a photo.
  var picture: Int64 = 10
  /// The time to read from a closing connection, so that its last response arrives.
  var linger: Int64 = 2
}

/// The PEM files of a TLS server's identity (RFC 8446).
public struct LiveIdentity: Sendable, Hashable {
  /// The path of the certificate and its chain.
  public let certificateChain: String
  /// The path of the certificate's private key.
  public let privateKey: String

  /// Creates an identity from file paths.
  public init(certificateChain: String, privateKey: String) {
    self.certificateChain = certificateChain
    self.privateKey = privateKey
  }

  /// Whether this build supports TLS.
  public static var isSupported: Bool {
    #if LiveTLS
      true
    #else
      false
    #endif
  }
}

/// A failure of a live page.
public typealias LivePageError = DomainError<LivePageErrorDomain>

/// The domain of ``LivePageError``.
public enum LivePageErrorDomain {}

extension LivePageError.Code {
  /// The server cannot listen on the address.
  public static var cannotListen: Self { Self("cannotListen", hint: "choose another address with --listen") }
  /// This build lacks the required trait.
  public static var unsupportedBuild: Self {
    Self("unsupportedBuild", hint: "build with the trait Live: swift build --traits Live")
  }
  /// The certificate or its key is unusable.
  public static var invalidIdentity: Self {
    Self("invalidIdentity", hint: "specify a certificate and its key, both in PEM")
  }
  /// The message or command is unknown or invalid.
  public static var invalidMessage: Self { Self("invalidMessage") }
  /// The camera does not support a command, or failed.
  public static var cannotPerform: Self { Self("cannotPerform") }
  /// A picture cannot be encoded.
  public static var cannotEncode: Self { Self("cannotEncode") }
}
