#if Live
  /// Somebody who looks, on the server's event loop.
  protocol Viewer: AnyObject {
    /// Whether it wants frames now.
    var isLooking: Bool { get }

    /// Takes the newest frame.
    func take(_ frame: PublishedFrame)

    /// Takes note that the camera is set otherwise.
    func stateDidChange()

    /// Ends, because the server does.
    func end()
  }
#endif
