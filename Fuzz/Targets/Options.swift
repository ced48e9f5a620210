import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureSession

extension FuzzTarget {
  static let optionTexts = [types, amounts, names, controls]

  /// What stands behind `--types`: upper and lower case are the same, and what joins words doesn't count.
  private static let types = FuzzTarget("types", longestInput: 128) { input in
    let names = String(decoding: input, as: UTF8.self).split(separator: ",").map(String.init)
    let types = try CodeScanner.types(named: names)
    precondition(types.isSubset(of: CodeScanner.readableTypes()), "nothing reads that")
    let spelled = names.map { $0.lowercased() == "all" ? "ALL" : "-" + $0.uppercased() + "_ " }
    let same = try? CodeScanner.types(named: spelled)
    precondition(same == types, "a type is another when it is spelled otherwise")
  }

  /// What stands behind options that are amounts, and behind `--bracket`.
  private static let amounts = FuzzTarget("amounts", longestInput: 64) { input in
    let text = String(decoding: input, as: UTF8.self)
    if let amount = try? Amount.parse(text) { precondition(amount >= 0, "less than nothing") }
    let biases = try ExposureBracket.parse(text)
    precondition((1...8).contains(biases.count) && biases.allSatisfy { abs($0) < 100 }, "this is no bracket")
  }

  /// Names of which there are several, which stay in their folder and keep their ending.
  private static let names = FuzzTarget("names", longestInput: 128) { input in
    let path = InputPath(input.filter { $0 != 0 })
    guard path.ending != nil else { return }
    var given: Set = [path]
    for other in [path.numbered(1), path.numbered(2), path.page(2)] {
      precondition(given.insert(other).inserted, "a name is given twice")
      precondition(other.folder == path.folder && other.ending == path.ending, "it is another folder, or format")
    }
    var (results, used) = (OutputNames(), Set<InputPath>())
    for name in [results.name(for: path), results.name(for: path), results.name(for: path, page: 2)] {
      precondition(
        used.insert(name).inserted && !name.bytes.contains(UInt8(ascii: "/")), "it is no name of its own")
    }
  }

  /// What stands behind options that set a camera's controls.
  private static let controls = FuzzTarget("controls", longestInput: 64) { input in
    let text = String(decoding: input, as: UTF8.self)
    for (read, range) in [
      (ControlOptions.focus, 0...1), (ControlOptions.exposure, 0.000_001...3600),
      (ControlOptions.whiteBalance, 1000...40_000),
    ] {
      if case .value(let value)? = try? read(text) { precondition(range.contains(value), "it is out of range") }
    }
    if let zoom = try? ControlOptions.zoom(text) {
      precondition(zoom >= 1 && zoom.isFinite, "nothing is that small")
    }
    if let iso = try? ControlOptions.iso(text) { precondition(iso >= 0 && iso.isFinite, "nothing is as dark") }
    let assignment = try ControlOptions.assignment(text)
    precondition(text.hasPrefix(assignment.name.rawValue + "="), "it has another name")
  }
}
