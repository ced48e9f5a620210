import OpenCapture

/// What a person does in the window, and what is to happen then: a state machine without window or camera.
struct WindowInteraction: Sendable, Hashable {
  /// How things are shown.
  struct Look: Sendable, Hashable {
    var videoGravity = VideoGravity.resizeAspect
    var isMirrored = false
    var isPeaking = false
    var isFullScreen = false
    var showsStatus = true
    var showsHelp = false
  }

  /// What is to happen.
  enum Action: Sendable, Hashable {
    case close
    /// Show things otherwise.
    case look(Look)
    case takePhoto
    case toggleRecording
    case switchCamera
    /// Go on with the next file.
    case proceed
    /// Focus and expose at this point of the window.
    case focus(Point)
    /// Make things appear so many times larger.
    case zoom(Double)
    case resetZoom
  }

  /// How far a key zooms.
  private static let zoomStep = 1.25

  private(set) var look: Look
  /// Whether a camera is shown, rather than files.
  let isLive: Bool

  init(_ look: Look, isLive: Bool) { (self.look, self.isLive) = (look, isLive) }

  /// Takes what the person did; nil where that means nothing.
  mutating func take(_ event: WindowEvent) -> Action? {
    switch event {
    case .close: .close
    case .tap(let place): isLive ? .focus(place) : .proceed
    case .zoom(let factor): isLive ? .zoom(factor) : nil
    case .key(let key): take(key)
    }
  }

  private mutating func take(_ key: WindowKey) -> Action? {
    if !key.modifiers.isDisjoint(with: [.control, .super]) {
      return key.symbol == .character("c") || key.symbol == .character("q") || key.symbol == .character("w")
        ? .close : nil
    }
    if let zoom = zoom(key) { return isLive ? zoom : nil }
    // What is held changes nothing to and fro.
    guard !key.isRepeated, key.modifiers.isDisjoint(with: .alt) else { return nil }
    switch key.symbol {
    case .escape where look.showsHelp: return change { $0.showsHelp = false }
    case .escape, .character("q"): return .close
    case .character("?"), .character("h"), .function(1): return change { $0.showsHelp.toggle() }
    case .character("/") where key.modifiers.contains(.shift): return change { $0.showsHelp.toggle() }
    case .character("m"): return change { $0.isMirrored.toggle() }
    case .character("g"): return change { $0.videoGravity = $0.videoGravity.next }
    case .character("p"): return change { $0.isPeaking.toggle() }
    case .character("f"), .function(11): return change { $0.isFullScreen.toggle() }
    case .character("s"): return change { $0.showsStatus.toggle() }
    case .character(" "): return isLive ? .takePhoto : .proceed
    case .enter, .right: return isLive ? nil : .proceed
    case .character("r"): return isLive ? .toggleRecording : nil
    case .character("c"): return isLive ? .switchCamera : nil
    default: return nil
    }
  }

  private func zoom(_ key: WindowKey) -> Action? {
    switch key.symbol {
    // On many keyboards + is over =, and needn't be asked for with Shift.
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

  /// What keys do, a line each: the keys, and what then happens.
  var help: [[String]] {
    let live = [
      ["click", "focus and expose there"], ["space", "photo"], ["r", "record, and end it"], ["c", "next camera"],
      ["+ − 0", "zoom in, out, not at all; also by wheel and by two fingers"],
    ]
    let files = [["space →", "next"]]
    let all = [
      ["m", "mirror"], ["g", "as a whole, filling, stretched"], ["p", "what is in focus"], ["f", "full screen"],
      ["s", "hide or show the status"], ["? h", "this help"], ["q Esc", "end"],
    ]
    return (isLive ? live : files) + all
  }
}

extension VideoGravity {
  /// The one after it, round and round.
  fileprivate var next: VideoGravity {
    switch self {
    case .resizeAspect: .resizeAspectFill
    case .resizeAspectFill: .resize
    case .resize: .resizeAspect
    }
  }
}
