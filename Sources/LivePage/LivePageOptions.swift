/// How a page is served.
public struct LivePageOptions: Sendable {
  /// What else the server is called, such as `camera.local`; default nothing.
  public var hostNames: [String] = []
  /// Who may look, and who may control.
  public var tokens: LiveTokens
  /// How well pictures are encoded that don't come as JPEG, 1 to 100; default 80.
  public var quality = 80
  /// How many can look at the same time; default 16.
  ///
  /// From 2 on the last seat is for whoever controls; from one address of another machine, at most half look.
  public var viewerLimit = 16
  /// How many connections there are at the same time; default 128.
  ///
  /// A quarter of them at most comes from one address of another machine. Beyond them, a few are told to come again, or let
  /// in where they may control.
  public var connectionLimit = 128

  /// What the server shows to be who it is, for TLS; nil for none, as on a machine alone or behind another server.
  ///
  /// It takes the trait `LiveTLS`.
  public var identity: LiveIdentity?

  /// Serves whoever has one of these tokens.
  public init(tokens: LiveTokens = LiveTokens()) { self.tokens = tokens }

  /// The most bytes that the head of a request has.
  static let longestHead = 8192
  /// The most headers that a request has.
  static let mostFields = 64
  /// How many seconds there are for a request, from the connection or the answer before it on.
  static let requestPatience: Int64 = 10
  /// How many seconds there are for each piece of an answer until the system has taken it.
  static let answerPatience: Int64 = 30
  /// How many seconds a page has until it has shown its token.
  static let tokenPatience: Int64 = 5
  /// How many seconds a page has to draw something of what it was sent.
  static let drawingPatience: Int64 = 30
  /// How many seconds a photo may take to come.
  static let picturePatience: Int64 = 10
  /// How many seconds a connection that ends is read on, so that its last answer isn't lost.
  static let lingering: Int64 = 2
}
