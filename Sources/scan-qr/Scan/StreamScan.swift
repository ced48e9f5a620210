import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureMetadata

/// Answers what a stream asks for with the codes that are found.
struct StreamScan: Sendable {
  let scan: InputScan

  /// How answers are written.
  ///
  /// - Parameter engines: Those that read.
  static func format(_ engines: [any CodeEngine]) -> StreamAnswerFormat {
    StreamAnswerFormat(
      found: "codes", engine: engines.map { "\($0.name) \($0.version)" }.joined(separator: ", "))
  }

  /// What becomes of an input; of movies and pages, each code is told once, as soon as may be.
  func answer(
    _ input: Input, _ part: @escaping @Sendable (StreamAnswer) -> Void, _ isOver: @escaping @Sendable () -> Bool
  ) -> StreamAnswer {
    let listener = ScanListener(
      print: { report in
        // What is wrong is said in the end.
        if !report.finds.isEmpty { part(StreamAnswer(.ok, found: report.codes, size: report.size)) }
        return true
      }, progress: { _ in }, isOver: isOver)
    return scan.report(input, outputName: input.path, listener: listener).answer
  }
}

extension InputReport {
  fileprivate var codes: [JSONLine] { finds.map { JSONLine($0) } }

  fileprivate var answer: StreamAnswer {
    StreamAnswer(found: codes, size: size, failures: failures, stop: stop)
  }
}
