import Glibc

/// The name of an input or output, in bytes, because a Linux file name need not be UTF-8.
package struct InputPath: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The name as text for users and JSON; invalid UTF-8 is replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The name of the input in messages.
  package var title: String { isStandardInput ? "standard input" : text }

  /// Whether the name is `-`, for standard input.
  package var isStandardInput: Bool { isStandardStream }

  /// Whether the name is `-`, for standard input or output.
  package var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// The part after the last slash.
  package var lastComponent: InputPath {
    InputPath(bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? bytes)
  }

  /// The part before the last component.
  package var folder: InputPath {
    let end = bytes.lastIndex { $0 != UInt8(ascii: "/") } ?? 0
    let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/"))
    return slash.map { InputPath(bytes[...$0]) } ?? InputPath(".")
  }

  /// The path with links resolved; unchanged if it does not exist.
  var withoutLinks: InputPath {
    guard let resolved = withCString({ realpath($0, nil) }) else { return self }
    defer { free(resolved) }
    return InputPath(cString: resolved)
  }

  package func appending(_ name: InputPath) -> InputPath {
    InputPath(bytes.last == UInt8(ascii: "/") ? bytes + name.bytes : bytes + [UInt8(ascii: "/")] + name.bytes)
  }

  /// Calls `body` with the name as a C string.
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
  /// Returns command line arguments in their original bytes; Swift's arguments replace invalid UTF-8.
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

  /// Makes the path of one argument in its original bytes.
  package init(argument: String) { self = Self.fromArguments([argument]).first ?? InputPath(argument) }

  package init(cString: UnsafePointer<CChar>) {
    self.init(sequence(first: cString) { $0 + 1 }.lazy.map { UInt8(bitPattern: $0.pointee) }.prefix { $0 != 0 })
  }
}
