import OpenCaptureMediaSamples
package import OpenCaptureSystem

/// Reads what a stream asks for, one line after another.
///
/// A line is an object of JSON, `{"id": …, "path": …}` or `{"id": …, "bytes": N}` with N bytes right behind its end. Lines
/// without anything are passed over, so that there may be an end of line behind bytes as well.
package struct RequestReader {
  private var stream: StreamBytes
  private let shard: Shard
  /// How many bytes may follow a line.
  private let mostBytes: Int
  /// Waits until there is memory for so many bytes.
  private let memory: (Int) -> RequestBytes?
  private var lineCount = 0

  package init(descriptor: Int32, shard: Shard, mostBytes: Int, memory: @escaping (Int) -> RequestBytes?) {
    (stream, self.shard) = (StreamBytes(descriptor: descriptor), shard)
    (self.mostBytes, self.memory) = (mostBytes, memory)
  }

  /// The next request that is for this shard; nil at the end, or where the run is to end.
  ///
  /// - Throws: ``SystemError`` where the stream can't be read.
  package mutating func next() throws(SystemError) -> StreamRequest? {
    while let line = try stream.line() {
      guard line != .text([]) else { continue }
      lineCount += 1
      let isOurs = shard.takes(lineCount - 1)
      let request = try request(line, isOurs: isOurs)
      if stream.isInterrupted { return nil }
      if isOurs { return request }
    }
    return nil
  }

  private mutating func request(_ line: StreamBytes.Line, isOurs: Bool) throws(SystemError) -> StreamRequest {
    guard case .text(let text) = line else { return unreadable("is longer than any request") }
    let members: JSONMembers
    do throws(JSONFault) { members = try JSONMembers(text) } catch {
      return unreadable("isn't JSON: \(error.reason)")
    }
    let content = try content(of: members, isOurs: isOurs)
    guard let id = members.json("id") else { return unreadable("has no id") }
    return StreamRequest(id: id, content: content)
  }

  private func unreadable(_ fault: String) -> StreamRequest {
    StreamRequest(id: "null", content: .nothing(.invalid("line \(lineCount) \(fault)")))
  }

  /// What a line asks for; its bytes are read in any case, so that the next line is where it is looked for.
  private mutating func content(
    of members: JSONMembers, isOurs: Bool
  ) throws(SystemError) -> StreamRequest.Content {
    if members.json("bytes") != nil {
      guard let count = members.count("bytes") else { return .nothing(.invalid("bytes is no number of bytes")) }
      guard members.json("path") == nil, isOurs, count <= mostBytes else {
        return .nothing(try skipped(count, members.json("path") != nil ? .both : .tooLarge(mostBytes)))
      }
      return try bytes(count)
    }
    guard members.json("path") != nil else { return .nothing(.invalid("there is neither path nor bytes")) }
    guard let path = members.string("path") else { return .nothing(.invalid("path is no name of a file")) }
    return .path(InputPath(path))
  }

  private mutating func bytes(_ count: Int) throws(SystemError) -> StreamRequest.Content {
    guard let memory = memory(count) else {
      return .nothing(try skipped(count, StreamFault("outOfMemory", "there is no memory for \(count) bytes")))
    }
    let read = try stream.read(to: memory.space)
    guard read == count else { return .nothing(.endsEarly(after: read, of: count)) }
    do throws(MediaError) {
      return .bytes(try memory.data())
    } catch {
      return .nothing(StreamFault(error.code.name, error.reasonAndRemedy))
    }
  }

  /// Passes over bytes that can't be taken for a reason.
  private mutating func skipped(_ count: Int, _ fault: StreamFault) throws(SystemError) -> StreamFault {
    let passed = try stream.skip(count)
    return passed == count ? fault : .endsEarly(after: passed, of: count)
  }
}

extension StreamFault {
  fileprivate static func invalid(_ reason: String) -> Self { Self("invalidRequest", reason) }

  fileprivate static let both = invalid("there are both path and bytes")

  fileprivate static func tooLarge(_ most: Int) -> Self {
    Self("tooLarge", "there are more bytes than the limit of \(most); raise it with --max-size")
  }

  fileprivate static func endsEarly(after count: Int, of all: Int) -> Self {
    Self("truncated", "the stream ends after \(count) of \(all) bytes")
  }
}
