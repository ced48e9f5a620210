import OpenCaptureSession
import Testing

@testable import OpenCapturePipeWire

/// Objects of the daemon that describe controls.
@Suite("Controls of PipeWire cameras")
struct PipeWireControlTests {
  /// The types of values (`enum spa_type`).
  private enum Kind: UInt32 {
    case boolean = 2
    case id = 3
    case integer = 4
    case real = 6
    case text = 8
    case structure = 14
    case object = 15
    case choice = 19
  }

  private static func bytes(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }

  private static func value(_ kind: Kind, _ body: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
    return bytes([UInt32(body.count), kind.rawValue]) + body + padding
  }

  private static func integer(_ number: Int32) -> [UInt8] { value(.integer, bytes([UInt32(bitPattern: number)])) }

  private static func text(_ text: String) -> [UInt8] { value(.text, Array(text.utf8) + [0]) }

  /// Returns a choice of integers or real numbers: 1 is a range, 2 a range with a step, and 3 alternatives.
  private static func choice(_ choice: UInt32, of kind: Kind = .integer, _ numbers: [UInt32]) -> [UInt8] {
    value(.choice, bytes([choice, 0, 4, kind.rawValue]) + bytes(numbers))
  }

  /// Returns the description of a property (`SPA_PARAM_PropInfo`).
  private static func object(
    _ id: UInt32, _ label: String?, _ range: [UInt8], labels: [UInt8]? = nil
  ) -> [UInt8] {
    var body = bytes([0x40001, 1]) + bytes([1, 0]) + value(.id, bytes([id]))
    if let label { body += bytes([7, 0]) + text(label) }
    body += bytes([3, 0]) + range
    if let labels { body += bytes([4, 0]) + value(.structure, labels) }
    return value(.object, body)
  }

  @Test("A property that PipeWire defines has its neutral name, range, step and default")
  func brightness() throws {
    let range = Self.choice(2, [128, 0, 255, 5])
    let found = try #require(PipeWireControl(object: Self.object(0x20001, "Brightness", range)))
    let control = found.control
    #expect(control.name == "brightness" && control.label == "Brightness" && control.kind == .integer)
    #expect(control.range == 0...255 && control.step == 5 && control.defaultValue == 128 && control.scale == 1)
  }

  @Test("A property that stands for a V4L2 control has its name and unit")
  func label() throws {
    let range = Self.choice(2, [300, 100, 500, 1])
    let zoom = try #require(PipeWireControl(object: Self.object(0x19a_090d, "Zoom", range))).control
    #expect(zoom.name == .zoomFactor && zoom.quantity(of: 300) == 3)
    let own = try #require(PipeWireControl(object: Self.object(0x100_0004, "Own (Thing)", range))).control
    #expect(own.name == "own_thing" && own.quantity(of: 300) == 300)
    let nameless = try #require(PipeWireControl(object: Self.object(0x100_0005, nil, range))).control
    #expect(nameless.name == "control_16777221")
  }

  @Test("A real number is set in thousandths")
  func real() throws {
    let range = Self.choice(1, of: .real, [Float(1), 0, 32].map(\.bitPattern))
    var found = try #require(PipeWireControl(object: Self.object(0x20002, "Contrast", range)))
    #expect(found.control.range == 0...32_000 && found.control.defaultValue == 1000 && found.control.step == 1)
    #expect(found.control.quantity(of: 1500) == 1.5 && found.number(of: 1500) == 1.5)
    found.update(to: 2.5)
    #expect(found.control.value == 2500)
    found.update(to: .infinity)
    #expect(found.control.value == 1 << 53)
  }

  @Test("A value that was set counts until the node reports another one than before")
  func setting() throws {
    let range = Self.choice(2, [128, 0, 255, 1])
    var found = try #require(PipeWireControl(object: Self.object(0x20001, "Brightness", range)))
    found.update(to: nil, after: nil)
    #expect(found.control.value == 128)
    found.update(to: nil, after: PipeWireControl.Setting(number: 7, reported: nil))
    #expect(found.control.value == 7)
    found.update(to: 100, after: PipeWireControl.Setting(number: 7, reported: 100))
    #expect(found.control.value == 7)
    found.update(to: 8, after: PipeWireControl.Setting(number: 7, reported: 100))
    #expect(found.control.value == 8)
  }

  @Test("Alternatives have their labels, and truth values are switches")
  func menu() throws {
    let labels = Self.integer(1) + Self.text("fast") + Self.integer(4) + Self.text("slow")
    let pattern = Self.object(0x10005, "Pattern", Self.integer(4), labels: labels)
    let menu = try #require(PipeWireControl(object: pattern)).control
    #expect(menu.kind == .menu([1: "fast", 4: "slow"]) && menu.range == 1...4 && menu.defaultValue == 4)
    let unlabelled = Self.object(0x10006, "Speed", Self.choice(3, [2, 1, 2, 3]))
    #expect(PipeWireControl(object: unlabelled)?.control.range == 1...3)
    let switched = Self.object(0x10b, "Live", Self.value(.boolean, Self.bytes([1])))
    #expect(PipeWireControl(object: switched)?.control.kind == .boolean)
  }

  @Test("Other objects and damaged ones are no controls")
  func damaged() {
    let whole = Self.object(0x20001, "Brightness", Self.choice(2, [128, 0, 255, 1]))
    for count in whole.indices { #expect(PipeWireControl(object: Array(whole.prefix(count))) == nil) }
    for range in [
      Self.integer(1), Self.text("x"), Self.choice(1, [5, 9, 3]), Self.choice(3, [1]),
      Self.choice(1, of: .real, [Float.nan.bitPattern, 0, 1]),
    ] { #expect(PipeWireControl(object: Self.object(1, "x", range)) == nil) }
  }
}
