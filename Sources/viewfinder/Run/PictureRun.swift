import CommandSupport
import OpenCapture

/// Shows all inputs one after the other, and says what becomes of them.
struct PictureRun {
  private var inputs: InputQueue
  private let show: PictureShow
  private let options: RunCommand.OutputOptions
  private let inputCount: Int?
  private var progress: ProgressBar
  private var outputNames = OutputNames(ending: PictureEnding.ending)
  private var hasFailed = false

  /// Makes a run.
  init(inputs: InputQueue, show: PictureShow, options: RunCommand.OutputOptions) {
    (self.inputs, self.show, self.options) = (inputs, show, options)
    inputCount = inputs.count
    progress = ProgressBar(isEnabled: !options.quiet && !options.verbose, unit: "pictures")
  }

  /// Works until the inputs end or the person interrupts.
  ///
  /// - Returns: The exit status.
  mutating func run() -> Int32 {
    var done = 0
    while !Interruption.isRequested, let input = inputs.next() {
      let report = show.report(input, outputName: outputNames.name(for: input.path))
      guard print(report) else { break }
      done += 1
      progress.update(done: done, of: inputCount)
    }
    progress.clear()
    return Interruption.exitStatus ?? (hasFailed ? 1 : 0)
  }

  /// Prints what there is to say; false where nobody reads it any more.
  private mutating func print(_ report: PictureReport) -> Bool {
    for failure in report.failures {
      hasFailed = true
      if !options.quiet { tell("viewfinder: \(report.path.title): \(failure)") }
    }
    if options.verbose, let note = report.note { tell("\(report.path.title): \(note)") }
    guard options.json else { return true }
    if StandardStream.output.isTerminal { progress.clear() }
    return writeLines(of: report)
  }

  private mutating func writeLines(of report: PictureReport) -> Bool {
    do {
      for object in report.objects {
        var line = JSONLine()
        line.add("source", report.path.text)
        line.add(object)
        try StandardStream.output.write(Array((line.text + "\n").utf8))
      }
      return true
    } catch {
      // A reader that has seen enough is nothing to talk about.
      if !error.isClosedPipe {
        hasFailed = true
        tell("viewfinder: standard output: \(error)")
      }
      return false
    }
  }

  private mutating func tell(_ message: String) {
    progress.clear()
    StandardStream.error.writeLine(EscapedText.line(message))
  }
}
