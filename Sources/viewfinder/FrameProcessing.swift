import OpenCapture
import OpenCaptureCommandSupport

/// The path of a stream's frames through the processors to the consumers.
struct FrameProcessing: Lockable {
  private var pipeline: FramePipeline
  /// The movie to write, drawn and encoded in the background.
  private let movie: DetachedConsumer<MovieFileConsumer>?
  private var consumers: [any FrameConsumer]
  /// Lets the movie be finished after an interruption.
  private var unfinished: UnfinishedWork?
  /// The number of processed frames.
  private(set) var frameCount = 0

  /// Makes the path; the processors start a new stream.
  ///
  /// - Parameters:
  ///   - processors: The processors.
  ///   - hindsight: The maximum number of frames to delay for later results. Default: none.
  ///   - movie: The movie to write, if any.
  ///   - consumers: The other consumers.
  ///   - onFailure: Receives errors of processors, on the calling thread.
  /// - Throws: `CaptureError` if the system cannot start a thread.
  init(
    _ processors: [any FrameProcessor], hindsight: Int = 0, movie: MovieFileConsumer? = nil,
    consumers: [any FrameConsumer], onFailure: @escaping @Sendable (String) -> Void
  ) throws(CaptureError) {
    pipeline = FramePipeline(processors, hindsight: hindsight) { onFailure("\($0)") }
    self.movie = try movie.map { (movie) throws(CaptureError) in try DetachedConsumer(movie, name: "movie") }
    self.consumers = consumers
  }

  /// Processes a sample, and passes the next complete frame to the consumers.
  mutating func take(_ sample: SampleBuffer) throws {
    if let frame = pipeline.process(Frame(sample)) { try put(frame) }
  }

  /// Passes delayed frames to the consumers, and finishes all of them.
  mutating func finish() throws {
    for frame in pipeline.finish() { try put(frame) }
    for index in consumers.indices { try consumers[index].finish() }
    try movie?.finish()
    unfinished = nil
  }

  /// Runs `body`, which passes samples, and finishes; what was passed before an error is still written.
  mutating func finish(after body: (inout Self) throws -> Void) throws {
    let outcome = Result { try body(&self) }
    try finish()
    try outcome.get()
  }

  private mutating func put(_ frame: Frame) throws {
    for index in consumers.indices { try consumers[index].take(frame) }
    if movie != nil {
      unfinished = unfinished ?? UnfinishedWork()
      try movie?.take(frame)
    }
    frameCount += 1
  }

  /// The settings of the written movie; nil if none is written.
  var movieSettings: MovieWriter.Settings? { movie?.finished?.settings }

  /// The reason why the movie lacks some of the input's sound; nil if it is complete.
  var movieSoundDamage: MovieError? { movie?.finished?.audioDamage }

  /// Returns the time that each processor needs per frame, without processors of the given names.
  func summary(omitting names: Set<String> = []) -> String {
    pipeline.statistics.filter { !names.contains($0.name) }.map { stage in
      "\(stage.name) \(stage.latency.map { ($0.median / .microseconds(100)).rounded() / 10 } ?? 0) ms"
    }.joined(separator: ", ")
  }
}

extension [any FrameProcessor] {
  /// The same processors, with slow detectors in the background so that video stays smooth.
  func detectorsInBackground() -> [any FrameProcessor] {
    map { $0 is any MetadataDetector ? DetachedProcessor($0) : $0 }
  }
}

/// Focus peaking that can be switched on and off.
struct ToggledFocusPeaking: FrameProcessor {
  /// Whether focus peaking is on.
  let isOn: Locked<Bool>
  private var peaking = FocusPeaking()

  init(_ isOn: Locked<Bool>) { self.isOn = isOn }

  var name: String { peaking.name }

  mutating func process(_ frame: inout Frame) throws {
    if isOn.withLock({ $0 }) { try peaking.process(&frame) }
  }
}

/// The number of a movie's frames to delay, so that later results can still be added to them.
enum MovieLookahead {
  private static let fewest = 4
  private static let longest = 24

  /// The memory limit for delayed frames in bytes, which reduces the number of large frames.
  private static let memory = 192_000_000

  /// The memory limit in bytes if an encoder runs too.
  private static let memoryBesideEncoder = 20_000_000

  /// Returns the number of frames to delay.
  ///
  /// - Parameter isWritten: Whether a movie is written.
  static func frames(of movie: MovieInfo, isWritten: Bool = false) -> Int {
    // Most movies are decoded to I420.
    let frame = max(1, movie.dimensions.width * movie.dimensions.height * 3 / 2)
    return min(longest, max(fewest, (isWritten ? memoryBesideEncoder : memory) / frame))
  }
}
