/// What went wrong while looking for faces; that there are none is no error.
public struct FaceError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// A cascade that is nowhere it was looked for.
    case cascadeNotFound
    /// A file that is not a cascade, or can't be read.
    case cascadeUnusable
    /// The region of interest doesn't touch the picture.
    case emptyRegion
    /// The engine failed.
    case engineFailed
  }

  /// The kind of failure.
  public let code: Code
  /// What it happened to: a cascade, a file, a region, the engine.
  public let subject: String
  /// What is wrong with it.
  public let reason: String

  /// Makes an error of a kind, about a subject, for a reason.
  public init(_ code: Code, subject: String, reason: String) {
    (self.code, self.subject, self.reason) = (code, subject, reason)
  }

  /// What the person can do about it; nil where nothing general is known.
  public var remedy: String? {
    switch code {
    case .cascadeNotFound:
      "install them (apt install opencv-data), or set \(CascadeSearch.variable) to the folder where they are"
    case .cascadeUnusable: "install the cascades again (apt install --reinstall opencv-data)"
    case .emptyRegion, .engineFailed: nil
    }
  }
}

extension FaceError: CustomStringConvertible {
  /// Subject, reason and remedy in one line.
  public var description: String { "\(subject): \(reason)" + (remedy.map { "; \($0)" } ?? "") }
}
