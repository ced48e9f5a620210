import OpenCaptureIsolation
package import OpenCaptureMediaSamples
package import OpenCaptureMovies
import OpenCaptureSystem

/// A reader of a movie that a worker decodes.
package final class WorkerMovieReader: MovieFrameReader {
  /// The longest time for a frame, in nanoseconds; a seek decodes all frames from a key frame on.
  private static let timeout: UInt64 = 60_000_000_000

  package let info: MovieInfo
  private let worker: ReaderWorker
  private let frames = BorrowedFrames()

  /// The worker's process.
  var pid: Int32 { worker.pid }

  /// Opens a movie in a new worker.
  ///
  /// - Parameters:
  ///   - file: The movie file.
  ///   - name: The name for errors.
  ///   - options: Options for reading; `threadCount` and `keepsAlpha` keep their defaults.
  ///   - isLocked: Whether the worker gives up its rights.
  ///   - isOver: Whether no more frames are needed, asked ten times per second during a wait.
  init(
    _ file: OwnedDescriptor, name: String, _ options: MovieReadingOptions, _ spawner: WorkerSpawner, isLocked: Bool,
    isOver: @escaping @Sendable () -> Bool
  ) throws(MovieError) {
    worker = try ReaderWorker(
      name, spawner, isLocked: isLocked, memory: options.maximumMemory ?? ReaderWorker.memory,
      timeout: Self.timeout, isOver: isOver
    ) {
      MovieError($0, movie: name)
    } settings: {
      $0.add(MovieFrameService.mark)
    }
    let request = MovieRequest.open(file, name: name, options).message(releasing: frames)
    info = try worker.reply(to: request) { (reply) throws(MessageError) in
      let info = try reply.movieInfo()
      try reply.checkEnd()
      return info
    }
  }

  package func nextSample() throws(MovieError) -> SampleBuffer? {
    try reply(to: .next) { [frames] (reply) throws(MessageError) in
      guard try reply.flag() else { return nil }
      return try frames.frame { (blocks, release) throws(MessageError) in
        try reply.movieFrame(in: &blocks, release: release)
      }
    }
  }

  package func seek(to time: MediaTime, toleranceBefore: MediaTime) throws(MovieError) {
    try reply(to: .seek(to: time, toleranceBefore: toleranceBefore)) { _ in }
  }

  private func reply<Content>(
    to request: MovieRequest, _ read: (inout Message) throws(MessageError) -> Content
  ) throws(MovieError) -> Content {
    try worker.reply(to: request.message(releasing: frames), read)
  }
}

extension MovieError {
  /// Makes the error for a worker that has failed.
  fileprivate init(_ failure: JobFailure, movie name: String) {
    let error = FileFailure(failure, at: InputPath(name))
    self.init(failure == .cancelled ? .cancelled : Code(error.code), subject: name, reason: error.reason)
  }
}
