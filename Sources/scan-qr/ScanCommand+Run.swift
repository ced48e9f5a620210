import Codes
import Glibc
import Pictures

extension ScanCommand {
  /// Does what the command line says.
  ///
  /// - Throws: ``InputListError`` or ``AnnotationError`` where it can't begin.
  func scan() throws -> ExitStatus {
    let paths = InputPath.fromArguments(files)
    let queue = try InputQueue(paths, list: list, walksDirectories: inputs.recursive)
    let hasSeveralInputs = paths.count > 1 || list != nil || inputs.recursive
    let annotation = try output.annotate.map { target in
      try Annotation(
        target: InputPath(target), isFolder: hasSeveralInputs,
        inputs: Set(queue.known.compactMap { FileIdentity(of: $0) }))
    }
    let scan = PictureScan(
      scanner: try CodeScanner(types: scanning.types),
      limits: PictureLimits(maximumPixelCount: inputs.maxMegapixels * 1_000_000),
      annotation: annotation)
    let options = ScanRun.Options(
      format: RecordFormat(
        style: output.json ? .json : output.raw ? .raw : .line, namesInputs: hasSeveralInputs,
        isNullTerminated: output.null),
      stopsAtFirst: scanning.one, isQuiet: output.quiet, isVerbose: output.verbose,
      jobs: scanning.jobs == 0 ? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) : scanning.jobs)
    return ScanRun(inputs: queue, options: options, scan: scan.report).run()
  }

  private var list: (path: InputPath, isNullSeparated: Bool)? {
    if let list = inputs.filesFrom { return (InputPath(list), false) }
    return inputs.filesFrom0.map { (InputPath($0), true) }
  }
}
