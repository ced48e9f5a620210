import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Takes photos of what a person looks at, and records it, into one folder.
///
/// What was begun comes to its end, whatever ends the run.
final class Shutter: Sendable {
  private struct State: Lockable {
    var names = FreeNames()
    var recording: Recording?
  }

  /// A movie that is recorded.
  private struct Recording {
    let output: CaptureMovieFileOutput
    /// Since when, in seconds.
    let since: Double
    let unfinished = UnfinishedWork()
  }

  private let folder: InputPath
  private let state = Locked(State())
  private let files: RecordedFiles
  /// The photos that are yet to be written.
  private let pending = DispatchGroup()

  /// Makes one that took nothing yet.
  ///
  /// - Parameters:
  ///   - folder: Where files go; it is there when something is taken.
  ///   - onMovie: Takes each movie once it is over, because somebody wanted that or by itself.
  init(in folder: InputPath, onMovie: @escaping @Sendable (RecordedFiles.File) -> Void) {
    let state = state
    self.folder = folder
    files = RecordedFiles { file in
      let recording = state.withLock { $0.recording.take() }
      onMovie(file)
      withExtendedLifetime(recording) {}
    }
  }

  // MARK: Photos

  /// Takes a photo and writes it; ``finish(within:)`` waits for it from now on.
  ///
  /// - Parameter done: Told where it is, or why there is none.
  func takePhoto(
    _ output: CapturePhotoOutput, _ settings: CapturePhotoSettings,
    done: @escaping @Sendable (Result<InputPath, any Error>) -> Void
  ) {
    let unfinished = UnfinishedWork()
    pending.enter()
    Task {
      let result: Result<InputPath, any Error>
      do { result = .success(try await self.photo(output, settings)) } catch { result = .failure(error) }
      done(result)
      withExtendedLifetime(unfinished) {}
      self.pending.leave()
    }
  }

  private func photo(_ output: CapturePhotoOutput, _ settings: CapturePhotoSettings) async throws -> InputPath {
    let photo = try await output.photo(with: settings)
    guard let file = photo.fileDataRepresentation() else {
      throw OutputError(.cannotWrite, subject: folder.text, reason: "the photo has no data")
    }
    let path = freeName("photo.jpg")
    try file.write(toPath: path.bytes)
    return path
  }

  private func freeName(_ name: String) -> InputPath {
    let path = folder.appending(InputPath(name))
    return state.withLock { $0.names.take(path) }
  }

  // MARK: Movies

  /// What is recorded with; nil where nothing is recorded.
  var recording: CaptureMovieFileOutput? { state.withLock { $0.recording?.output } }

  /// For how many seconds it is being recorded; nil where it isn't.
  var recordedSeconds: Double? { state.withLock { $0.recording?.since }.map { MonotonicClock.seconds() - $0 } }

  /// Begins a movie; nothing happens where one is being recorded.
  func beginMovie(_ output: CaptureMovieFileOutput) {
    let isFree = state.withLock { state in
      guard state.recording == nil else { return false }
      state.recording = Recording(output: output, since: MonotonicClock.seconds())
      return true
    }
    guard isFree else { return }
    files.begin()
    output.startRecording(to: freeName("movie.mp4").text, recordingDelegate: files)
  }

  /// Asks the movie that is being recorded to end.
  func endMovie() { recording?.stopRecording() }

  /// Asks the movie to end, and waits until it has, at most so many nanoseconds.
  ///
  /// - Returns: Whether it is over.
  func finishMovie(within patience: UInt64) -> Bool {
    endMovie()
    return files.areFinished(until: MonotonicClock.now() + patience)
  }

  // MARK: The end

  /// Ends what is being recorded, and waits until that and all photos are written.
  ///
  /// - Returns: What failed of all movies.
  func finish() -> [FileFailure] {
    let isOver = finishMovie(within: Self.patience)
    _ = pending.wait(timeout: .now() + 5)
    let failures = files.all.compactMap { file in file.error.map { FileFailure($0, at: InputPath(file.path)) } }
    return failures + (isOver ? [] : [FileFailure("the movie isn't finished after ten seconds", at: folder)])
  }

  /// How long a movie may take to come to its end, in nanoseconds.
  static let patience: UInt64 = 10_000_000_000
}
