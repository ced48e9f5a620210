#if Live
  import OpenCapture
  import OpenCaptureCommandSupport
  import OpenCaptureLivePage
  import OpenCaptureSystem

  /// A controller that takes photos and movies for a page, and keeps a list of the files.
  final class ServedCaptureController: Sendable {
    private let photos: CapturePhotoOutput
    private let movie: CaptureMovieFileOutput
    private let captureController: CaptureController
    private let folder: Locked<ServedFolder>

    /// Makes a controller; nil if the session has no photo and movie outputs.
    ///
    /// - Parameters:
    ///   - folder: The folder for files; nil for none.
    ///   - onMovie: Receives each finished movie, after it was added to ``files``.
    init?(
      _ session: ServedSession, _ folder: InputPath?, onMovie: @escaping @Sendable (RecordedFiles.File) -> Void
    ) {
      guard let folder, let photos = session.photos, let movie = session.movie else { return nil }
      let files = Locked(ServedFolder(folder))
      self.photos = photos
      self.movie = movie
      self.folder = files
      captureController = CaptureController(in: folder) { file in
        if file.isPlayable { files.withLock { $0.add(InputPath(file.path)) } }
        onMovie(file)
      }
    }

    /// The files taken so far, with the newest last.
    var files: [LiveState.File] { folder.withLock { $0.files } }

    /// Returns the path of a file of this run; nil for other names.
    func path(of name: String) -> String? { folder.withLock { $0.path(of: name) } }

    /// The duration of the current movie in seconds; nil if none is being recorded.
    var recordedSeconds: Double? { captureController.recordedSeconds }

    /// Takes a photo of the current camera.
    ///
    /// - Returns: The path of the photo.
    func takePhoto() async throws -> InputPath {
      let path = try await withCheckedThrowingContinuation { done in
        captureController.takePhoto(photos, CapturePhotoSettings(format: .compressed(.jpeg))) {
          done.resume(with: $0)
        }
      }
      folder.withLock { $0.add(path) }
      return path
    }

    /// Starts recording a movie.
    func beginMovie() { captureController.beginMovie(movie) }

    /// Stops recording, and waits until the movie is finished.
    func endMovie() { _ = captureController.finishMovie(within: CaptureController.timeout) }
  }

  extension RecordedFiles.File {
    /// Whether the file can be played, even after an error.
    var isPlayable: Bool { error?.recordingSuccessfullyFinished ?? true }
  }
#endif
