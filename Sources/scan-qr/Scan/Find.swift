import OpenCaptureMetadata

/// A code that was found, and where in its input.
struct Find: Sendable {
  /// In pixels of the upright picture.
  var code: MachineReadableCodeObject
  /// The page that it is on, where the input has pages.
  var page: PageNumber?
  /// What a line of JSON says beside, of a camera's frame.
  var additions: JSONLine?
}

/// Which of a file's pages one is.
struct PageNumber: Sendable, Hashable {
  /// From 1.
  let number: Int
  /// How many there are.
  let count: Int
}
