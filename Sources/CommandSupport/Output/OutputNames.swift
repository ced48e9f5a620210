/// Names of results in an output folder, one for each input and none twice.
package struct OutputNames {
  private var used: Set<InputPath> = []
  /// From which number on one may be free, by the name that many would have.
  private var free: [InputPath: Int] = [:]

  /// Has given no name yet.
  package init() {}

  /// The input's own name with its page and another ending, and a number where an earlier input has taken that.
  package mutating func name(for input: InputPath, page: Int? = nil, ending: String = "png") -> InputPath {
    let own = input.isStandardInput ? InputPath("standard-input") : input.lastComponent.withoutEnding
    let stem = page.map { InputPath(own.bytes + InputPath.ending(page: $0)) } ?? own
    let wanted = InputPath(stem.bytes + Array(".\(ending)".utf8))
    var (name, number) = (wanted, free[wanted] ?? 1)
    repeat {
      if number > 1 { name = InputPath(stem.bytes + Array("-\(number).\(ending)".utf8)) }
      number += 1
    } while !used.insert(name).inserted
    free[wanted] = number
    return name
  }
}

extension InputPath {
  /// The name of a page's result, where this is the one of the whole file's: `talk.png` becomes `talk.page-2.png`.
  package func page(_ number: Int) -> InputPath {
    let stem = withoutEnding
    return InputPath(stem.bytes + Self.ending(page: number) + bytes.dropFirst(stem.bytes.count))
  }

  /// The name with a number before its ending: `photo-2.jpg`.
  package func numbered(_ number: Int) -> InputPath {
    let stem = withoutEnding
    return InputPath(stem.bytes + Array("-\(number)".utf8) + bytes.dropFirst(stem.bytes.count))
  }

  fileprivate static func ending(page: Int) -> [UInt8] { Array(".page-\(page)".utf8) }

  fileprivate var withoutEnding: InputPath {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
    return InputPath(bytes[..<dot])
  }

  /// The name with another ending: `photo.mov`.
  package func ending(in ending: String) -> InputPath { InputPath(withoutEnding.bytes + Array(".\(ending)".utf8)) }

  /// What follows the last dot of the last component, in lower case; nil where there is none.
  package var ending: String? {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
