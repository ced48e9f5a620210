import Glibc
import OpenCaptureIsolation
package import OpenCaptureMediaSamples

/// An input to process.
package struct Input: Sendable {
  package let path: InputPath
  /// Whether the user named the input, rather than its folder.
  package let isNamed: Bool
  /// The reason why the input cannot be processed, if already known.
  package var failure: String?
  /// The content, if it is already in memory.
  package var data: DataBuffer?
  /// The content as an open file, in a worker that can open none.
  let file: OwnedDescriptor?

  /// Makes an input from a name.
  init(path: InputPath, isNamed: Bool, failure: String? = nil) {
    self.path = path
    self.isNamed = isNamed
    self.failure = failure
    file = nil
  }

  /// Makes an input that another process has opened.
  init(path: InputPath, isNamed: Bool, file: OwnedDescriptor) {
    self.path = path
    self.isNamed = isNamed
    self.file = file
  }

  /// Makes an input from bytes in memory.
  init(data: DataBuffer) {
    path = InputPath("bytes")
    isNamed = true
    self.data = data
    file = nil
  }
}

/// The inputs in order: first those on the command line, then those of the list.
///
/// A list from a pipe is read as it arrives, so that inputs are processed while another program writes the list.
package struct InputQueue {
  /// The number of remaining inputs; nil while a list is being read.
  package var count: Int? { list == nil ? pending.count : nil }

  private var pending: ArraySlice<Input>
  private var list: PathListReader?
  private var listIdentity: FileIdentity?
  /// The named inputs, for ``places``.
  private var named: [InputPath]
  private let walksDirectories: Bool
  private let command: String

  /// Expands the named inputs.
  ///
  /// - Parameters:
  ///   - paths: The inputs on the command line.
  ///   - list: A file that names more inputs.
  ///   - walksDirectories: Whether to read the files below directories.
  ///   - command: The command's name, for hints.
  /// - Throws: ``CommandError`` if the list cannot be opened.
  package init(
    _ paths: [InputPath], list: (path: InputPath, isNullSeparated: Bool)?, walksDirectories: Bool,
    command: String
  ) throws {
    self.walksDirectories = walksDirectories
    self.command = command
    named = paths
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

  /// Returns the next input; nil after the last.
  package mutating func next() -> Input? {
    while pending.isEmpty, let more = nextOfList() { pending = more[...] }
    return pending.popFirst()
  }

  /// Returns the inputs for the next line of the list; nil at its end.
  private mutating func nextOfList() -> [Input]? {
    do {
      guard let path = try list?.next() else {
        list = nil
        return nil
      }
      guard !path.isStandardInput else {
        let failure = "a list cannot name standard input; for a file named -, write ./-"
        return [Input(path: path, isNamed: true, failure: failure)]
      }
      named.append(path)
      return Self.expand(path, walksDirectories, command)
    } catch {
      list = nil
      return [Input(path: InputPath("list of files"), isNamed: true, failure: "\(error)")]
    }
  }

  /// Reads the list to its end and returns the identities of the remaining inputs and the list.
  package mutating func readAhead() -> Set<FileIdentity> {
    while let more = nextOfList() { pending += more }
    return Set(pending.compactMap { FileIdentity(ofInput: $0.path) } + [listIdentity].compactMap(\.self))
  }

  /// Reads the list to its end if it is a short file.
  package mutating func readShortList() {
    guard let length = list?.length, length <= Self.longestShortList else { return }
    while let more = nextOfList() { pending += more }
  }

  /// The size limit of a short list, in bytes: some ten thousand names.
  private static let longestShortList = 1 << 20

  /// The files and folders to read; nil while a list is being read, as it can name any file.
  ///
  /// Links found in a folder are included, because their targets can be outside of it.
  package var places: [InputPath]? {
    guard list == nil else { return nil }
    let links = pending.filter { !$0.isNamed && FileKind(of: $0.path, followsLinks: false) == .link }
    return named + links.map(\.path)
  }

  /// Whether an input may be readable; a list that is being read can name one.
  package var hasUsableInput: Bool { list != nil || pending.contains { $0.failure == nil && $0.path.isReadable } }

  private static func expand(_ path: InputPath, _ walksDirectories: Bool, _ command: String) -> [Input] {
    guard !path.isStandardInput, let kind = FileKind(of: path) else {
      return [Input(path: path, isNamed: true, failure: NetworkAddress.advice(path, command: command))]
    }
    guard kind == .directory else { return [Input(path: path, isNamed: true)] }
    guard walksDirectories else {
      let failure = "is a directory; use --recursive to read the files below it"
      return [Input(path: path, isNamed: true, failure: failure)]
    }
    let (files, failures) = DirectoryWalk.files(below: path) { Interruption.isRequested }
    return files.map { Input(path: $0, isNamed: false) }
      + failures.map { Input(path: $0.directory, isNamed: true, failure: "\(SystemError(code: $0.code))") }
  }
}

/// An input that is named by a URL, which commands do not fetch.
package enum NetworkAddress {
  /// Returns a hint if a missing file's name is a URL; nil if it is none.
  package static func advice(_ path: InputPath, command: String) -> String? {
    let name = path.text
    guard let scheme = name.firstRange(of: "://").map({ name[..<$0.lowerBound] }) else { return nil }
    // A scheme begins with a letter (RFC 3986, 3.1).
    guard scheme.first?.isLetter == true, scheme.isPlain(with: "+-.") else { return nil }
    guard scheme.lowercased() != "file" else {
      return "this is a URL, not a file name; remove file://"
    }
    return "URLs are not fetched; pipe the data in: curl -sL '\(name)' | \(command) -"
  }
}

extension StringProtocol {
  /// Whether all characters are letters or digits of ASCII, or among the given ones.
  func isPlain(with others: String) -> Bool {
    allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
  }
}

/// A search for the files below a directory.
package enum DirectoryWalk {
  /// Returns the regular files below `directory`, and links to such files, in the order of their names.
  ///
  /// Links to directories are not followed, so that the search ends. Pipes, sockets and devices are skipped.
  ///
  /// - Parameter isCancelled: Called before each directory; true ends the search.
  /// - Returns: The files, and the unreadable directories with their `errno`.
  package static func files(
    below directory: InputPath, isCancelled: () -> Bool
  ) -> (files: [InputPath], failures: [(directory: InputPath, code: Int32)]) {
    var files: [InputPath] = []
    var failures: [(InputPath, Int32)] = []
    var pending = [directory]
    while let next = pending.popLast(), !isCancelled() {
      guard let entries = entries(of: next) else {
        failures.append((next, errno))
        continue
      }
      files += entries.filter { !$0.isDirectory }.map { next.appending($0.name) }
      pending += entries.filter(\.isDirectory).map { next.appending($0.name) }.reversed()
    }
    return (files, failures)
  }

  private static func entries(of directory: InputPath) -> [(name: InputPath, isDirectory: Bool)]? {
    guard let stream = directory.withCString({ opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var entries: [(name: InputPath, isDirectory: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { InputPath(cString: $0) }
      }
      guard name != InputPath("."), name != InputPath("..") else { continue }
      let path = directory.appending(name)
      // Some file systems do not report the kind with the entry.
      let isDirectory =
        Int(entry.pointee.d_type) == Int(DT_UNKNOWN)
        ? FileKind(of: path, followsLinks: false) == .directory : Int(entry.pointee.d_type) == Int(DT_DIR)
      if isDirectory {
        entries.append((name, isDirectory: true))
      } else if FileKind(of: path) == .regular {
        entries.append((name, isDirectory: false))
      }
    }
    return entries.sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
  }
}
