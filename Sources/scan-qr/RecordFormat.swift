import OpenCaptureFiles
import OpenCaptureCommandSupport

/// A format for the codes on standard output.
struct RecordFormat: Sendable {
  enum Style: Sendable {
    /// The text on its own line, with control characters escaped.
    case line
    /// The payload, unchanged.
    case raw
    /// A JSON object on its own line.
    case json
  }

  var style: Style
  /// Whether lines begin with the name of the input.
  var namesInputs = false
  /// Whether lines contain the time of a code in a movie; JSON always does.
  var tellsTimes = true
  /// Whether records end with NUL rather than a newline.
  var isNullTerminated = false

  /// Returns the record of a code whose corners are in pixels of the upright picture.
  func record(of find: DetectedCode, in path: InputPath) -> [UInt8] {
    payload(of: find, in: path) + [isNullTerminated ? 0 : UInt8(ascii: "\n")]
  }

  private func payload(of find: DetectedCode, in path: InputPath) -> [UInt8] {
    let code = find.code
    switch style {
    case .raw: return code.bytes
    case .json: return Array(json(find, in: path).text.utf8)
    case .line:
      let text = code.stringValue.map(EscapedText.line) ?? EscapedText.line(code.bytes)
      let name = namesInputs ? name(of: path) + Array(": ".utf8) : []
      return name + Array((place(of: find.page) + time(of: code) + text).utf8)
    }
  }

  /// Returns the page number if the input has several pages.
  private func place(of page: PageNumber?) -> String {
    guard let page, page.count > 1 else { return "" }
    return "page \(page.number): "
  }

  /// Returns the time of a code in a movie, in seconds; empty for a picture.
  private func time(of code: MachineReadableCodeObject) -> String {
    guard tellsTimes, code.time.isNumeric else { return "" }
    let ticks = code.time.convertScale(1000).value
    let thousandths = String(1000 + ticks.magnitude % 1000).dropFirst()
    return "\(ticks < 0 ? "-" : "")\(ticks.magnitude / 1000).\(thousandths) s: "
  }

  /// Returns the input's name with control characters escaped, so that it stays on one line.
  private func name(of path: InputPath) -> [UInt8] {
    if isNullTerminated { return path.bytes }
    if let text = String(validating: path.bytes, as: UTF8.self) { return Array(EscapedText.line(text).utf8) }
    return path.bytes.flatMap { $0 < 0x80 ? Array(EscapedText.line([$0]).utf8) : [$0] }
  }

  private func json(_ find: DetectedCode, in path: InputPath) -> JSONLine {
    var line = JSONLine()
    line.add("source", path.text)
    line.add(find)
    if let additions = find.additions { line.add(contentsOf: additions) }
    return line
  }
}

extension JSONLine {
  /// Makes the members for a code, without its source.
  init(_ find: DetectedCode) {
    self.init()
    add(find)
  }

  fileprivate mutating func add(_ find: DetectedCode) {
    if let page = find.page { add("page", page.number) }
    if find.code.time.isNumeric { add("time", find.code.time.seconds, digits: 6) }
    add(find.code)
  }
}
