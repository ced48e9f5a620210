package import OpenCaptureMediaSamples
import OpenCaptureSystem
import Glibc

/// One thing to scan.
package struct Input: Sendable {
  package let path: InputPath
  /// Whether the person named it, rather than a folder that it lies in.
  package let isNamed: Bool
  /// Why it can't be scanned, where that is known already.
  package var failure: String?
  /// All of it, where it isn't to be read from anywhere.
  package var data: DataBuffer?

  /// Takes what a name stands for.
  init(path: InputPath, isNamed: Bool, failure: String? = nil) {
    (self.path, self.isNamed, self.failure) = (path, isNamed, failure)
  }

  /// Takes what was read already.
  init(data: DataBuffer) { (path, isNamed, self.data) = (InputPath("bytes"), true, data) }
}

/// The inputs in order: those on the command line first, then those of the lists.
///
/// A list that isn't a file, such as standard input, is read as it arrives, so that a scan can run beside whatever
/// writes it.
package struct InputQueue {
  /// How many inputs are left; nil while a list is still being read.
  package var count: Int? { list == nil ? pending.count : nil }

  private var pending: ArraySlice<Input>
  private var list: PathListReader?
  private var listIdentity: FileIdentity?
  /// What was named, for ``places``.
  private var named: [InputPath]
  private let walksDirectories: Bool
  private let command: String

  /// Looks the inputs up.
  ///
  /// - Parameters:
  ///   - paths: Those that are named on the command line.
  ///   - list: Where more are named.
  ///   - walksDirectories: Whether what lies below directories is read.
  ///   - command: What advice calls the command.
  /// - Throws: ``CommandError`` where a list can't be opened.
  package init(
    _ paths: [InputPath], list: (path: InputPath, isNullSeparated: Bool)?, walksDirectories: Bool,
    command: String
  ) throws {
    (self.walksDirectories, self.command, named) = (walksDirectories, command, paths)
    pending = paths.flatMap { Self.expand($0, walksDirectories, command) }[...]
    self.list = try list.map { list in
      do throws(SystemError) {
        let descriptor = list.path.isStandardInput ? STDIN_FILENO : try InterruptibleReader.open(list.path)
        listIdentity = FileIdentity(of: descriptor)
        return PathListReader(descriptor: descriptor, isNullSeparated: list.isNullSeparated)
      } catch {
        throw CommandError(
          .cannotReadList, subject: list.path.text, errno: error.errno, reason: error.description)
      }
    }
  }

  /// The next input; nil when there are no more.
  package mutating func next() -> Input? {
    while pending.isEmpty, let more = nextOfList() { pending = more[...] }
    return pending.popFirst()
  }

  /// The inputs that the next line of the list stands for; nil at its end.
  private mutating func nextOfList() -> [Input]? {
    do {
      guard let path = try list?.next() else {
        list = nil
        return nil
      }
      guard !path.isStandardInput else {
        return [Input(path: path, isNamed: true, failure: "a list can't name it; ./- is a file of that name")]
      }
      named.append(path)
      return Self.expand(path, walksDirectories, command)
    } catch {
      list = nil
      return [Input(path: InputPath("list of files"), isNamed: true, failure: "\(error)")]
    }
  }

  /// Reads the list to its end; what tells the inputs that are not taken yet, and the list, from other files.
  package mutating func readAhead() -> Set<FileIdentity> {
    while let more = nextOfList() { pending += more }
    return Set(pending.compactMap { FileIdentity(ofInput: $0.path) } + [listIdentity].compactMap(\.self))
  }

  /// Reads a list to its end where that is soon done: a file that isn't long.
  package mutating func readShortList() {
    guard let length = list?.length, length <= Self.longestShortList else { return }
    while let more = nextOfList() { pending += more }
  }

  /// In bytes; some ten thousand names.
  private static let longestShortList = 1 << 20

  /// The files and folders that are read; nil while a list is still being read, which can name any.
  ///
  /// Files that are links can lie outside of the folder that they were found in.
  package var places: [InputPath]? {
    guard list == nil else { return nil }
    return named + pending.lazy.filter { !$0.isNamed && FileKind.isLink($0.path) }.map(\.path)
  }

  private static func expand(_ path: InputPath, _ walksDirectories: Bool, _ command: String) -> [Input] {
    guard !path.isStandardInput, let kind = FileKind(of: path) else {
      return [Input(path: path, isNamed: true, failure: NetworkAddress.advice(path, command: command))]
    }
    guard kind == .directory else { return [Input(path: path, isNamed: true)] }
    guard walksDirectories else {
      return [Input(path: path, isNamed: true, failure: "is a directory; --recursive reads what lies below it")]
    }
    let (files, failures) = DirectoryWalk.files(below: path) { Interruption.isRequested }
    return files.map { Input(path: $0, isNamed: false) }
      + failures.map { Input(path: $0.directory, isNamed: true, failure: "\(SystemError(code: $0.code))") }
  }
}
