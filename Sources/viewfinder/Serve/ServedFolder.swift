import OpenCaptureCommandSupport
import OpenCaptureLivePage
import OpenCaptureSystem

/// What was taken on the page in this run, and where it lies: names of ours alone, none of which somebody else chooses.
struct ServedFolder: Lockable {
  let path: InputPath
  private(set) var files: [LiveState.File] = []

  init(_ path: InputPath) { self.path = path }

  /// Takes note of a file that was taken.
  mutating func add(_ file: InputPath) {
    files.append(
      LiveState.File(name: file.lastComponent.text, byteCount: FileSystem.byteCount(file.text) ?? 0))
  }

  /// Where a file lies that was taken; nil for others.
  func path(of name: String) -> String? {
    files.contains { $0.name == name } ? path.appending(InputPath(name)).text : nil
  }
}
