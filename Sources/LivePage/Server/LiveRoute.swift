/// A resource of the server.
package enum LiveRoute: Sendable, Hashable {
  /// A file of the page itself, which is public.
  case asset(PageAsset)
  /// The WebSocket connection of the page, whose first message contains the token.
  case live
  /// An endless stream of JPEG pictures.
  case stream
  /// The newest picture.
  case photo
  /// An endless stream of detections, as lines of JSON.
  case metadata
  /// The state of the camera.
  case state
  /// A stored photo or movie.
  case file(String)
  /// A request for a ticket.
  case ticket
  /// A command for the camera.
  case control

  /// Returns the resource at a path; nil for an unknown path.
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
      if let asset = PageAsset(rawValue: path) {
        self = .asset(asset)
      } else if path.hasPrefix(Self.folder), path.count > Self.folder.count {
        self = .file(String(path.dropFirst(Self.folder.count)))
      } else {
        return nil
      }
    }
  }

  /// The path of the folder with stored files.
  static let folder = "/files/"

  var method: String {
    switch self {
    case .ticket, .control: "POST"
    default: "GET"
    }
  }

  /// The required access; nil for public resources and the WebSocket, which checks the token itself.
  var access: LiveAccess? {
    switch self {
    case .asset, .live: nil
    case .stream, .photo, .metadata, .state, .ticket: .look
    case .file, .control: .control
    }
  }

  /// Whether a ticket can replace the header with the token.
  var takesTickets: Bool {
    switch self {
    case .stream, .photo, .metadata, .file: true
    default: false
    }
  }
}
