/// Names of pictures in an output folder, one for each input and none twice.
struct OutputNames {
  private var used: Set<InputPath> = []

  /// The input's own name with the ending `.png`, and a number where an earlier input has taken that.
  mutating func name(for input: InputPath) -> InputPath {
    let stem = input.isStandardInput ? InputPath("standard-input") : input.lastComponent.withoutExtension
    for number in 1... {
      let name = InputPath(stem.bytes + Array((number == 1 ? ".png" : "-\(number).png").utf8))
      if used.insert(name).inserted { return name }
    }
    return stem
  }
}

extension InputPath {
  fileprivate var withoutExtension: InputPath {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
    return InputPath(bytes[..<dot])
  }
}
