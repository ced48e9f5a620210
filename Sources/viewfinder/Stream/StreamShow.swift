import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Answers what a stream asks for with what processors find.
struct StreamShow: Sendable {
  /// The picture and its view in BGRA, and its luma.
  static let bytesPerPixel = 10

  /// What pictures go through, at the beginning.
  let pictures: [any FrameProcessor]
  /// What movies go through, at the beginning.
  let movies: [any FrameProcessor]
  let limits: PictureLimits
  /// What all inputs that are worked on at once share.
  let memory: InputMemory
  /// How much processor time each input may take; nil for any.
  let deadline: Duration?

  /// Takes what is found in a part of an input, and the size of that.
  typealias Part = @Sendable (StreamAnswer) -> Void

  /// What becomes of an input; of movies and pages, what is found is told as soon as may be.
  func answer(
    _ input: Input, _ part: @escaping Part, _ isOver: @escaping @Sendable () -> Bool
  ) -> StreamAnswer {
    if let failure = input.failure {
      return StreamAnswer(found: [], size: nil, failures: [FileFailure(failure, at: input.path)], stop: nil)
    }
    var look = StreamLook(part: part)
    let limit = WorkLimit(cpuTime: deadline, isCancelled: isOver)
    do {
      try limit.run {
        try memory.use(input, limits: limits, isOver: isOver) { media in try take(media, input, &look) }
      }
    } catch {
      // What was given up says so, whatever it led to.
      if limit.stop == nil, let failure = input.failure(for: error) { look.failures.append(failure) }
    }
    return look.answer(givenUp: limit.failure)
  }

  private func take(_ media: MediaInput, _ input: Input, _ look: inout StreamLook) throws {
    let name = input.path.title
    switch media {
    case .picture(let picture):
      try look.take(CaptureFileInput(picture, pacing: .stepped), pictures, at: input.path)
    case .pages(let pages): try take(pages, input, &look)
    case .movie(let picture) where picture.info.isStillPicture:
      try look.take(CaptureFileInput(picture, name: name, pacing: .stepped), pictures, at: input.path)
    case .movie(let movie):
      // On this thread, so that a limit of time counts what it takes to decode.
      let file = CaptureFileInput(movie, name: name, pacing: .stepped)
      try look.take(file, movies, hindsight: MovieHindsight.frames(of: movie.info), at: input.path)
    }
  }

  /// Page by page; one that fails doesn't keep the others from being looked at.
  private func take(_ pages: PicturePages, _ input: Input, _ look: inout StreamLook) throws {
    for number in 1...pages.count {
      try WorkLimit.check()
      do {
        let page = try CaptureFileInput(page: number, of: pages, pacing: .stepped)
        try look.take(page, pictures, page: pages.count > 1 ? number : nil, at: input.path)
      } catch {
        try WorkLimit.check()
        if let failure = input.failure(for: error) { look.failures.append(failure) }
      }
    }
  }
}
