import Foundation

/// A program for Apple's systems, as far as words tell: what it imports, declares and uses.
struct SourceForApple {
  let name: String
  /// The modules that are imported.
  let imports: Set<String>
  /// What it names itself.
  let declared: Set<String>
  /// What it uses that is named as Apple's types, functions and constants are.
  let globals: Set<String>
  /// What it uses behind a dot.
  let members: Set<String>
  /// Classes that are somebody's delegate without being objects of Objective-C's.
  let delegatesWithoutObject: [String]
  /// Whether it says that it is for both systems, rather than for iOS alone.
  let isForMacOS: Bool
  /// Whether it says what it is for.
  let saysSystem: Bool

  init(_ folder: URL) throws {
    name = folder.lastPathComponent
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    saysSystem = text.contains("/// For iOS")
    isForMacOS = text.contains("/// For iOS and macOS")
    let code = Self.withoutWords(text)
    imports = Self.all(#/(?m)^import (?<name>\w+)/#, in: code)
    globals = Self.all(#/\b(?<name>k?(?:AV|CM|CV)[A-Z]\w*|kAudio\w+)/#, in: code).subtracting(imports)
    members = Self.all(#/[^\d.\s]\.(?<name>[A-Za-z_]\w*)/#, in: code)
      .union(Self.all(#/[\s(\[,:!]\.(?<name>[A-Za-z_]\w*)/#, in: code))
    let single = Self.all(#/\b(?:func|var|let|case|struct|class|enum)\s+(?<name>[A-Za-z_]\w*)/#, in: code)
    let lists = Self.all(#/\b(?:let|var)\s*\((?<name>[^)]*)\)/#, in: code)
    // Tuples and cases have several names.
    let cases = Self.all(#/\bcase\s+(?<name>[a-zA-Z, ()]+)/#, in: code)
    let labels = Self.all(#/[(,]\s*(?<name>[a-z]\w*): /#, in: code)
    let several = lists.union(cases).flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    declared = single.union(several).union(labels)
    delegatesWithoutObject = code.matches(of: #/class (?<name>\w+): (?<parents>[^{]*)\{/#).compactMap { match in
      let isOne = match.parents.contains("Delegate") && !match.parents.hasPrefix("NSObject,")
      return isOne ? String(match.name) : nil
    }
  }

  /// The code without comments and what is said in quotation marks, but with what is put into that.
  private static func withoutWords(_ text: String) -> String {
    let code = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
    return code.joined(separator: "\n").replacing(#/"(?<words>(?:\\\([^"]*\)|[^"\\]|\\.)*)"/#) { match in
      match.words.matches(of: #/\\\((?<value>[^"]*?)\)/#).map { " \($0.value) " }.joined()
    }
  }

  private static func all(
    _ pattern: Regex<(Substring, name: Substring)>, in text: String
  ) -> Set<String> { Set(text.matches(of: pattern).map { String($0.output.name) }) }
}
