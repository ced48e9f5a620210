import Glibc
package import OpenCaptureSystem

/// An error that keeps a command from starting, other than an error of its inputs or outputs.
package typealias CommandError = DomainError<CommandErrorDomain>

/// The domain of ``CommandError``.
package enum CommandErrorDomain {}

extension CommandError.Code {
  /// A list of inputs cannot be read.
  package static var cannotReadList: Self { Self("cannotReadList") }
  /// The limit of open files is too low.
  package static var tooFewDescriptors: Self {
    Self("tooFewDescriptors", hint: "raise the limit with ulimit -n 1024")
  }
  /// No window is open.
  package static var noWindow: Self { Self("noWindow") }
}

/// An error of an output file or folder, rather than of an input.
package typealias OutputError = DomainError<OutputErrorDomain>

/// The domain of ``OutputError``.
package enum OutputErrorDomain {}

extension OutputError.Code {
  /// The file or folder cannot be written or made.
  package static var cannotWrite: Self { Self("cannotWrite") }
  /// The output is one of the inputs.
  package static var isInput: Self { Self("isInput", hint: "choose another name") }
  /// The output is a folder, but a file is needed.
  package static var isFolder: Self { Self("isFolder", hint: "name a file in it") }
  /// The output is a file, but a folder is needed.
  package static var isNoFolder: Self { Self("isNoFolder", hint: "choose another name") }
  /// The output's name has the extension of another kind of file.
  package static var otherKind: Self { Self("otherKind") }
}

extension OutputError {
  /// Returns the error for an existing file that must not be overwritten.
  package static func taken(_ path: InputPath) -> OutputError {
    OutputError(
      .cannotWrite, subject: path.text, reason: "the file exists",
      hint: "choose another name, or overwrite it with --force")
  }
}

extension InputPath {
  /// Removes a file that may be overwritten.
  ///
  /// - Throws: ``OutputError`` if the file cannot be removed.
  package func removeFile() throws(OutputError) {
    guard withCString({ unlink($0) }) == 0 else {
      throw OutputError(
        .cannotWrite, subject: text, errno: errno, reason: "cannot remove the existing file")
    }
  }
}
