import OpenCaptureMediaSamples
package import OpenCaptureSystem

/// A reader of a stream's requests, one line after another.
///
/// A line is a JSON object: `{"id": …, "path": …}`, or `{"id": …, "bytes": N}` followed by N bytes. Empty lines are
/// skipped, so that a newline may follow the bytes.
package struct RequestReader {
  private var stream: StreamBytes
  private let shard: Shard
  /// The maximum number of bytes after a line.
  private let maxRequestBytes: Int
  /// Waits until memory for the given number of bytes is free.
  private let memory: (Int) -> RequestBytes?
  private var lineCount = 0

  package init(descriptor: Int32, shard: Shard, maxRequestBytes: Int, memory: @escaping (Int) -> RequestBytes?) {
    stream = StreamBytes(descriptor: descriptor)
    self.shard = shard
    self.maxRequestBytes = maxRequestBytes
    self.memory = memory
  }

  /// Returns the next request for this shard; nil at the end, or if the run must end.
  ///
  /// - Throws: ``SystemError`` if the stream cannot be read.
  package mutating func next() throws(SystemError) -> StreamRequest? {
    while let line = try stream.line() {
      guard line != .text([]) else { continue }
      lineCount += 1
      let isOurs = shard.includes(lineCount - 1)
      let request = try request(line, isOurs: isOurs)
      if stream.isInterrupted { return nil }
      if isOurs { return request }
    }
    return nil
  }

  private mutating func request(_ line: StreamBytes.Line, isOurs: Bool) throws(SystemError) -> StreamRequest {
    guard case .text(let text) = line else { return unreadable("is too long") }
    let members: JSONMembers
    do throws(JSONSyntaxError) { members = try JSONMembers(text) } catch {
      return unreadable("is not valid JSON: \(error.reason)")
    }
    let content = try content(of: members, isOurs: isOurs)
    guard let id = members.json("id") else { return unreadable("has no id") }
    return StreamRequest(id: id, content: content)
  }

  private func unreadable(_ fault: String) -> StreamRequest {
    StreamRequest(id: "null", content: .nothing(.invalid("line \(lineCount) \(fault)")))
  }

  /// Returns a request's content; its bytes are always read, so that the next line is found.
  private mutating func content(
    of members: JSONMembers, isOurs: Bool
  ) throws(SystemError) -> StreamRequest.Content {
    if members.json("bytes") != nil {
      guard let count = members.count("bytes") else { return .nothing(.invalid("bytes must be a number of bytes")) }
      guard members.json("path") == nil, isOurs, count <= maxRequestBytes else {
        return .nothing(try skipped(count, members.json("path") != nil ? .both : .tooLarge(maxRequestBytes)))
      }
      return try bytes(count)
    }
    guard members.json("path") != nil else { return .nothing(.invalid("neither path nor bytes is given")) }
    guard let path = members.string("path") else { return .nothing(.invalid("path must be a file name")) }
    return .path(InputPath(path))
  }

  private mutating func bytes(_ count: Int) throws(SystemError) -> StreamRequest.Content {
    guard let memory = memory(count) else {
      return .nothing(try skipped(count, FileFailure("not enough memory for \(count) bytes", code: "outOfMemory")))
    }
    let read = try stream.read(to: memory.space)
    guard read == count else { return .nothing(.endsEarly(after: read, of: count)) }
    do throws(MediaError) {
      return .bytes(try memory.data())
    } catch {
      return .nothing(FileFailure(error.reasonAndHint, code: error.code.name))
    }
  }

  /// Skips the bytes of a rejected request.
  private mutating func skipped(_ count: Int, _ fault: FileFailure) throws(SystemError) -> FileFailure {
    let passed = try stream.skip(count)
    return passed == count ? fault : .endsEarly(after: passed, of: count)
  }
}

extension FileFailure {
  fileprivate static func invalid(_ reason: String) -> Self { Self(reason, code: "invalidRequest") }

  fileprivate static let both = invalid("path and bytes cannot be combined")

  fileprivate static func tooLarge(_ most: Int) -> Self {
    Self("the limit is \(most) bytes; raise it with --max-size", code: "tooLarge")
  }

  fileprivate static func endsEarly(after count: Int, of all: Int) -> Self {
    Self("the stream ends after \(count) of \(all) bytes", code: "truncated")
  }
}
