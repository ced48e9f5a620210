import Foundation

/// The names that a program for Apple's systems imports, declares and uses, found by pattern matching.
struct SourceForApple {
  let name: String
  /// The imported modules.
  let imports: Set<String>
  /// The declared names.
  let declared: Set<String>
  /// The used names with the prefixes of Apple's types, functions and constants.
  let globals: Set<String>
  /// The names used after a dot.
  let members: Set<String>
  /// The delegate classes that do not inherit from NSObject.
  let delegatesWithoutObject: [String]
  /// Whether the program is for iOS and macOS, rather than only for iOS.
  let isForMacOS: Bool
  /// Whether the program states its systems.
  let statesSystem: Bool

  init(_ folder: URL) throws {
    name = folder.lastPathComponent
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    statesSystem = text.contains("/// For iOS")
    isForMacOS = text.contains("/// For iOS and macOS")
    let code = Self.withoutText(text)
    imports = Self.all(#/(?m)^import (?<name>\w+)/#, in: code)
    globals = Self.all(#/\b(?<name>k?(?:AV|CA|CG|CI|CM|CV)[A-Z]\w*|kAudio\w+)/#, in: code).subtracting(imports)
    members = Self.all(#/[^\d.\s]\.(?<name>[A-Za-z_]\w*)/#, in: code)
      .union(Self.all(#/[\s(\[,:!]\.(?<name>[A-Za-z_]\w*)/#, in: code))
    let single = Self.all(#/\b(?:func|var|let|case|struct|class|enum)\s+(?<name>[A-Za-z_]\w*)/#, in: code)
    let lists = Self.all(#/\b(?:let|var)\s*\((?<name>[^)]*)\)/#, in: code)
    // Tuples and enum cases declare several names.
    let cases = Self.all(#/\bcase\s+(?<name>[a-zA-Z, ()]+)/#, in: code)
    let labels = Self.all(#/[(,]\s*(?<name>[a-z]\w*): /#, in: code)
    let several = lists.union(cases).flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    declared = single.union(several).union(labels)
    delegatesWithoutObject = code.matches(of: #/class (?<name>\w+): (?<parents>[^{]*)\{/#).compactMap { match in
      let isOne = match.parents.contains("Delegate") && !match.parents.hasPrefix("NSObject,")
      return isOne ? String(match.name) : nil
    }
  }

  /// Returns code without comments and string literals, but with the interpolated expressions.
  private static func withoutText(_ text: String) -> String {
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
