import OpenCaptureCommandSupport
import OpenCaptureFiles
import OpenCaptureSystem
import OpenCaptureCodes
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies

/// A scan of a movie that searches all frames and reports each code when it appears.
struct MovieScan: Sendable {
  /// The initial state of the tracker that follows codes from frame to frame.
  let tracker: CodeTracker
  /// The initial state of the filter that detects new codes.
  let appearances: CodeAppearances
  /// Whether the scan ends at the first code.
  let stopsAtFirst: Bool
  /// Whether annotated pictures were requested, which is an error for movies.
  let isAnnotated: Bool
  /// The pacing; with `Pacing.stepped`, the scanning thread decodes too, so that time limits count both.
  let pacing: Pacing

  /// Scans a movie to its end; codes that the listener could not print yet stay in the report.
  func scan(_ movie: MovieReader, _ listener: ScanListener, _ report: inout InputReport) throws {
    guard !isAnnotated else { throw Self.annotation(of: report.path) }
    var tracker = tracker
    var appearances = appearances
    var frames = 0
    var found = 0
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
      let codes = try appearances.newlyVisible(tracker.scan(sample), at: sample.presentationTimeStamp)
      guard !codes.isEmpty else { return true }
      let upright = PictureTransform.uprightPixels(
        of: sample.formatDescription.dimensions, orientation: sample.orientation)
      found += codes.count
      report.detectedCodes += codes.map { $0.transformed(by: upright) }.inReadingOrder().map {
        DetectedCode(code: $0)
      }
      if stopsAtFirst { return false }
      if listener.print(report) { report.detectedCodes = [] }
      return true
    }
  }

  private static func annotation(of movie: InputPath) -> CommandError {
    CommandError(
      .cannotAnnotate, subject: movie.title, reason: "--annotate writes pictures, but this is a movie")
  }

  private func progress(of info: MovieInfo, at time: MediaTime) -> String {
    let duration = info.duration.isNumeric ? " of \(Int(info.duration.seconds.rounded(.up)))" : ""
    let place = info.startTime.isNumeric ? time - info.startTime : time
    return place.isNumeric ? "\(Int(place.seconds))\(duration) s" : "movie"
  }

  private func note(on info: MovieInfo, frames: Int, codes: Int, seconds: Double) -> String {
    let each = frames > 0 ? (seconds / Double(frames) * 10_000).rounded() / 10 : 0
    return "\(info.codecName) \(info.dimensions), \(frames) frames, \(codes) code\(codes == 1 ? "" : "s"),"
      + " \(each) ms per frame"
  }
}

extension CommandError.Code {
  /// A movie cannot be written as an annotated picture.
  static let cannotAnnotate = Self(
    "cannotAnnotate", hint: "use viewfinder --with codes to outline codes in a movie")
}
