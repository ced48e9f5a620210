import OpenCaptureCommandSupport
import OpenCaptureFiles
import OpenCaptureSystem
import OpenCaptureCodes
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies

/// Scans a movie: looks for codes in every frame, and tells of each when it appears.
struct MovieScan: Sendable {
  /// What follows codes from frame to frame, at the beginning.
  let tracker: CodeTracker
  /// What tells when codes appear, at the beginning.
  let appearances: CodeAppearances
  /// Whether one code is enough.
  let stopsAtFirst: Bool
  /// Whether pictures with the codes outlined are asked for, which a movie has too many of.
  let isAnnotated: Bool
  /// Who decodes: the thread that scans where the pacing is `Pacing.stepped`, so that a limit of time counts both.
  let pacing: Pacing

  /// Scans a movie to its end; what the listener couldn't print is part of the report.
  func scan(_ movie: MovieReader, _ listener: ScanListener, _ report: inout InputReport) throws {
    guard !isAnnotated else { throw Self.annotation(of: report.path) }
    var (tracker, appearances, frames, found) = (tracker, appearances, 0, 0)
    let start = MonotonicClock.seconds()
    defer {
      report.notes.append(
        note(on: movie.info, frames: frames, codes: found, seconds: MonotonicClock.seconds() - start))
    }
    try MediaFeed(CaptureFileInput(movie, name: report.path.title, pacing: pacing)).run { sample in
      try WorkLimit.check()
      frames += 1
      report.size = sample.formatDescription.dimensions.upright(sample.orientation)
      listener.progress(progress(of: movie.info, at: sample.presentationTimeStamp))
      let codes = try appearances.appearing(tracker.scan(sample), at: sample.presentationTimeStamp)
      guard !codes.isEmpty else { return true }
      let upright = PictureTransform.uprightPixels(
        of: sample.formatDescription.dimensions, orientation: sample.orientation)
      found += codes.count
      report.finds += codes.map { $0.transformed(by: upright) }.inReadingOrder().map { Find(code: $0) }
      if stopsAtFirst { return false }
      if listener.print(report) { report.finds = [] }
      return true
    }
  }

  private static func annotation(of movie: InputPath) -> CommandError {
    CommandError(
      .cannotAnnotate, subject: movie.title, reason: "--annotate writes pictures, this is a movie")
  }

  private func progress(of info: MovieInfo, at time: MediaTime) -> String {
    let duration = info.duration.isNumeric ? " of \(Int(info.duration.seconds.rounded(.up)))" : ""
    let place = info.startTime.isNumeric ? time - info.startTime : time
    return place.isNumeric ? "\(Int(place.seconds))\(duration) s of the movie" : "in the movie"
  }

  private func note(on info: MovieInfo, frames: Int, codes: Int, seconds: Double) -> String {
    let each = frames > 0 ? (seconds / Double(frames) * 10_000).rounded() / 10 : 0
    return "\(info.codecName) \(info.dimensions), \(frames) frames, \(codes) code\(codes == 1 ? "" : "s"),"
      + " \(each) ms a frame"
  }
}

extension CommandError.Code {
  /// A movie of which an annotated picture was asked for.
  static let cannotAnnotate = Self("cannotAnnotate", remedy: "viewfinder --with codes outlines codes in it")
}
