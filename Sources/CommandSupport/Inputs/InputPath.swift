import Glibc

/// The name of an input as it was given: bytes, because Linux asks no more of a file name than that it has no NUL.
package struct InputPath: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The name for people and JSON; what isn't UTF-8 in it is replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What messages call the input.
  package var title: String { isStandardInput ? "standard input" : text }

  /// `-`: standard input.
  package var isStandardInput: Bool { isStandardStream }

  /// `-`: standard input or, for what is written, output.
  package var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// What follows the last slash.
  package var lastComponent: InputPath {
    InputPath(bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? bytes)
  }

  /// The folder that it lies in: what stands before the last component.
  package var folder: InputPath {
    let end = bytes.lastIndex { $0 != UInt8(ascii: "/") } ?? 0
    let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/"))
    return slash.map { InputPath(bytes[...$0]) } ?? InputPath(".")
  }

  /// The path without links; itself where it leads nowhere.
  var withoutLinks: InputPath {
    guard let resolved = withCString({ realpath($0, nil) }) else { return self }
    defer { free(resolved) }
    return InputPath(cString: resolved)
  }

  package func appending(_ name: InputPath) -> InputPath {
    InputPath(bytes.last == UInt8(ascii: "/") ? bytes + name.bytes : bytes + [UInt8(ascii: "/")] + name.bytes)
  }

  /// Calls `body` with the name as C wants it.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes + [0]).withUnsafeBufferPointer { buffer in
      try buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return try "".withCString(body) }
        return try body(start)
      }
    }
  }
}

extension InputPath {
  /// What was named on the command line, in its own bytes: Swift's arguments are repaired UTF-8.
  package static func fromArguments(_ arguments: [String]) -> [InputPath] {
    let original = (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { InputPath(cString: $0) }
    }
    let values = original.compactMap { argument in
      argument.bytes.firstIndex(of: UInt8(ascii: "=")).map { InputPath(argument.bytes[($0 + 1)...]) }
    }
    var repaired = (original + values).filter { String(validating: $0.bytes, as: UTF8.self) == nil }
    return arguments.map { argument in
      repaired.firstIndex { $0.text == argument }.map { repaired.remove(at: $0) } ?? InputPath(argument)
    }
  }

  /// What one argument names, in its own bytes.
  package init(argument: String) { self = Self.fromArguments([argument]).first ?? InputPath(argument) }

  package init(cString: UnsafePointer<CChar>) {
    self.init(sequence(first: cString) { $0 + 1 }.lazy.map { UInt8(bitPattern: $0.pointee) }.prefix { $0 != 0 })
  }
}
