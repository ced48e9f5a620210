import OpenCapture
import OpenCaptureCommandSupport

/// The panel of a camera's controls in the window, with a selected control.
struct ControlPanel: Sendable, Hashable {
  /// The number of controls that are shown at once.
  private static let visibleCount = 14
  /// The relative change of an exposure time by one step, because its range covers several powers of ten.
  private static let exposureStep = 1.12

  /// The adjustable controls, in the driver's order.
  private(set) var controls: [CaptureControl] = []
  /// The selected control.
  private(set) var selection: CaptureControl.Name?

  /// Updates the controls; the selection stays, if possible.
  mutating func update(_ all: [CaptureControl]) {
    controls = all.filter(\.isAdjustable)
    if selected == nil { selection = controls.first?.name }
  }

  /// The selected control; nil if the camera has none.
  var selected: CaptureControl? { controls.first { $0.name == selection } }

  /// Selects another control; the first follows the last.
  mutating func select(by offset: Int) {
    guard !controls.isEmpty else { return }
    let index = controls.firstIndex { $0.name == selection } ?? 0
    selection = controls[((index + offset) % controls.count + controls.count) % controls.count].name
  }

  /// Returns the value of the selected control after a number of steps; nil if it stays the same.
  ///
  /// A step is a hundredth of the range, an entry of a menu, or 12 % of an exposure time.
  func value(after steps: Int) -> Int64? {
    guard let control = selected else { return nil }
    let value: Int64
    switch control.kind {
    case .button: return 1
    case .boolean: value = steps > 0 ? 1 : 0
    case .menu(let names):
      let keys = names.keys.sorted()
      let index = keys.firstIndex(of: control.value) ?? 0
      value = keys[min(max(0, index + steps.signum()), keys.count - 1)]
    case .integer where control.unit == .seconds && control.minimum > 0:
      let factor = Double.pow(Self.exposureStep, steps)
      value = Self.moved(control, to: Double(control.value) * factor, steps)
    case .integer:
      let step = (Double(control.range.upperBound) - Double(control.minimum)) / 100
      value = Self.moved(control, to: Double(control.value) + step * Double(steps), steps)
    case .bitmask, .string: return nil
    }
    return value == control.value ? nil : value
  }

  /// Returns the valid value nearest to a target, at least one step away from the current value.
  private static func moved(_ control: CaptureControl, to target: Double, _ steps: Int) -> Int64 {
    let least = Double(control.value) + Double(steps.signum()) * Double(control.step)
    return control.nearest(to: steps > 0 ? max(target, least) : min(target, least))
  }

  /// The lines of the panel: the selection, the names, the values, and marks of changed and automatic values.
  var lines: [[String]] {
    guard !controls.isEmpty else { return [["this camera has no controls"]] }
    let index = controls.firstIndex { $0.name == selection } ?? 0
    let first = min(max(0, index - Self.visibleCount / 2), max(0, controls.count - Self.visibleCount))
    let shown = controls[first...].prefix(Self.visibleCount)
    let rows = shown.map { control in
      ["\(control.name == selection ? "▸" : " ") \(control.name.words)", Self.words(control), Self.bar(control)]
    }
    let more = controls.count > shown.count ? "\(index + 1) of \(controls.count)" : ""
    return rows + [["↑ ↓ select", "← → change", "Shift: more"], ["⌫ reset", "Shift ⌫ reset all", more]]
  }

  private static func words(_ control: CaptureControl) -> String {
    guard control.flags.isDisjoint(with: .inactive) else { return "automatic" }
    let isChanged = control.kind != .button && control.value != control.defaultValue
    return control.words(for: control.value) + (isChanged ? " *" : "")
  }

  /// Returns the position of the value in the range, drawn with characters.
  private static func bar(_ control: CaptureControl) -> String {
    guard control.kind == .integer, control.flags.isDisjoint(with: .inactive) else { return "" }
    // A driver can report a value outside of its range.
    let place = Int((max(0, min(1, control.fraction(of: control.value))) * 10).rounded())
    return String(repeating: "━", count: place) + "●" + String(repeating: "─", count: 10 - place)
  }
}

extension ControlPanel: Lockable {}

extension Double {
  /// Returns a power with a whole exponent.
  fileprivate static func pow(_ base: Double, _ exponent: Int) -> Double {
    let power = (0..<abs(exponent)).reduce(1.0) { result, _ in result * base }
    return exponent < 0 ? 1 / power : power
  }
}
