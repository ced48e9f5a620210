import OpenCaptureCommandSupport
import OpenCaptureMovies
import OpenCapturePictures

/// Scans one input, whatever it holds.
struct InputScan: Sendable {
  let pictures: PictureScan
  let movies: MovieScan
  let limits: PictureLimits
  /// What all inputs that are scanned at once share.
  let memory: InputMemory

  /// What a picture takes at most while it is scanned.
  ///
  /// That is luma, the same without its noise, a copy of it in black and white, and what an engine makes of that. A
  /// picture that is marked is there in BGRA twice, and encoded.
  static func bytesPerPixel(isAnnotated: Bool) -> Int { isAnnotated ? 12 : 4 }

  /// What becomes of `input`; failures are part of the report.
  func report(_ input: Input, outputName: InputPath, listener: ScanListener) -> InputReport {
    var report = InputReport(path: input.path)
    report.failure = input.failure.map { FileFailure($0, at: input.path) }
    guard report.failure == nil else { return report }
    do {
      try memory.use(canWait: input.path.isPipe) {
        listener.isOver() ? nil : try open(input)
      } work: { media in
        try scan(media, outputName, listener, &report)
      }
    } catch {
      report.failure = input.failure(for: error)
    }
    return report
  }

  private func open(_ input: Input) throws -> (input: MediaInput, byteCount: Int)? {
    guard let media = try MediaInput.open(input, limits: limits) else { return nil }
    return (media, try media.memory(limits: limits))
  }

  private func scan(
    _ media: MediaInput, _ outputName: InputPath, _ listener: ScanListener, _ report: inout InputReport
  ) throws {
    switch media {
    case .picture(let picture): try pictures.scan(picture, outputName, &report)
    case .movie(let movie) where movie.info.isStillPicture: try pictures.scan(movie, outputName, &report)
    case .movie(let movie): try movies.scan(movie, listener, &report)
    }
  }
}
