/// What a check came to.
struct Finding {
  enum State: String {
    case well = "ok"
    case note = "note"
    case wrong = "WRONG"
  }

  let state: State
  /// What was looked at, and what is with it.
  let text: String
  /// The line that mends it; nil where nothing has to be.
  var remedy: String?

  static func well(_ text: String) -> Finding { Finding(state: .well, text: text) }

  /// Nothing to mend, but good to know.
  static func note(_ text: String, remedy: String? = nil) -> Finding {
    Finding(state: .note, text: text, remedy: remedy)
  }

  static func wrong(_ text: String, remedy: String? = nil) -> Finding {
    Finding(state: .wrong, text: text, remedy: remedy)
  }

  /// In a line, and one more for the remedy.
  var lines: [String] {
    let label = state.rawValue + String(repeating: " ", count: 7 - state.rawValue.count)
    return [label + text] + (remedy.map { ["       → \($0)"] } ?? [])
  }
}
