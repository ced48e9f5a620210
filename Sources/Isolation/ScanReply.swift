package import OpenCaptureMediaSamples
package import OpenCaptureMetadata

/// The kinds of replies of workers that scan for codes.
package enum ScanReply {
  /// The question for memory for the opened input, in bytes.
  package static let memory = Message.firstOfService
  /// Codes, to be added to the report.
  package static let codes = Message.firstOfService + 1
  /// The wish to print the codes so far.
  package static let print = Message.firstOfService + 2
  /// A picture and its codes, to be annotated.
  package static let picture = Message.firstOfService + 3
  /// The progress as text.
  package static let progress = Message.firstOfService + 4
}

/// A failure that a worker reports.
package struct ReportedFailure: Sendable, Hashable {
  /// The name of the input or output.
  package var subject: String
  /// The reason, and a hint.
  package var reason: String
  /// The name of the error code.
  package var code: String

  package init(subject: String, reason: String, code: String) {
    self.subject = subject
    self.reason = reason
    self.code = code
  }
}

/// A code that a worker reports.
package struct ReportedCode: Sendable, Hashable {
  /// The code, in pixels of the upright picture.
  package var code: MachineReadableCodeObject
  /// The page's number, from 1; nil if the input has no pages.
  package var page: Int?
  /// The number of pages; 0 if the input has none.
  package var pageCount: Int

  package init(_ code: MachineReadableCodeObject, page: Int? = nil, pageCount: Int = 0) {
    self.code = code
    self.page = page
    self.pageCount = pageCount
  }

  /// Returns the codes in lists that fit in a message.
  package static func batches(of codes: [Self]) -> [[Self]] {
    var batches: [[Self]] = []
    var byteCount = Int.max / 2
    for code in codes {
      // Numbers and names take less than 400 bytes.
      let added = 400 + code.code.bytes.count + (code.code.stringValue?.utf8.count ?? 0)
      if byteCount + added > batchByteCount {
        batches.append([])
        byteCount = 0
      }
      byteCount += added
      batches[batches.count - 1].append(code)
    }
    return batches
  }

  /// The most bytes of a list; a single code takes less than half of it.
  private static let batchByteCount = Message.maximumByteCount / 2
}

/// The end of a scan's result.
package struct ScanEnd: Sendable, Hashable {
  /// The codes that were not sent before.
  package var codes: [ReportedCode] = []
  /// The size of the last picture; nil if none was decoded.
  package var size: VideoDimensions?
  /// The reason why the worker abandoned the input.
  package var stop: ReportedFailure?
  package var failures: [ReportedFailure] = []
  /// The notes for `--verbose`.
  package var notes: [String] = []

  package init() {}
}

extension Message {
  /// The most failures and notes in a reply.
  private static let maximumCount = 50
  /// The most characters of a text, and bytes of the texts of failures or notes; one failure is always below.
  private static let maximumLength = 600
  private static let textByteCount = 12 << 10

  package mutating func add(_ failures: [ReportedFailure]) {
    add(failures.map { [$0.subject, $0.reason, $0.code] })
  }

  /// Adds lists of texts, shortened, as long as they fit.
  private mutating func add(_ lists: [[String]]) {
    var kept: [[String]] = []
    var byteCount = 0
    for list in lists.prefix(Self.maximumCount) {
      let texts = list.map { String($0.prefix(Self.maximumLength)) }
      byteCount += texts.reduce(0) { $0 + $1.utf8.count }
      guard byteCount <= Self.textByteCount else { break }
      kept.append(texts)
    }
    add(kept.count)
    for text in kept.joined() { add(text) }
  }

  package mutating func failures() throws(MessageError) -> [ReportedFailure] {
    let count = try count()
    guard count <= Self.maximumCount else { throw .damaged }
    var failures: [ReportedFailure] = []
    for _ in 0..<count {
      failures.append(ReportedFailure(subject: try text(), reason: try text(), code: try text()))
    }
    return failures
  }

  package mutating func add(_ end: ScanEnd) {
    add(end.size) { $0.add($1) }
    add(end.codes)
    add(end.stop.map { [$0] } ?? [])
    add(end.failures)
    add(end.notes.map { [$0] })
  }

  /// Reads the result's end, which is the whole message.
  package mutating func scanEnd() throws(MessageError) -> ScanEnd {
    var end = ScanEnd()
    end.size = try optional { (message) throws(MessageError) in try message.size() }
    end.codes = try codes()
    end.stop = try failures().first
    end.failures = try failures()
    let count = try count()
    guard count <= Self.maximumCount else { throw .damaged }
    for _ in 0..<count { end.notes.append(try text()) }
    try checkEnd()
    return end
  }

  package mutating func add(_ codes: [ReportedCode]) {
    add(codes.count)
    for code in codes {
      add(code.code)
      add(code.page) { $0.add($1) }
      add(code.pageCount)
    }
  }

  package mutating func codes() throws(MessageError) -> [ReportedCode] {
    var codes: [ReportedCode] = []
    // A code takes more than a byte, so that the number is limited by the message.
    for _ in 0..<(try count()) {
      let code = try code()
      let page = try optional { (message) throws(MessageError) in try message.count() }
      codes.append(ReportedCode(code, page: page, pageCount: try count()))
    }
    return codes
  }
}
