import OpenCapture
import OpenCaptureCommandSupport

/// The receiver of a movie's results and messages: the console, or the command that a worker works for.
protocol MovieResultReceiver: Sendable {
  /// Whether the work must end early.
  var isOutputClosed: Bool { get }
  /// Writes lines of JSON.
  func write(_ lines: [UInt8])
  /// Shows the number of processed frames.
  func update(done: Int, of total: Int?)
  /// Reports a failure.
  func fail(_ failure: FileFailure)
  /// Reports a problem that is not a failure.
  func warn(_ warning: String, on source: InputPath)
  /// Writes a note if `--verbose` is given.
  func note(_ note: @autoclosure () -> String, on source: InputPath)
}

extension Console: MovieResultReceiver {
  func update(done: Int, of total: Int?) { update(done: done, of: total, note: nil) }
}

/// The processing of one movie, frame by frame, in the command or in a worker.
struct MovieProcessing {
  let path: InputPath
  let renderer: FrameRenderer
  let printsJSON: Bool
  let receiver: any MovieResultReceiver

  /// Processes a movie; if it is damaged, its readable part is written before the error is thrown.
  ///
  /// - Parameters:
  ///   - file: The movie to write; nil for none.
  ///   - original: The movie whose sound is written. Default: none.
  ///   - shownBy: A consumer that shows the frames. Default: none.
  ///   - isOver: Whether no more frames are needed, asked after each frame. Default: never.
  /// - Returns: The number of processed frames.
  @discardableResult
  func run(
    _ movie: any MovieFrameReader, _ processors: [any FrameProcessor], to file: OutputFile?,
    soundOf original: MovieReader? = nil, shownBy consumer: (any FrameConsumer)? = nil,
    until isOver: () -> Bool = { false }
  ) throws -> Int {
    let info = movie.info
    if file != nil { LargeAllocations.returnToSystem() }
    var consumers = consumer.map { [$0] } ?? []
    if printsJSON {
      consumers.append(JSONLinesConsumer(source: path.text, times: .own) { [receiver] in receiver.write($0) })
    }
    var processing = try FrameProcessing(
      processors, hindsight: MovieLookahead.frames(of: info, isWritten: file != nil),
      movie: file.map {
        MovieFileConsumer($0, renderer: renderer, frameRate: info.nominalFrameRate ?? 30, soundOf: original)
      }, consumers: consumers
    ) { [receiver, path] in receiver.fail(FileFailure($0, at: path)) }
    defer {
      receiver.note("\(info.format), \(processing.frameCount) frames, \(processing.summary())", on: path)
    }
    try processing.finish { processing in
      try movie.forEachFrame(name: path.title, pacing: .unpaced) { sample in
        try processing.take(sample)
        receiver.update(done: processing.frameCount, of: info.estimatedFrameCount)
        return !isOver() && !receiver.isOutputClosed
      }
    }
    if let settings = processing.movieSettings { receiver.note("written as \(settings)", on: path) }
    if let damage = processing.movieSoundDamage { report(damage) }
    return processing.frameCount
  }

  /// Reports why a movie lacks sound; an unsupported codec or encryption is only a warning.
  private func report(_ damage: MovieError) {
    let failure = FileFailure(damage, at: path)
    if damage.code == .unsupportedCodec || damage.code == .encrypted {
      receiver.warn(failure.reason, on: path)
    } else {
      receiver.fail(failure)
    }
  }
}

extension MovieInfo {
  /// The codec and the size, for messages.
  var format: String { "\(codecName) \(dimensions)" }
}
