import Glibc

/// One thing to scan.
struct Input: Sendable {
  let path: InputPath
  /// Whether the person named it, rather than a folder that it lies in.
  let isNamed: Bool
  /// Why it can't be scanned, where that is known already.
  var failure: String?
}

/// The inputs in order: those on the command line first, then those of the lists.
///
/// A list that isn't a file, such as standard input, is read as it arrives, so that a scan can run beside whatever
/// writes it.
struct InputQueue {
  /// How many inputs there are; nil while a list is still being read.
  var count: Int? { list == nil ? taken + pending.count : nil }

  /// The inputs that are known so far and not taken yet.
  var known: [InputPath] { pending.map(\.path) }

  private var pending: ArraySlice<Input>
  private var taken = 0
  private var list: PathListReader?
  private let walksDirectories: Bool

  /// Looks the inputs up.
  ///
  /// - Throws: ``InputListError`` where a list can't be opened.
  init(_ paths: [InputPath], list: (path: InputPath, isNullSeparated: Bool)?, walksDirectories: Bool) throws {
    self.walksDirectories = walksDirectories
    pending = paths.flatMap { Self.expand($0, walksDirectories) }[...]
    self.list = try list.map { list in
      let descriptor = list.path.isStandardInput ? 0 : list.path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw InputListError(path: list.path, reason: SystemError(code: errno)) }
      return PathListReader(descriptor: descriptor, isNullSeparated: list.isNullSeparated)
    }
  }

  /// The next input; nil when there are no more.
  mutating func next() -> Input? {
    while pending.isEmpty, list != nil {
      do {
        guard let path = try list?.next() else {
          list = nil
          break
        }
        pending = Self.expand(path, walksDirectories)[...]
      } catch {
        list = nil
        pending = [Input(path: InputPath("list of files"), isNamed: true, failure: "\(error)")]
      }
    }
    guard let input = pending.popFirst() else { return nil }
    taken += 1
    return input
  }

  private static func expand(_ path: InputPath, _ walksDirectories: Bool) -> [Input] {
    guard !path.isStandardInput, FileKind(of: path) == .directory else { return [Input(path: path, isNamed: true)] }
    guard walksDirectories else {
      return [Input(path: path, isNamed: true, failure: "is a directory; --recursive reads what lies below it")]
    }
    let (files, failures) = DirectoryWalk.files(below: path) { Interruption.isRequested }
    return files.map { Input(path: $0, isNamed: false) }
      + failures.map { Input(path: $0.directory, isNamed: true, failure: "\(SystemError(code: $0.code))") }
  }
}

/// A list of inputs that can't be read.
struct InputListError: Error, CustomStringConvertible {
  let path: InputPath
  let reason: SystemError

  var description: String { "\(path.text): \(reason)" }
}
