import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// What was found in one input of a stream until now.
struct StreamLook {
  /// Takes what is found in a part of it.
  let part: StreamShow.Part
  /// What is wrong, the first first.
  var failures: [FileFailure] = []
  private var found: [JSONLine] = []
  private var size: VideoDimensions?

  init(part: @escaping StreamShow.Part) { self.part = part }

  /// Takes a picture, a page or a movie through processors.
  ///
  /// - Parameters:
  ///   - file: What is looked at.
  ///   - processors: What it goes through, at the beginning.
  ///   - hindsight: How many frames wait for what is found out about them later; nil where it is a picture.
  ///   - page: Which page it is, where there are several.
  ///   - path: What messages call the input.
  mutating func take(
    _ file: CaptureFileInput, _ processors: [any FrameProcessor], hindsight: Int? = nil, page: Int? = nil,
    at path: InputPath
  ) throws {
    let told = Locked<[String]>([])
    var pipeline = FramePipeline(processors, hindsight: hindsight ?? 0) { failure in
      told.withLock { $0.append("\(failure)") }
    }
    var lines = JSONLinesConsumer(page: page, times: hindsight == nil ? .none : .own)
    let isPart = hindsight != nil || page != nil
    defer { failures += told.withLock { $0 }.map { FileFailure($0, at: path, code: "processorFailed") } }
    try MediaFeed(file).run { sample in
      size = sample.formatDescription.dimensions.upright(sample.orientation)
      let frame = pipeline.process(Frame(sample))
      // What a processor gave up for want of time is no failure of it.
      try WorkLimit.check()
      if let frame { tell(lines.lines(of: frame), isPart) }
      return true
    }
    for frame in pipeline.finish() { tell(lines.lines(of: frame), isPart) }
  }

  private mutating func tell(_ lines: [JSONLine], _ isPart: Bool) {
    guard isPart else { return found += lines }
    if !lines.isEmpty { part(StreamAnswer(.ok, found: lines, size: size)) }
  }

  /// What became of it.
  ///
  /// - Parameter stop: Why it was given up, where it was.
  func answer(givenUp stop: WorkLimitError?) -> StreamAnswer {
    StreamAnswer(found: found, size: size, failures: failures, stop: stop)
  }
}
