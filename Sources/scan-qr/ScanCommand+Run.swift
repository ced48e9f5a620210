import Codes
import CommandSupport
import Glibc

extension ScanCommand: StatusCommand {
  func execute() throws -> Int32 {
    var queue = try inputs.queue(files: files)
    let hasSeveralInputs = inputs.areSeveral(files: files)
    let annotation = try output.annotate.map { target in
      Annotation(
        target: try OutputTarget(
          InputPath(argument: target), isFolder: hasSeveralInputs, inputs: queue.readAhead()))
    }
    let scanner = try CodeScanner(types: scanning.types)
    let scan = InputScan(
      pictures: PictureScan(scanner: scanner, annotation: annotation),
      movies: MovieScan(scanner: scanner, stopsAtFirst: scanning.one, isAnnotated: annotation != nil),
      limits: inputs.limits)
    let options = ScanRun.Options(
      format: RecordFormat(
        style: output.json ? .json : output.raw ? .raw : .line, namesInputs: hasSeveralInputs,
        isNullTerminated: output.null),
      stopsAtFirst: scanning.one, isQuiet: output.quiet, isVerbose: output.verbose,
      jobs: scanning.jobs == 0 ? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) : scanning.jobs)
    return ScanRun(inputs: queue, options: options, scan: scan.report).run().rawValue
  }
}
