package import OpenCaptureSystem

/// What went wrong with a place that results are written to; no fault of the input that they are of.
package struct OutputError: DescribedError {
  package let facts: ErrorFacts<Code>

  package init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  package struct Code: ErrorCode {
    package let name: String
    package let remedy: String?

    package init(_ name: String, remedy: String? = nil) { (self.name, self.remedy) = (name, remedy) }
  }
}

extension OutputError.Code {
  /// The file or folder can't be written or made.
  package static let cannotWrite = Self("cannotWrite")
  /// It is one of the inputs.
  package static let isInput = Self("isInput", remedy: "choose another name")
  /// A folder, where a file is to be.
  package static let isFolder = Self("isFolder", remedy: "name a file in it")
  /// A file, where a folder is to be.
  package static let isNoFolder = Self("isNoFolder", remedy: "choose another name")
  /// The name is that of another kind of file than what is written.
  package static let otherKind = Self("otherKind")
}
