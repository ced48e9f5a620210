import Codes
import CommandSupport
import Glibc

extension ScanCommand: StatusCommand {
  func execute() throws -> Int32 {
    let scanner = try CodeScanner(types: scanning.types)
    if let name = camera.camera { return try scan(name, with: scanner).rawValue }
    return try scanFiles(with: scanner).rawValue
  }

  private func scan(_ camera: String, with scanner: CodeScanner) throws -> ExitStatus {
    var options = CameraScan.Options(format: format(namesInputs: false))
    options.format.tellsTimes = false
    options.appearances = live.appearances
    (options.stopsAtFirst, options.timeout) = (scanning.one, live.timeout)
    (options.isQuiet, options.isVerbose) = (output.quiet, output.verbose)
    return try CameraScan(CameraFeed(camera, preset: self.camera.preset), scanner: scanner, options: options).run()
  }

  private func scanFiles(with scanner: CodeScanner) throws -> ExitStatus {
    var queue = try inputs.queue(files: files)
    let hasSeveralInputs = inputs.areSeveral(files: files)
    let annotation = try output.annotate.map { target in
      Annotation(
        target: try OutputTarget(
          InputPath(argument: target), isFolder: hasSeveralInputs, inputs: queue.readAhead()))
    }
    let scan = InputScan(
      pictures: PictureScan(scanner: scanner, annotation: annotation),
      movies: MovieScan(
        scanner: scanner, appearances: live.appearances, stopsAtFirst: scanning.one, isAnnotated: annotation != nil),
      limits: inputs.limits)
    let options = ScanRun.Options(
      format: format(namesInputs: hasSeveralInputs),
      stopsAtFirst: scanning.one, isQuiet: output.quiet, isVerbose: output.verbose,
      jobs: scanning.jobs == 0 ? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) : scanning.jobs)
    return ScanRun(inputs: queue, options: options, scan: scan.report).run()
  }

  private func format(namesInputs: Bool) -> RecordFormat {
    RecordFormat(
      style: output.json ? .json : output.raw ? .raw : .line, namesInputs: namesInputs,
      isNullTerminated: output.null)
  }
}
