import CommandSupport
import OpenCapture

/// Shows one movie, frame by frame.
struct MovieShow {
  let processors: [any FrameProcessor]
  let view: ViewOptions

  /// Shows a movie to its end, and says what becomes of it.
  func show(_ movie: MovieReader, from source: InputPath, on console: inout Console) throws {
    var show = FrameShow(processors, view: view)
    var number = 0
    defer {
      console.note(
        "\(movie.info.codecName) \(movie.info.dimensions), \(number) frames, \(show.summary)", on: source)
    }
    while !Interruption.isRequested, !console.isOutputClosed, let sample = try movie.nextSample() {
      var frame = Frame(sample)
      console.print(show.process(&frame), in: source, frame: (number, frame.presentationTimeStamp))
      for failure in show.takeFailures() { console.fail(failure, at: source) }
      number += 1
      console.update(done: number, of: movie.info.estimatedFrameCount)
    }
  }
}
