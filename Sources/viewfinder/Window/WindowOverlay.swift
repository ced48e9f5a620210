import Dispatch
import OpenCapture

/// The texts and marks over the picture in a window, set from any thread and drawn on the window's.
final class WindowOverlay: Sendable {
  private struct State: Lockable {
    var status: [String] = []
    var message: (text: String, number: Int)?
    var mark: (place: Point, number: Int)?
    var interruption: String?
    var look = WindowInteraction.Look()
    var help: [[String]] = []
    var controls: [[String]] = []
    var count = 0
    /// The panels that the labels of objects avoid.
    var panels: [Rect] = []
  }

  private let state = Locked(State())
  private let window: PreviewWindow

  init(_ window: PreviewWindow) {
    self.window = window
    window.decoration = { [weak self] view, _ in try self?.draw(on: &view) }
  }

  /// Draws the texts, and keeps labels of later frames away from them.
  private func draw(on view: inout PixelBuffer) throws {
    let panels = try decoration.draw(on: &view)
    let isChanged = state.withLock { state in
      defer { state.panels = panels }
      return state.panels != panels
    }
    if isChanged { window.updateRenderer { $0.overlay?.reservedAreas = panels } }
  }

  /// Sets the status lines.
  func setStatus(_ lines: [String]) { change { $0.status = lines } }

  /// Shows a message for four seconds.
  func say(_ text: String) {
    let number = next()
    change { $0.message = (text, number) }
    forget(after: .seconds(4)) { if $0.message?.number == number { $0.message = nil } }
  }

  /// Marks a point of interest for 1.5 seconds.
  func mark(_ place: Point) {
    let number = next()
    change { $0.mark = (place, number) }
    forget(after: .milliseconds(1500)) { if $0.mark?.number == number { $0.mark = nil } }
  }

  /// Dims the outdated picture and shows a reason; nil shows it normally.
  func setInterruption(_ words: String?) { change { $0.interruption = words } }

  func setLook(_ look: WindowInteraction.Look, help: [[String]]) {
    change { state in
      state.look = look
      state.help = help
    }
  }

  /// Sets the lines of the panel of controls.
  func setControls(_ lines: [[String]]) { change { $0.controls = lines } }

  private func next() -> Int {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    window.setNeedsDisplay()
  }

  private func forget(after time: DispatchTimeInterval, _ body: @escaping @Sendable (inout State) -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + time) { [weak self] in self?.change(body) }
  }

  private var decoration: ViewDecoration {
    let state = state.withLock { $0 }
    var decoration = ViewDecoration()
    decoration.mark = state.mark?.place
    decoration.isDimmed = state.interruption != nil
    if state.look.showsStatus { decoration.panels.append(.init(state.status, at: .bottomLeft)) }
    if let message = state.message { decoration.panels.append(.init([message.text], at: .topLeft)) }
    if let words = state.interruption { decoration.panels.append(.init([words], at: .middle)) }
    // The help would cover the controls.
    if state.look.showsHelp {
      decoration.panels.append(.init(state.help, at: .middle))
    } else if state.look.showsControls {
      decoration.panels.append(.init(state.controls, at: .right))
    }
    return decoration
  }
}
