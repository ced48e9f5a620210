import Glibc
import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureFlow
import OpenCapturePages
import OpenCapturePictures

extension ScanCommand: StatusCommand {
  func prepare() throws -> PreparedCommand {
    if many.stream { return try prepareStream() }
    guard camera.camera != nil else { return try prepareFiles() }
    var command = self
    try command.camera.find()
    return try command.prepareCamera()
  }

  private func prepareCamera() throws -> PreparedCommand {
    let scanner = try scanning.scanner(for: .fast)
    let publishing = try publishing.prepared()
    var sandbox = camera.sandbox
    publishing?.addRights(&sandbox)
    return PreparedCommand(sandbox: self.sandbox.unlessDisabled(sandbox)) { _ in
      end(try scan(camera.camera ?? CameraCatalog.defaultName, with: scanner, publishing))
    }
  }

  /// Returns the exit status, and prints a hint on a terminal if no code was found.
  private func end(_ status: ExitStatus) -> Int32 {
    let hint = UnfoundTypesHint.text(
      after: status, types: scanning.types, of: CodeScanner.readableTypes(of: scanning.engines.engines),
      isVisible: StandardStream.error.isTerminal && !output.quiet)
    if let hint { StandardStream.error.writeLine(hint) }
    return status.rawValue
  }

  private func scan(
    _ camera: String, with scanner: CodeScanner, _ publishing: PreparedPublishing?
  ) throws -> ExitStatus {
    var options = CameraScan.Options(format: format(namesInputs: false))
    options.format.tellsTimes = false
    options.publishing = publishing
    options.appearances = live.appearances
    options.stopsAtFirst = scanning.one
    options.timeout = live.timeout
    options.isQuiet = output.quiet
    options.isVerbose = output.verbose
    return try CameraScan(CameraFeed(camera, self.camera), scanner: scanner, options: options).run()
  }

  private func prepareFiles() throws -> PreparedCommand {
    var queue = try inputs.queue(files: files, of: "scan-qr")
    queue.readShortList()
    let target = try output.annotate.map { target in
      try OutputTarget(
        InputPath(argument: target), isFolder: inputs.writesToFolder(files: files, output: target),
        inputs: queue.readAhead())
    }
    var sandbox = Sandbox(readable: queue.places)
    sandbox.writable = target?.places ?? []
    return PreparedCommand(sandbox: self.sandbox.unlessDisabled(sandbox)) { [queue] state in
      if scanning.stats { StandardStream.error.writeLine(state.words) }
      return end(try scan(queue, annotation: target.map { Annotation(target: $0) }))
    }
  }

  /// Prepares a stream; all files stay readable, because requests can name any file.
  private func prepareStream() throws -> PreparedCommand {
    let statistics = scanning.stats ? ScanStatistics() : nil
    let scan = StreamScan(scan: try inputScan(annotation: nil, statistics))
    let options = StreamRun.Options(
      command: "scan-qr", format: StreamScan.format(scanning.engines.engines), jobs: jobs,
      window: many.window(jobs: jobs), shard: many.shard, maxRequestBytes: scan.scan.limits.maximumByteCount,
      memory: scan.scan.limits.maximumMemory / 4, isQuiet: output.quiet)
    return PreparedCommand(sandbox: sandbox.unlessDisabled(Sandbox(readable: nil))) { state in
      if scanning.stats { StandardStream.error.writeLine(state.words) }
      defer { statistics?.print() }
      return StreamRun(options, work: scan.answer).run()
    }
  }

  private func scan(_ queue: InputQueue, annotation: Annotation?) throws -> ExitStatus {
    let statistics = scanning.stats ? ScanStatistics() : nil
    let scan = try inputScan(annotation: annotation, statistics)
    let options = ScanRun.Options(
      format: format(namesInputs: inputs.hasSeveralInputs(files: files)),
      stopsAtFirst: scanning.one, isQuiet: output.quiet, isVerbose: output.verbose, jobs: jobs, shard: many.shard)
    let status = ScanRun(inputs: queue, options: options, scan: scan.report).run()
    statistics?.print()
    return status
  }

  /// The number of inputs to process at once.
  private var jobs: Int { scanning.jobs == 0 ? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) : scanning.jobs }

  private func inputScan(annotation: Annotation?, _ statistics: ScanStatistics?) throws -> InputScan {
    var limits = inputs.limits(bytesPerPixel: InputScan.bytesPerPixel(isAnnotated: annotation != nil))
    limits.usesLumaOnly = annotation == nil
    return InputScan(
      pictures: PictureScan(
        scanner: try scanning.scanner(for: .balanced), annotation: annotation, statistics: statistics),
      movies: MovieScan(
        tracker: CodeTracker(try scanning.scanner(for: .fast)), appearances: live.appearances,
        stopsAtFirst: scanning.one, isAnnotated: annotation != nil,
        pacing: many.stream || many.deadline != nil ? .stepped : .unpaced),
      limits: limits, memory: InputMemory(capacity: limits.maximumMemory),
      resolutions: scanning.resolutions, deadline: many.timePerInput)
  }

  private func format(namesInputs: Bool) -> RecordFormat {
    RecordFormat(
      style: output.json ? .json : output.raw ? .raw : .line, namesInputs: namesInputs,
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
      types: isEverything ? CodeScanner.readableTypes(of: engines.engines) : types, engines: engines.engines)
    scanner.effort = self.effort ?? effort
    scanner.textEncoding = encoding
    scanner.code39Interpretation = code39
    return scanner
  }
}

/// The entry point of the process.
@main
enum Main {
  static func main() { exit(CommandRunner.run(ScanCommand.self)) }
}
