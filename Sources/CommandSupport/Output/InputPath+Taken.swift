import Glibc
import OpenCaptureSystem

extension OutputError {
  /// There is a file where one is to be written, and nobody said that it may be written over.
  package static func taken(_ path: InputPath) -> OutputError {
    OutputError(
      .cannotWrite, subject: path.text, reason: "there is a file of this name",
      remedy: "choose another name, or write over it with --force")
  }
}

extension InputPath {
  /// Takes a file away that may be written over.
  ///
  /// - Throws: ``OutputError`` where it can't be.
  package func takeAway() throws(OutputError) {
    guard withCString({ unlink($0) }) == 0 else {
      throw OutputError(
        .cannotWrite, subject: text, errno: errno, reason: "the file that is there can't be taken away")
    }
  }
}
