import Glibc

extension PCMFailure {
  /// What a failure means for a stream.
  enum Meaning: Sendable, Hashable {
    /// Frames were lost: the device goes on once it is started anew.
    case broken
    /// The machine slept.
    case suspended
    /// The device is gone.
    case gone
    /// It won't go on.
    case fatal
  }

  /// Whether the device may go on.
  var isMendable: Bool { meaning == .broken || meaning == .suspended }

  var meaning: Meaning {
    switch errno {
    // Some drivers of USB say EIO when packets don't come.
    case EPIPE, EIO, EBADFD: .broken
    case ESTRPIPE: .suspended
    case ENODEV, ENXIO, ENOENT, ENOTCONN, ECONNRESET, ECONNREFUSED: .gone
    default: .fatal
    }
  }
}
