/// A generator of unique file names in an output folder, one for each input.
package struct OutputNames {
  private var used: Set<InputPath> = []
  /// The next number to try, by the name without a number.
  private var free: [InputPath: Int] = [:]

  /// Makes a generator without any used names.
  package init() {}

  /// Returns the input's name with its page and a new extension, and with a number if that name is used.
  package mutating func name(for input: InputPath, page: Int? = nil, ending: String = "png") -> InputPath {
    let own = input.isStandardInput ? InputPath("standard-input") : input.lastComponent.withoutEnding
    let stem = page.map { InputPath(own.bytes + InputPath.ending(page: $0)) } ?? own
    let wanted = InputPath(stem.bytes + Array(".\(ending)".utf8))
    var name = wanted
    var number = free[wanted] ?? 1
    repeat {
      if number > 1 { name = InputPath(stem.bytes + Array("-\(number).\(ending)".utf8)) }
      number += 1
    } while !used.insert(name).inserted
    free[wanted] = number
    return name
  }
}

extension InputPath {
  /// The name for a page, derived from the whole file's: `talk.png` becomes `talk.page-2.png`.
  package func page(_ number: Int) -> InputPath {
    let stem = withoutEnding
    return InputPath(stem.bytes + Self.ending(page: number) + bytes.dropFirst(stem.bytes.count))
  }

  /// The name with a number before its extension: `photo-2.jpg`.
  package func numbered(_ number: Int) -> InputPath {
    let stem = withoutEnding
    return InputPath(stem.bytes + Array("-\(number)".utf8) + bytes.dropFirst(stem.bytes.count))
  }

  fileprivate static func ending(page: Int) -> [UInt8] { Array(".page-\(page)".utf8) }

  fileprivate var withoutEnding: InputPath {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
    return InputPath(bytes[..<dot])
  }

  /// The name with another extension: `photo.mov`.
  package func ending(in ending: String) -> InputPath { InputPath(withoutEnding.bytes + Array(".\(ending)".utf8)) }

  /// The extension in lower case; nil without one.
  package var ending: String? {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
