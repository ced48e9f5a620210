package import OpenCaptureMediaSamples
package import OpenCaptureMetadata
package import OpenCaptureSystem

/// The result for an input of a stream, or for a part of it.
package struct StreamAnswer: Sendable {
  /// The outcome of a request.
  package enum Status: String, Sendable, CaseIterable {
    /// The whole input was processed; detections are not required.
    case ok
    /// A part of the input was processed.
    case damaged
    /// Nothing of the input could be processed.
    case failed
    /// The input exceeded the limit of processor time, or its decoder did not come to an end.
    case timeout
    /// The input's decoder crashed.
    case crashed
  }

  package var status: Status
  /// The detections, in reading order.
  package var found: [JSONLine] = []
  /// The size of the upright picture in pixels; nil if unknown.
  package var size: VideoDimensions?
  /// The error, if any.
  package var fault: FileFailure?

  package init(
    _ status: Status, found: [JSONLine] = [], size: VideoDimensions? = nil, fault: FileFailure? = nil
  ) {
    self.status = status
    self.found = found
    self.size = size
    self.fault = fault
  }

  /// Makes the result of a processed input.
  ///
  /// - Parameters:
  ///   - found: The detections.
  ///   - size: The size of the upright picture; nil if no picture was decoded.
  ///   - failures: The errors, of which the first is reported.
  ///   - stop: The reason why the input was abandoned, if it was.
  package init(found: [JSONLine], size: VideoDimensions?, failures: [FileFailure], stop: WorkLimitError?) {
    if let stop {
      self.init(.timeout, found: found, size: size, fault: FileFailure(stop.reasonAndHint, code: stop.code.name))
    } else if let first = failures.first {
      let others = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
      let status: Status =
        switch first.code {
        case FileFailure.timeoutCode: .timeout
        case FileFailure.crashCode: .crashed
        default: size == nil ? .failed : .damaged
        }
      self.init(
        status, found: found, size: size,
        fault: FileFailure(first.reason + others, code: first.code))
    } else {
      self.init(.ok, found: found, size: size)
    }
  }
}

/// The conversion of results to lines; `Documentation/schemas` has the schemas of requests and results.
package struct StreamAnswerFormat: Sendable {
  /// The version of the protocol; new versions add members, but never change any.
  private static let version = 1

  /// The name of the member with detections, such as `codes`.
  package let found: String
  /// The name and version of the detectors.
  package let engine: String

  package init(found: String, engine: String) {
    self.found = found
    self.engine = engine
  }

  /// Returns a result's line with its newline.
  ///
  /// - Parameters:
  ///   - id: The ID of the request, as JSON.
  ///   - isPartial: Whether more lines follow for the same input.
  ///   - seconds: The time since the request was read.
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
    if let fault = answer.fault { line.add("error", fault.members) }
    return Array(line.text.utf8) + [UInt8(ascii: "\n")]
  }
}

extension FileFailure {
  /// The error as JSON.
  package var members: JSONLine {
    var members = JSONLine()
    members.add("code", code)
    members.add("text", reason)
    return members
  }
}
