import OpenCaptureCommandSupport
import OpenCapture

/// What is said during a run: objects on standard output, progress and failures on standard error.
struct Console {
  private let options: RunCommand.OutputOptions
  private var progress: ProgressBar
  /// Whether anything went wrong.
  private(set) var hasFailed = false
  /// Whether nobody reads the output any more.
  private(set) var isOutputClosed = false

  /// Makes one; `unit` is what its progress counts.
  init(_ options: RunCommand.OutputOptions, unit: String) {
    self.options = options
    progress = ProgressBar(isEnabled: !options.quiet && !options.verbose, unit: unit)
  }

  /// Prints objects where they were asked for.
  ///
  /// - Parameters:
  ///   - objects: What was found, in pixels of the upright picture.
  ///   - source: The input.
  ///   - frame: Which frame of it, from 0, and when it is shown; nil for a picture.
  mutating func print(
    _ objects: [any MetadataObject], in source: InputPath, frame: (number: Int, time: MediaTime)? = nil
  ) {
    guard options.json, !isOutputClosed, !objects.isEmpty else { return }
    if StandardStream.output.isTerminal { progress.clear() }
    var text = ""
    for object in objects {
      var line = JSONLine()
      line.add("source", source.text)
      if let frame {
        line.add("frame", frame.number)
        line.add("time", frame.time.isNumeric ? frame.time.seconds : nil, digits: 6)
      }
      line.add(object)
      text += line.text + "\n"
    }
    write(text)
  }

  /// Says that something about an input went wrong.
  mutating func fail(_ reason: String, at source: InputPath) { fail(FileFailure(reason, at: source)) }

  /// Says that something about a file went wrong, an input or what was to be written.
  mutating func fail(_ failure: FileFailure) {
    hasFailed = true
    tell("viewfinder: \(failure)")
  }

  /// Says what is amiss with an input, which is not a failure yet.
  mutating func warn(_ warning: String, on source: InputPath) { tell("viewfinder: \(source.title): \(warning)") }

  /// Says something about an input where the person wants to know everything.
  mutating func note(_ note: @autoclosure () -> String, on source: InputPath) {
    if options.verbose { tell("\(source.title): \(note())") }
  }

  /// Shows how far the work is.
  mutating func update(done: Int, of total: Int?, note: @autoclosure () -> String? = nil) {
    progress.update(done: done, of: total, note: note())
  }

  /// Takes the progress away.
  mutating func finish() { progress.clear() }

  private mutating func write(_ text: String) {
    do {
      try StandardStream.output.write(Array(text.utf8))
    } catch {
      isOutputClosed = true
      // A reader that has seen enough is nothing to talk about.
      if error.isClosedPipe { return }
      hasFailed = true
      tell("viewfinder: standard output: \(error)")
    }
  }

  /// Says something, unless nobody wants to hear anything.
  mutating func tell(_ message: String) {
    guard !options.quiet else { return }
    progress.clear()
    StandardStream.error.writeLine(message)
  }
}
