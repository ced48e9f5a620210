import Dispatch
import OpenCapture
import OpenCaptureCommandSupport

/// A controller that takes photos and records movies into one folder.
///
/// Photos and movies that were begun are finished even after an interruption.
final class CaptureController: Sendable {
  private struct State: Lockable {
    var names = UnusedFileNames()
    var recording: Recording?
    var taken: [(path: InputPath, byteCount: Int)] = []

    mutating func add(_ path: InputPath) { taken.append((path, FileSystem.byteCount(path.text) ?? 0)) }
  }

  /// The current movie recording.
  private struct Recording {
    let output: CaptureMovieFileOutput
    /// The start time in seconds.
    let since: Double
    let unfinished = UnfinishedWork()
  }

  private let folder: InputPath
  private let state = Locked(State())
  private let files: RecordedFiles
  /// The photos that are not yet written.
  private let pending = DispatchGroup()

  /// Makes a controller.
  ///
  /// - Parameters:
  ///   - folder: The folder for files, which must exist when a photo or movie is taken.
  ///   - onMovie: Receives each finished movie, whether it was stopped or ended by itself.
  init(in folder: InputPath, onMovie: @escaping @Sendable (RecordedFiles.File) -> Void) {
    let state = state
    self.folder = folder
    files = RecordedFiles { file in
      let recording = state.withLock { state in
        if file.isPlayable { state.add(InputPath(file.path)) }
        return state.recording.take()
      }
      onMovie(file)
      withExtendedLifetime(recording) {}
    }
  }

  /// The photos and playable movies so far, with their size in bytes.
  var taken: [(path: InputPath, byteCount: Int)] { state.withLock { $0.taken } }

  // MARK: Photos

  /// Takes a photo and writes it; from now on, ``finish()`` waits for the photo.
  ///
  /// - Parameter done: Receives the path of the photo, or an error.
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
    let path = freeName(.dated("photo", ending: "jpg"))
    try file.write(toPath: path.bytes)
    state.withLock { $0.add(path) }
    return path
  }

  private func freeName(_ name: InputPath) -> InputPath {
    let path = folder.appending(name)
    return state.withLock { $0.names.take(path) }
  }

  // MARK: Movies

  /// The output that records the current movie; nil if none is being recorded.
  var recording: CaptureMovieFileOutput? { state.withLock { $0.recording?.output } }

  /// The duration of the current movie in seconds; nil if none is being recorded.
  var recordedSeconds: Double? { state.withLock { $0.recording?.since }.map { MonotonicClock.seconds() - $0 } }

  /// Starts recording a movie, unless one is being recorded.
  func beginMovie(_ output: CaptureMovieFileOutput) {
    let isFree = state.withLock { state in
      guard state.recording == nil else { return false }
      state.recording = Recording(output: output, since: MonotonicClock.seconds())
      return true
    }
    guard isFree else { return }
    files.begin()
    output.startRecording(to: freeName(.dated("recording", ending: "mp4")).text, recordingDelegate: files)
  }

  /// Stops recording.
  func endMovie() { recording?.stopRecording() }

  /// Stops recording, and waits at most the given number of nanoseconds for the end of the movie.
  ///
  /// - Returns: Whether the movie is finished.
  func finishMovie(within timeout: UInt64) -> Bool {
    endMovie()
    return files.areFinished(until: MonotonicClock.now() + timeout)
  }

  // MARK: Shutdown

  /// Stops recording, and waits until the movie and all photos are written.
  ///
  /// - Returns: The failures of all movies.
  func finish() -> [FileFailure] {
    let isOver = finishMovie(within: Self.timeout)
    _ = pending.wait(timeout: .now() + 5)
    let failures = files.all.compactMap { file in file.error.map { FileFailure($0, at: InputPath(file.path)) } }
    return failures + (isOver ? [] : [FileFailure("the movie was not finished within 10 s", at: folder)])
  }

  /// The time limit for finishing a movie, in nanoseconds.
  static let timeout: UInt64 = 10_000_000_000
}

/// A generator of unused file names, none of which is returned twice.
struct UnusedFileNames: Sendable {
  private var used: Set<InputPath> = []

  /// Returns the name, or the first unused numbered one, such as `photo-02.jpg`.
  mutating func take(_ path: InputPath) -> InputPath {
    let name = path.first { FileKind(of: $0) == nil && !used.contains($0) }
    used.insert(name)
    return name
  }
}

extension InputPath {
  /// Returns the name, or the first numbered one that satisfies a condition.
  func first(where isUsable: (InputPath) -> Bool) -> InputPath {
    for number in 1... {
      let name = number == 1 ? self : numbered(number)
      if isUsable(name) { return name }
    }
    return self
  }
}
