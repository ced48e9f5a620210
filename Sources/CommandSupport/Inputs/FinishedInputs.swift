import Glibc
import OpenCaptureMetadata

/// The inputs that an earlier run finished, as far as its output states their status.
package struct FinishedInputs: Sendable {
  /// The names as JSON.
  private var names: Set<String> = []

  /// Makes an empty set.
  package init() {}

  /// Reads the output of the earlier run; lines without a source and a status don't count.
  ///
  /// - Parameter path: The file, which need not exist.
  /// - Throws: ``CommandError`` if the file cannot be read.
  package init(_ path: InputPath) throws(CommandError) {
    guard FileKind(of: path) != nil else { return }
    do throws(SystemError) {
      let descriptor = try InterruptibleReader.open(path)
      defer { close(descriptor) }
      var stream = StreamBytes(descriptor: descriptor)
      while let line = try stream.line() {
        guard case .text(let text) = line, let members = try? JSONMembers(text), members.json("status") != nil,
          let name = members.json("source")
        else { continue }
        names.insert(name)
      }
    } catch {
      throw CommandError(
        .cannotReadList, subject: path.text, errno: error.errno, reason: error.description)
    }
  }

  /// Returns whether an input is finished.
  package func contains(_ path: InputPath) -> Bool { names.contains(JSONLine.quoted(path.text)) }
}
