import CommandSupport
import OpenCapture

/// Shows one movie, frame by frame.
struct MovieShow {
  let processors: [any FrameProcessor]
  let view: ViewOptions
  /// The movie to write; nil for none.
  let path: InputPath?

  /// Shows a movie to its end, and says what becomes of it.
  ///
  /// Where it is damaged, what is readable is shown and written before the error is thrown.
  func show(_ movie: MovieReader, from source: InputPath, on console: inout Console) throws {
    var show = FrameShow(processors, view: view)
    var recording = path.map { Recording(to: $0, frameRate: movie.info.nominalFrameRate) }
    var number = 0
    defer {
      let codec = "\(movie.info.codecName) \(movie.info.dimensions)"
      console.note("\(codec), \(number) frames, \(show.summary)", on: source)
    }
    do {
      while !Interruption.isRequested, !console.isOutputClosed, let sample = try movie.nextSample() {
        var frame = Frame(sample)
        console.print(show.process(&frame), in: source, frame: (number, frame.presentationTimeStamp))
        for failure in show.takeFailures() { console.fail(failure, at: source) }
        try recording?.append(show.picture(of: frame), timing: sample.timing)
        number += 1
        console.update(done: number, of: movie.info.estimatedFrameCount)
      }
    } catch {
      try recording?.finish()
      throw error
    }
    try recording?.finish()
    if let settings = recording?.settings { console.note("written as \(settings)", on: source) }
  }
}
