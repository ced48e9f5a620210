import OpenCapture
import Testing

@testable import OpenCaptureViewfinder

@Suite("Panel of camera controls")
struct ControlPanelTests {
  private func panel(_ controls: [CaptureControl]) -> ControlPanel {
    var panel = ControlPanel()
    panel.update(controls)
    return panel
  }

  private func number(
    _ name: CaptureControl.Name, _ range: ClosedRange<Int64>, step: Int64 = 1, value: Int64,
    unit: CaptureControl.Unit = .none,
    flags: CaptureControl.Flags = []
  ) -> CaptureControl {
    CaptureControl(
      name, unit: unit, minimum: range.lowerBound, maximum: range.upperBound, step: step,
      defaultValue: range.lowerBound, value: value, flags: flags)
  }

  @Test("The selection moves through all adjustable controls, and stays when their values change")
  func selection() {
    var panel = panel([
      number("brightness", 0...100, value: 0), number("locked", 0...100, value: 0, flags: .readOnly),
      number("contrast", 0...100, value: 0),
    ])
    #expect(panel.selection == "brightness")
    panel.select(by: 1)
    #expect(panel.selection == "contrast")
    panel.update([number("contrast", 0...100, value: 7), number("brightness", 0...100, value: 0)])
    #expect(panel.selected?.value == 7)
    panel.select(by: -1)
    #expect(panel.selection == "brightness")
    panel.select(by: 1)
    panel.update([number("brightness", 0...100, value: 0)])
    #expect(panel.selection == "brightness")
  }

  @Test("A step is a hundredth of the range, at least one step of the driver, and stays in the range")
  func steps() {
    #expect(panel([number("a", 0...1000, value: 500)]).value(after: 1) == 510)
    #expect(panel([number("a", 0...1000, value: 500)]).value(after: -10) == 400)
    #expect(panel([number("a", 0...10, value: 5)]).value(after: 1) == 6)
    #expect(panel([number("a", 0...250, step: 5, value: 100)]).value(after: 1) == 105)
    #expect(panel([number("a", 0...1000, value: 996)]).value(after: 1) == 1000)
    #expect(panel([number("a", 0...1000, value: 1000)]).value(after: 1) == nil)
    let widest = panel([number("a", Int64.min...Int64.max, value: 0)])
    #expect((-200_000_000_000_000_000 ... -100_000_000_000_000_000).contains(widest.value(after: -1) ?? 0))
    #expect(panel([]).value(after: 1) == nil)
  }

  @Test("An exposure time changes by a factor; choices by one entry; switches to the side of the key")
  func kinds() {
    #expect(panel([number(.exposureDuration, 1...5000, value: 100, unit: .seconds)]).value(after: 1) == 112)
    #expect(panel([number(.exposureDuration, 1...5000, value: 2, unit: .seconds)]).value(after: 1) == 3)
    let menu = CaptureControl(
      "menu", kind: .menu([0: "Off", 2: "50 Hz", 5: "60 Hz"]), minimum: 0, maximum: 5, defaultValue: 2)
    #expect(panel([menu]).value(after: 10) == 5 && panel([menu]).value(after: -1) == 0)
    let toggle = CaptureControl("toggle", kind: .boolean, minimum: 0, maximum: 1, defaultValue: 1)
    #expect(panel([toggle]).value(after: -1) == 0 && panel([toggle]).value(after: 1) == nil)
    let button = CaptureControl("button", kind: .button, minimum: 0, maximum: 0, defaultValue: 0)
    #expect(panel([button]).value(after: 1) == 1)
  }

  @Test("The lines contain names and values in words, and mark the selected, changed and automatic controls")
  func lines() throws {
    let device = SyntheticCamera().device
    try device.lockForConfiguration()
    try device.setValue(500, of: .exposureBias)
    device.unlockForConfiguration()
    let lines = panel(try device.controls()).lines
    #expect(lines.contains(["▸ Exposure mode", "Aperture Priority Mode", ""]))
    #expect(lines.contains { $0[0] == "  Exposure duration" && $0[1] == "automatic" && $0[2].isEmpty })
    #expect(lines.contains(["  Exposure bias", "+0.5 EV *", "━━━━━━●────"]))
    #expect(panel([number("a", 0...10, value: 99)]).lines[0] == ["▸ A", "99 *", "━━━━━━━━━━●"])
    #expect(panel([]).lines == [["this camera has no controls"]])
  }

  @Test("Of many controls, those around the selection are shown")
  func scrolling() {
    var panel = panel((0..<40).map { number(.init(rawValue: "control_\($0)"), 0...9, value: 0) })
    for _ in 0..<20 {
      #expect(panel.lines.contains { $0[0].hasPrefix("▸") } && panel.lines.count == 16)
      panel.select(by: -3)
    }
    #expect(panel.lines.last?.last == "21 of 40")
  }
}
