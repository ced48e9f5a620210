/// What there is at an address.
package enum LiveRoute: Sendable, Hashable {
  /// A part of the page itself, which everybody may have: it holds no secret.
  case asset(PageAsset)
  /// The page's connection, whose first message shows the token.
  case live
  /// Pictures without end, each in place of the one before.
  case stream
  /// The newest picture.
  case photo
  /// What is found, as lines of JSON without end.
  case metadata
  /// How the camera is set, and what it can.
  case state
  /// A photo or a movie that was taken.
  case file(String)
  /// Asks for a ticket.
  case ticket
  /// Sets something.
  case control

  /// What is at a path; nil for nothing.
  init?(path: String) {
    switch path {
    case "/live": self = .live
    case "/stream.mjpg": self = .stream
    case "/photo.jpg": self = .photo
    case "/metadata": self = .metadata
    case "/state": self = .state
    case "/ticket": self = .ticket
    case "/control": self = .control
    default:
      if let asset = PageAsset(path: path) {
        self = .asset(asset)
      } else if path.hasPrefix(Self.folder), path.count > Self.folder.count {
        self = .file(String(path.dropFirst(Self.folder.count)))
      } else {
        return nil
      }
    }
  }

  /// Where files are.
  static let folder = "/files/"

  /// How it is asked for.
  var method: String {
    switch self {
    case .ticket, .control: "POST"
    default: "GET"
    }
  }

  /// What whoever asks must be allowed to; nil where everybody may, or shows later what they are allowed to.
  var access: LiveAccess? {
    switch self {
    case .asset, .live: nil
    case .stream, .photo, .metadata, .state, .ticket: .look
    case .file, .control: .control
    }
  }

  /// Whether a ticket will do in place of a header.
  var takesTickets: Bool {
    switch self {
    case .stream, .photo, .metadata, .file: true
    default: false
    }
  }
}
