import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureSession

extension FuzzTarget {
  static let optionTexts = [types, amounts, names, controls]

  /// The value of `--types`; case and word separators must not matter.
  private static let types = FuzzTarget("types", longestInput: 128) { input in
    let names = String(decoding: input, as: UTF8.self).split(separator: ",").map(String.init)
    let types = try CodeScanner.types(named: names)
    precondition(types.isSubset(of: CodeScanner.readableTypes()), "no engine reads a type")
    let spelled = names.map { $0.lowercased() == "all" ? "ALL" : "-" + $0.uppercased() + "_ " }
    let same = try? CodeScanner.types(named: spelled)
    precondition(same == types, "another spelling gives another type")
  }

  /// The values of options with amounts, and of `--bracket`.
  private static let amounts = FuzzTarget("amounts", longestInput: 64) { input in
    let text = String(decoding: input, as: UTF8.self)
    if let amount = try? Amount.parse(text) { precondition(amount >= 0, "the amount is negative") }
    let biases = try ExposureBracket.parse(text)
    precondition((1...8).contains(biases.count) && biases.allSatisfy { abs($0) < 100 }, "the bracket is invalid")
  }

  /// Numbered names; each must be unique and keep its folder and extension.
  private static let names = FuzzTarget("names", longestInput: 128) { input in
    let path = InputPath(input.filter { $0 != 0 })
    guard path.ending != nil else { return }
    var given: Set = [path]
    for other in [path.numbered(1), path.numbered(2), path.page(PageNumber(number: 2, count: 9))] {
      precondition(given.insert(other).inserted, "a name is used twice")
      precondition(other.folder == path.folder, "the folder differs")
      precondition(other.ending == path.ending, "the extension differs")
    }
    var results = OutputNames()
    var used = Set<InputPath>()
    for name in [
      results.name(for: path), results.name(for: path),
      results.name(for: path, page: PageNumber(number: 2, count: 2)),
    ] {
      precondition(
        used.insert(name).inserted && !name.bytes.contains(UInt8(ascii: "/")),
        "the name is not unique or not a file name")
    }
  }

  /// The values of options that set camera controls.
  private static let controls = FuzzTarget("controls", longestInput: 64) { input in
    let text = String(decoding: input, as: UTF8.self)
    for (read, range) in [
      (ControlOptions.focus, 0...1), (ControlOptions.exposure, 0.000_001...3600),
      (ControlOptions.whiteBalance, 1000...40_000),
    ] {
      if case .value(let value)? = try? read(text) {
        precondition(range.contains(value), "the value is out of range")
      }
    }
    if let zoom = try? ControlOptions.zoom(text) {
      precondition(zoom >= 1 && zoom.isFinite, "the zoom factor is out of range")
    }
    if let iso = try? ControlOptions.iso(text) {
      precondition(iso >= 0 && iso.isFinite, "the ISO value is out of range")
    }
    let assignment = try ControlOptions.assignment(text)
    precondition(text.hasPrefix(assignment.name + "="), "the name differs")
  }
}
