import Glibc
import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureIsolation
import OpenCapturePages
import OpenCapturePictures

extension ScanCommand: StatusCommand {
  mutating func prepare() throws -> PreparedCommand {
    if many.stream { return try prepareStream() }
    guard camera.camera != nil else { return try prepareFiles() }
    try camera.find(isolation: isolation.isolation, sandbox)
    let scanner = try scanning.scanner(for: .fast)
    let publishing = try publishing.prepared()
    var sandbox = camera.sandbox
    publishing?.addRights(&sandbox)
    return self.sandbox.prepared(sandbox) { [self] in
      var scan = try CameraScan(self, scanner: scanner, publishing)
      return end(scan.run())
    }
  }

  /// Returns the exit status, and prints a hint if no code was found.
  private func end(_ status: ExitStatus) -> Int32 {
    let hint = status.hint(types: scanning.types, of: CodeScanner.readableTypes(of: scanning.engines.engines))
    if let hint, !messages.quiet { StandardStream.error.writeLine(hint) }
    return status.rawValue
  }

  private func prepareFiles() throws -> PreparedCommand {
    var queue = try inputs.queue(files: files, of: "scan-qr")
    queue.readShortList()
    let target = try output.annotate.map { target in
      try OutputTarget(
        InputPath(argument: target), isFolder: inputs.writesToFolder(files: files, output: target),
        inputs: queue.readAhead(), force: output.force)
    }
    let finished = try output.resume.map { try FinishedInputs(InputPath(argument: $0)) }
    let statistics = scanning.stats ? ScanStatistics() : nil
    let annotation = target.map { Annotation(target: $0) }
    let scan = try scanner(settings(isAnnotated: annotation != nil), annotation: annotation, statistics)
    var sandbox = Sandbox(readable: queue.places)
    sandbox.writable = target?.places ?? []
    sandbox.usesWorkers = scan is IsolatedScan
    return self.sandbox.prepared(sandbox, reported: scanning.stats) { [queue] in
      let status = ScanRun(
        queue, without: finished ?? FinishedInputs(),
        format: format(namesInputs: inputs.hasSeveralInputs(files: files)), summarizes: output.all,
        stopsAtFirst: scanning.one, jobs: jobs, shard: many.shard, on: messages.console("scan-qr", unit: "inputs"),
        scanner: scan
      ).run()
      statistics?.print()
      return end(status)
    }
  }

  /// Prepares a stream; all files stay readable, because requests can name any file.
  private func prepareStream() throws -> PreparedCommand {
    let statistics = scanning.stats ? ScanStatistics() : nil
    let settings = try settings(isAnnotated: false)
    let scan = try scanner(settings, annotation: nil, statistics)
    let engines = scanning.engines.engines.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    var sandbox = Sandbox(readable: nil)
    sandbox.usesWorkers = scan is IsolatedScan
    return self.sandbox.prepared(sandbox, reported: scanning.stats) {
      defer { statistics?.print() }
      return StreamRun(
        many, jobs: jobs, limits: settings.limits, format: StreamAnswerFormat(found: "codes", engine: engines),
        on: messages.console("scan-qr", unit: "inputs"), work: scan.answer
      ).run()
    }
  }

  /// Returns the scan of one input: in worker processes if there can be several inputs, unless the options forbid it.
  private func scanner(
    _ settings: CodeScanSettings, annotation: Annotation?, _ statistics: ScanStatistics?
  ) throws -> any InputScanner {
    let isSingle = !many.stream && !inputs.hasSeveralInputs(files: files)
    if isolation.isUsed(forSingleInput: isSingle), statistics == nil {
      return try IsolatedScan(settings, annotation: annotation, isLocked: !sandbox.noSandbox)
    }
    var scan = try InputScan(settings)
    scan.annotate = annotation?.write
    scan.annotatesOnePicture = annotation?.target.isFolder == false
    scan.statistics = statistics
    return scan
  }

  /// The number of inputs to process at once.
  private var jobs: Int { scanning.jobs == 0 ? Processors.count : scanning.jobs }

  private func settings(isAnnotated: Bool) throws -> CodeScanSettings {
    let scanner = try scanning.scanner(for: .balanced)
    var settings = CodeScanSettings()
    settings.types = scanner.types.map(\.rawValue)
    settings.secondaryTypes = scanner.secondaryTypes.map(\.rawValue)
    settings.engines = scanning.engines.engines.map(\.name)
    settings.effort = scanner.effort.rawValue
    settings.movieEffort = (scanning.effort ?? .fast).rawValue
    settings.textEncoding = scanning.encoding?.name
    settings.code39 = scanning.code39.rawValue
    settings.resolutions = scanning.resolutions
    settings.limits = inputs.limits(bytesPerPixel: InputScan.bytesPerPixel(isAnnotated: isAnnotated))
    settings.deadline = many.deadline
    settings.isStepped = many.stream || many.deadline != nil
    settings.stopsAtFirst = scanning.one
    settings.isAnnotated = isAnnotated
    settings.rearm = live.rearm
    return settings
  }

  func format(namesInputs: Bool, tellsTimes: Bool = true) -> RecordFormat {
    RecordFormat(
      style: output.json ? .json : output.raw ? .raw : .line, namesInputs: namesInputs, tellsTimes: tellsTimes,
      isNullTerminated: output.null)
  }
}

extension ScanCommand.ScanningOptions {
  /// The resolutions for PDF pages; small codes are readable only at the second.
  var resolutions: [Double] {
    if let dpi { return [Double(dpi)] }
    let usual = PicturePages.defaultPixelsPerInch
    return effort == .fast ? [usual] : [usual, 2 * usual]
  }

  /// Returns the scanner for the options; the type `all` means all types that the engines read.
  ///
  /// - Parameter effort: The default effort.
  func scanner(for effort: ScanEffort) throws -> CodeScanner {
    let isEverything = types == CodeScanner.readableTypes()
    var scanner = try CodeScanner(
      types: isEverything ? CodeScanner.readableTypes(of: engines.engines) : types ?? [.qr],
      engines: engines.engines)
    if types == nil { scanner.secondaryTypes = CodeScanner.checkedTypes }
    scanner.effort = self.effort ?? effort
    scanner.textEncoding = encoding
    scanner.code39Interpretation = code39
    return scanner
  }
}

/// The entry point of the process.
@main
enum Main {
  static func main() {
    exit(WorkerProgram.run(CommandWorker<CodeScanService>.self) ?? CommandRunner.run(ScanCommand.self))
  }
}
