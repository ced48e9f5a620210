import OpenCapture

/// A state machine that translates window events to actions, without a window or camera.
struct WindowInteraction: Sendable, Hashable {
  /// The appearance of the window.
  struct Look: Sendable, Hashable {
    var videoGravity = VideoGravity.resizeAspect
    var isMirrored = false
    var isPeaking = false
    var isFullScreen = false
    var showsStatus = true
    /// Whether the status contains format, frame rate and latency.
    var showsFigures = false
    var showsHelp = false
    /// Whether the panel of the camera's controls is shown.
    var showsControls = false
  }

  /// An action for the window or camera.
  enum Action: Sendable, Hashable {
    case close
    /// Change the appearance.
    case look(Look)
    case takePhoto
    case toggleRecording
    case switchCamera
    /// Go on to the next file.
    case proceed
    /// Go back to the previous file.
    case goBack
    /// Pause the movie or continue it; at its end, replay it.
    case togglePause
    /// Move by this number of seconds in the movie.
    case seek(Double)
    /// Return focus and exposure to automatic control.
    case automatic
    /// Focus and expose at this point of the window.
    case focus(Point)
    /// Multiply the zoom by this factor.
    case zoom(Double)
    case resetZoom
    /// Follow faces with a crop, or show the whole picture.
    case toggleCenterStage
    /// Select the control at this distance in the panel.
    case selectControl(Int)
    /// Change the selected control by this number of steps.
    case changeControl(Int)
    /// Return the selected control, or all, to the default.
    case resetControl(isAll: Bool)
  }

  /// The zoom factor of a key press.
  private static let zoomStep = 1.25
  /// The seconds by which an arrow key moves in a movie.
  private static let seekStep = 5.0
  /// The number of steps of a control with Shift.
  private static let largeStep = 10

  private(set) var look: Look
  /// Whether the window shows a camera rather than files.
  let isLive: Bool
  /// Whether the current file is a movie.
  var isMovie = false
  /// Whether the camera faces the user.
  var isAtFront = false

  init(_ look: Look, isLive: Bool) {
    self.look = look
    self.isLive = isLive
  }

  /// Handles an event; nil if no action follows.
  mutating func take(_ event: WindowEvent) -> Action? {
    switch event {
    case .close: .close
    case .tap(let place): isLive ? .focus(place) : isMovie ? .togglePause : .proceed
    case .zoom(let factor): isLive ? .zoom(factor) : nil
    case .key(let key): take(key)
    }
  }

  private mutating func take(_ key: WindowKey) -> Action? {
    if !key.modifiers.isDisjoint(with: [.control, .super]) {
      return key.symbol == .character("c") || key.symbol == .character("q") || key.symbol == .character("w")
        ? .close : nil
    }
    if look.showsControls, let action = panel(key) { return action }
    if let zoom = zoom(key) { return isLive ? zoom : nil }
    if isMovie, key.symbol == .left || key.symbol == .right {
      return .seek(key.symbol == .left ? -Self.seekStep : Self.seekStep)
    }
    // A held key must not toggle repeatedly.
    guard !key.isRepeated, key.modifiers.isDisjoint(with: .alt) else { return nil }
    switch key.symbol {
    case .escape where look.showsHelp: return change { $0.showsHelp = false }
    case .escape where look.showsControls: return change { $0.showsControls = false }
    case .character("o"): return isLive ? change { $0.showsControls.toggle() } : nil
    case .escape, .character("q"): return .close
    case .character("?"), .character("h"), .function(1): return change { $0.showsHelp.toggle() }
    case .character("/") where key.modifiers.contains(.shift): return change { $0.showsHelp.toggle() }
    case .character("m"): return change { $0.isMirrored.toggle() }
    case .character("g"): return change { $0.videoGravity = $0.videoGravity.next }
    case .character("p"): return change { $0.isPeaking.toggle() }
    case .character("f"), .function(11): return change { $0.isFullScreen.toggle() }
    case .character("s"): return change { $0.showsStatus.toggle() }
    case .character("i"): return change { $0.showsFigures.toggle() }
    case .character(" "): return isLive ? .takePhoto : isMovie ? .togglePause : .proceed
    case .enter, .right, .character("n"): return isLive ? nil : .proceed
    case .left, .character("b"): return isLive ? nil : .goBack
    case .character("a"): return isLive ? .automatic : nil
    case .character("r"): return isLive ? .toggleRecording : nil
    case .character("t"): return isLive ? .toggleCenterStage : nil
    case .character("c"): return isLive ? .switchCamera : nil
    default: return nil
    }
  }

  /// Handles a key of the open panel of controls.
  private func panel(_ key: WindowKey) -> Action? {
    let isShifted = key.modifiers.contains(.shift)
    let step = isShifted ? Self.largeStep : 1
    return switch key.symbol {
    case .up: .selectControl(-1)
    case .down: .selectControl(1)
    case .left: .changeControl(-step)
    case .right: .changeControl(step)
    // Backspace and Delete.
    case .character("\u{8}"), .character("\u{7F}"): .resetControl(isAll: isShifted)
    default: nil
    }
  }

  private func zoom(_ key: WindowKey) -> Action? {
    switch key.symbol {
    // On many keyboards, + is Shift and =; Shift is optional here.
    case .character("+"), .character("="): .zoom(Self.zoomStep)
    case .character("-"): .zoom(1 / Self.zoomStep)
    case .character("0"): .resetZoom
    default: nil
    }
  }

  private mutating func change(_ body: (inout Look) -> Void) -> Action {
    body(&look)
    return .look(look)
  }

  /// The help on keys, one line each: the keys, and their action.
  var help: [[String]] {
    let live = [
      ["click", "focus and expose at the point"], ["a", "focus and expose automatically"],
      ["o", "brightness, exposure and all other controls"], ["space", "take a photo"],
      ["r", "start or stop recording"], ["c", "next camera"],
      ["+ − 0", "zoom in, out, reset; also by wheel or pinch"], ["t", "follow faces or show everything"],
    ]
    let movie = [
      ["space", "pause, continue or replay"], ["← →", "5 seconds back or on"], ["n b", "next or previous file"],
    ]
    let picture = [["space →", "next file"], ["←", "previous file"]]
    let all = [
      ["m", "mirror"], ["g", "fit, fill or stretch"], ["p", "show what is in focus"], ["f", "full screen"],
      ["s", "hide or show the status"], ["i", "show format, rate and latency"], ["? h", "show this help"],
      ["q Esc", "quit"],
    ]
    return (isLive ? live : isMovie ? movie : picture) + all
  }
}

extension VideoGravity {
  /// The next gravity; the first follows the last.
  fileprivate var next: VideoGravity {
    switch self {
    case .resizeAspect: .resizeAspectFill
    case .resizeAspectFill: .resize
    case .resize: .resizeAspect
    }
  }
}
