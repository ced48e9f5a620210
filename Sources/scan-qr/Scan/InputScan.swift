import CommandSupport
import Pictures

/// Scans one input, whatever it holds.
struct InputScan: Sendable {
  let pictures: PictureScan
  let movies: MovieScan
  let limits: PictureLimits

  /// What becomes of `input`; failures are part of the report.
  func report(_ input: Input, outputName: InputPath, listener: ScanListener) -> InputReport {
    var report = InputReport(path: input.path)
    report.failure = input.failure.map { FileFailure($0, at: input.path) }
    guard report.failure == nil else { return report }
    do {
      switch try MediaInput.open(input, limits: limits) {
      case nil: break
      case .picture(let picture): try pictures.scan(picture, outputName, &report)
      case .movie(let movie) where movie.info.isStillPicture: try pictures.scan(movie, outputName, &report)
      case .movie(let movie): try movies.scan(movie, listener, &report)
      }
    } catch {
      report.failure = input.failure(for: error)
    }
    return report
  }
}
