import OpenCaptureCommandSupport
import OpenCaptureIsolation
import OpenCaptureMetadata
import OpenCapturePictures
import OpenCaptureSystem

/// A scan of inputs in worker processes, which a hostile input cannot stop.
struct IsolatedScan: InputScanner {
  private let workers: InputWorkers
  private let annotation: Annotation?
  private let settings: CodeScanSettings

  /// The most codes of one input that are kept.
  private static let maximumCodeCount = 1 << 20

  /// Makes a scan; workers start when inputs need them.
  ///
  /// - Throws: `CommandError` if no process can be started.
  init(_ settings: CodeScanSettings, annotation: Annotation?, isLocked: Bool) throws {
    self.settings = settings
    self.annotation = annotation
    workers = try InputWorkers(
      limits: settings.limits, deadline: settings.deadline.map { .seconds($0) }, isLocked: isLocked,
      settings: settings.add)
  }

  @Sendable func report(_ task: ScanTask) -> InputReport {
    var result = InputReport(path: task.input.path)
    report([task]) { result = $1 }
    return result
  }

  @Sendable func report(_ tasks: [ScanTask], end: (Int, InputReport) -> Void) {
    var reports = tasks.map { InputReport(path: $0.input.path) }
    workers.process(
      tasks.map { InputTask(input: $0.input, outputName: $0.outputName, isOver: $0.listener.isOver) },
      receive: { index, message throws(MessageError) in
        try receive(&message, &reports[index], tasks[index].listener)
        return .part
      },
      end: { index, result in
        var report = reports[index]
        do {
          var last = try result.get()
          try report.addEnd(from: &last)
        } catch let stop as WorkLimitError {
          report.stop = stop
        } catch {
          if let failure = tasks[index].input.failure(for: error) { report.failures.append(failure) }
        }
        end(index, report)
      })
  }

  /// Receives a part of a report.
  private func receive(
    _ message: inout Message, _ report: inout InputReport, _ listener: ScanListener
  ) throws(MessageError) {
    switch message.kind {
    case ScanReply.codes:
      guard report.detectedCodes.count < Self.maximumCodeCount else { throw .damaged }
      report.add(try message.codes())
    case ScanReply.print:
      try message.checkEnd()
      if listener.print(report) { report.detectedCodes = [] }
    case ScanReply.progress:
      listener.progress(try message.text())
    case ScanReply.picture:
      let outputName = InputPath(try message.list())
      let picture = try message.picture(limit: settings.limits.maximumPixelCount)
      var codes: [MachineReadableCodeObject] = []
      for _ in 0..<(try message.count()) { codes.append(try message.code()) }
      do {
        try annotation?.write(
          AnnotatedPicture(
            image: picture.image(), orientation: picture.orientation, codes: codes, source: report.path,
            outputName: outputName))
      } catch {
        report.failures.append(FileFailure(error, at: report.path))
      }
    default: throw .damaged
    }
  }
}
