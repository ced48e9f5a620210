package import OpenCaptureSystem

/// What keeps a command from its work, and is no error of what it works with.
package struct CommandError: DescribedError {
  package let facts: ErrorFacts<Code>

  package init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  package struct Code: ErrorCode {
    package let name: String
    package let remedy: String?

    package init(_ name: String, remedy: String? = nil) { (self.name, self.remedy) = (name, remedy) }
  }
}

extension CommandError.Code {
  /// A list of inputs can't be read.
  package static let cannotReadList = Self("cannotReadList")
  /// The process may open too few files.
  package static let tooFewDescriptors = Self("tooFewDescriptors", remedy: "raise the limit with ulimit -n 1024")
  /// There is no window to show something in.
  package static let noWindow = Self("noWindow")
}
