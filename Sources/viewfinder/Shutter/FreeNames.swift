import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Names of files that are yet to be written: each is free, and was given to nobody else.
struct FreeNames: Sendable {
  private var given: Set<InputPath> = []

  /// This name, or the first number of it that nothing has, such as `photo-2.jpg`; nobody else gets it.
  mutating func take(_ path: InputPath) -> InputPath {
    let name = path.first { FileKind(of: $0) == nil && !given.contains($0) }
    given.insert(name)
    return name
  }
}

extension InputPath {
  /// This name, or the first number of it that will do.
  func first(where willDo: (InputPath) -> Bool) -> InputPath {
    for number in 1... {
      let name = number == 1 ? self : numbered(number)
      if willDo(name) { return name }
    }
    return self
  }
}
