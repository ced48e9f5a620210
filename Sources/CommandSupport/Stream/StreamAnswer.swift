package import OpenCaptureMediaSamples
package import OpenCaptureMetadata
package import OpenCaptureSystem

/// What became of an input of a stream, or of a part of it.
package struct StreamAnswer: Sendable {
  /// How it ended.
  package enum Status: String, Sendable, CaseIterable {
    /// All of it was looked at; that nothing was found is no failure.
    case ok
    /// Some of it was looked at.
    case damaged
    /// Nothing of it could be looked at.
    case failed
    /// It took more processor time than an input may.
    case timeout
  }

  package var status: Status
  /// What was found, in the order in which people read it.
  package var found: [JSONLine] = []
  /// Of the upright picture, in pixels; nil where it wasn't seen.
  package var size: VideoDimensions?
  /// What is wrong.
  package var fault: StreamFault?

  package init(
    _ status: Status, found: [JSONLine] = [], size: VideoDimensions? = nil, fault: StreamFault? = nil
  ) {
    (self.status, self.found, self.size, self.fault) = (status, found, size, fault)
  }

  /// Of an input that was looked at, as far as that went.
  ///
  /// - Parameters:
  ///   - found: What was found.
  ///   - size: Of the upright picture; nil where none was seen.
  ///   - failures: What is wrong; the first is told.
  ///   - stop: Why it was given up, where it was.
  package init(found: [JSONLine], size: VideoDimensions?, failures: [FileFailure], stop: WorkLimitError?) {
    if let stop {
      self.init(.timeout, found: found, size: size, fault: StreamFault(stop.code.name, stop.reasonAndRemedy))
    } else if let first = failures.first {
      let others = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
      self.init(
        size == nil ? .failed : .damaged, found: found, size: size,
        fault: StreamFault(first.code, first.reason + others))
    } else {
      self.init(.ok, found: found, size: size)
    }
  }

  /// Of an input of which nothing could be looked at.
  package static func failed(_ fault: StreamFault) -> Self { Self(.failed, fault: fault) }
}

/// How answers become lines; `Documentation/schemas` has the schema of both directions.
package struct StreamAnswerFormat: Sendable {
  /// Of the protocol: members are added to it, but none changes.
  private static let version = 1

  /// What that is called which was found, such as `codes`.
  package let found: String
  /// What found it, with versions.
  package let engine: String

  package init(found: String, engine: String) { (self.found, self.engine) = (found, engine) }

  /// The line of an answer, its end included.
  ///
  /// - Parameters:
  ///   - id: What the request called itself, as JSON.
  ///   - isPartial: Whether more lines follow about the same input.
  ///   - seconds: How long it took until now.
  func line(_ answer: StreamAnswer, id: String, isPartial: Bool, seconds: Double) -> [UInt8] {
    var line = JSONLine()
    line.add("v", Self.version)
    line.add("id", json: id)
    if isPartial { line.add("partial", json: "true") }
    line.add("status", answer.status.rawValue)
    line.add(found, answer.found)
    if let size = answer.size {
      line.add("size", [Double(size.width), Double(size.height)])
    } else {
      line.addNull("size")
    }
    line.add("ms", seconds * 1000, digits: 1)
    line.add("engine", engine)
    if let fault = answer.fault {
      var error = JSONLine()
      error.add("code", fault.code)
      error.add("text", fault.reason)
      line.add("error", json: error.text)
    }
    return Array(line.text.utf8) + [UInt8(ascii: "\n")]
  }
}
