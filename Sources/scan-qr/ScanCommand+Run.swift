import Codes
import Glibc
import Pictures

extension ScanCommand {
  /// Does what the command line says.
  ///
  /// - Throws: ``InputListError`` or ``AnnotationError`` where it can't begin.
  func scan() throws -> ExitStatus {
    let paths = InputPath.fromArguments(files)
    var queue = try InputQueue(paths, list: list, walksDirectories: inputs.recursive)
    let hasSeveralInputs = paths.count > 1 || list != nil || inputs.recursive
    let annotation = try output.annotate.map { target in
      // All inputs have to be known, so that none is written over before it is read.
      try Annotation(
        target: path(target), isFolder: hasSeveralInputs,
        inputs: Set(queue.readAhead().compactMap { FileIdentity(of: $0) }))
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
    if let list = inputs.filesFrom { return (path(list), false) }
    return inputs.filesFrom0.map { (path($0), true) }
  }

  private func path(_ argument: String) -> InputPath {
    InputPath.fromArguments([argument]).first ?? InputPath(argument)
  }
}
