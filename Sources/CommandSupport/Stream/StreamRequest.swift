package import OpenCaptureMediaSamples

/// What a line of a stream asks for.
package struct StreamRequest: Sendable {
  /// What there is to work on.
  package enum Content: Sendable {
    case path(InputPath)
    case bytes(DataBuffer)
    /// Nothing, for a reason.
    case nothing(StreamFault)
  }

  /// What it is called, as it came: JSON; `null` where that can't be read.
  package let id: String
  package let content: Content
}

/// Why nothing can be done about a line of a stream, or about what it names.
package struct StreamFault: Error, Sendable, Hashable {
  /// What programs tell it by.
  package let code: String
  /// What people are told.
  package let reason: String

  package init(_ code: String, _ reason: String) { (self.code, self.reason) = (code, reason) }
}
