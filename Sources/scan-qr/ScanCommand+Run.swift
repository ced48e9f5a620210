import OpenCapturePictures
import OpenCaptureCodes
import OpenCaptureCommandSupport
import Glibc

extension ScanCommand: StatusCommand {
  func prepare() throws -> PreparedCommand {
    guard let name = camera.camera else { return try prepareFiles() }
    let scanner = try scanning.scanner(for: .fast)
    let publishing = try publishing.prepared()
    var sandbox = camera.sandbox
    publishing?.widen(&sandbox)
    return PreparedCommand(sandbox: self.sandbox.granted(sandbox)) { _ in
      end(try scan(name, with: scanner, publishing))
    }
  }

  /// The exit status; says on a terminal what may help where nothing was found.
  private func end(_ status: ExitStatus) -> Int32 {
    let hint = TypesHint.text(
      after: status, types: scanning.types, of: CodeScanner.readableTypes(of: scanning.engines.engines),
      isHeard: StandardStream.error.isTerminal && !output.quiet)
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
    (options.stopsAtFirst, options.timeout) = (scanning.one, live.timeout)
    (options.isQuiet, options.isVerbose) = (output.quiet, output.verbose)
    return try CameraScan(CameraFeed(camera, self.camera), scanner: scanner, options: options).run()
  }

  private func prepareFiles() throws -> PreparedCommand {
    var queue = try inputs.queue(files: files, of: "scan-qr")
    queue.readShortList()
    let target = try output.annotate.map { target in
      try OutputTarget(
        InputPath(argument: target), isFolder: inputs.areIntoFolder(files: files, output: target),
        inputs: queue.readAhead())
    }
    var sandbox = Sandbox(readable: queue.places)
    sandbox.writable = target?.places ?? []
    return PreparedCommand(sandbox: self.sandbox.granted(sandbox)) { [queue] state in
      if scanning.stats { StandardStream.error.writeLine(state.words) }
      return end(try scan(queue, annotation: target.map { Annotation(target: $0) }))
    }
  }

  private func scan(_ queue: InputQueue, annotation: Annotation?) throws -> ExitStatus {
    let hasSeveralInputs = inputs.areSeveral(files: files)
    let limits = inputs.limits(bytesPerPixel: InputScan.bytesPerPixel(isAnnotated: annotation != nil))
    let statistics = scanning.stats ? ScanStatistics() : nil
    let scan = InputScan(
      pictures: PictureScan(
        scanner: try scanning.scanner(for: .balanced), annotation: annotation, statistics: statistics),
      movies: MovieScan(
        tracker: CodeTracker(try scanning.scanner(for: .fast)), appearances: live.appearances,
        stopsAtFirst: scanning.one, isAnnotated: annotation != nil),
      limits: limits, memory: InputMemory(capacity: limits.maximumMemory))
    let options = ScanRun.Options(
      format: format(namesInputs: hasSeveralInputs),
      stopsAtFirst: scanning.one, isQuiet: output.quiet, isVerbose: output.verbose,
      jobs: scanning.jobs == 0 ? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) : scanning.jobs)
    let status = ScanRun(inputs: queue, options: options, scan: scan.report).run()
    statistics?.print()
    return status
  }

  private func format(namesInputs: Bool) -> RecordFormat {
    RecordFormat(
      style: output.json ? .json : output.raw ? .raw : .line, namesInputs: namesInputs,
      isNullTerminated: output.null)
  }
}

extension ScanCommand.ScanningOptions {
  /// The scanner that is asked for; `all` types are those that the engines read.
  ///
  /// - Parameter effort: What a scan may cost where that is not asked for.
  func scanner(for effort: ScanEffort) throws -> CodeScanner {
    let isEverything = types == CodeScanner.readableTypes()
    var scanner = try CodeScanner(
      types: isEverything ? CodeScanner.readableTypes(of: engines.engines) : types, engines: engines.engines)
    scanner.effort = self.effort ?? effort
    return scanner
  }
}
