#if Live
  import OpenCapture
  import OpenCaptureCommandSupport
  import OpenCaptureLivePage
  import OpenCaptureSystem

  /// Takes photos of what a page shows, and records it; and knows what was taken.
  final class ServedShutter: Sendable {
    private let photos: CapturePhotoOutput
    private let movie: CaptureMovieFileOutput
    private let shutter: Shutter
    private let folder: Locked<ServedFolder>

    /// Makes one where the session keeps what it takes.
    ///
    /// - Parameters:
    ///   - folder: Where files go; nil for nowhere.
    ///   - onMovie: Takes each movie once it is over, after ``files`` has it.
    init?(
      _ session: ServedSession, _ folder: InputPath?, onMovie: @escaping @Sendable (RecordedFiles.File) -> Void
    ) {
      guard let folder, let photos = session.photos, let movie = session.movie else { return nil }
      let files = Locked(ServedFolder(folder))
      (self.photos, self.movie, self.folder) = (photos, movie, files)
      shutter = Shutter(in: folder) { file in
        if file.isPlayable { files.withLock { $0.add(InputPath(file.path)) } }
        onMovie(file)
      }
    }

    /// What was taken so far, the newest last.
    var files: [LiveState.File] { folder.withLock { $0.files } }

    /// Where a file lies that was taken; nil for others.
    func path(of name: String) -> String? { folder.withLock { $0.path(of: name) } }

    /// For how many seconds a movie is being recorded; nil where none is.
    var recordedSeconds: Double? { shutter.recordedSeconds }

    /// Takes a photo of what streams.
    ///
    /// - Returns: Where it is.
    func takePhoto() async throws -> InputPath {
      let path = try await withCheckedThrowingContinuation { done in
        shutter.takePhoto(photos, CapturePhotoSettings(format: .compressed(.jpeg))) { done.resume(with: $0) }
      }
      folder.withLock { $0.add(path) }
      return path
    }

    /// Begins a movie of what streams.
    func beginMovie() { shutter.beginMovie(movie) }

    /// Brings the movie that is being recorded to its end, and waits for that.
    func endMovie() { _ = shutter.finishMovie(within: Shutter.patience) }
  }

  extension RecordedFiles.File {
    /// Whether there is something to play in it, whatever ended it.
    var isPlayable: Bool { error?.recordingSuccessfullyFinished ?? true }
  }
#endif
