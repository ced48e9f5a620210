import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureFlow
import OpenCaptureIsolation
import OpenCaptureMovies
import OpenCapturePages

/// A scan of inputs, in this process or in others.
protocol InputScanner: Sendable {
  /// Scans an input and returns its report, which includes all errors.
  @Sendable func report(_ task: ScanTask) -> InputReport

  /// Scans inputs in order.
  ///
  /// - Parameter end: Receives the reports in any order, with the number of the input from 0.
  @Sendable func report(_ tasks: [ScanTask], end: (Int, InputReport) -> Void)
}

extension InputScanner {
  @Sendable func report(_ tasks: [ScanTask], end: (Int, InputReport) -> Void) {
    for (index, task) in tasks.enumerated() { end(index, report(task)) }
  }

  /// Scans an input of a stream; each code of a movie or of pages is reported once, as soon as possible.
  @Sendable func answer(
    _ input: Input, _ part: @escaping @Sendable (StreamAnswer) -> Void, _ isOver: @escaping @Sendable () -> Bool
  ) -> StreamAnswer {
    let listener = ScanListener(
      print: { report in
        // Errors are part of the final result.
        if !report.detectedCodes.isEmpty { part(StreamAnswer(.ok, found: report.codes, size: report.size)) }
        return true
      }, progress: { _ in }, isOver: isOver)
    let report = self.report(ScanTask(input: input, outputName: input.path, listener: listener))
    return StreamAnswer(found: report.codes, size: report.size, failures: report.failures, stop: report.stop)
  }
}

/// A scan of inputs of any kind in this process.
struct InputScan: InputScanner {
  var walk: InputWalk
  /// The scanner for pictures.
  let scanner: CodeScanner
  /// The initial state of the tracker that follows codes from frame to frame of a movie.
  let tracker: CodeTracker
  /// The initial state of the filter that detects new codes in a movie.
  let appearances: CodeAppearances
  /// Whether the scan ends at the first code.
  let stopsAtFirst: Bool
  /// The function that outlines the codes of a picture, if requested.
  var annotate: (@Sendable (AnnotatedPicture) throws -> Void)?
  /// Whether only one picture can be annotated.
  var annotatesOnePicture = false
  /// The statistics of all passes, if requested.
  var statistics: ScanStatistics?
  /// The pacing of movies; with `Pacing.stepped`, the scanning thread decodes too, so that time limits count both.
  let pacing: Pacing

  /// Returns the most memory that a picture needs during its scan, in bytes per pixel.
  ///
  /// That is the luma, its denoised copy, a black-and-white copy, and the engine's own copy. An annotated picture also
  /// needs two BGRA copies and the encoded file.
  static func bytesPerPixel(isAnnotated: Bool) -> Int { isAnnotated ? 12 : 4 }

  @Sendable func report(_ task: ScanTask) -> InputReport {
    var visit = ScanVisit(
      scan: self, outputName: task.outputName, listener: task.listener,
      report: InputReport(path: task.input.path))
    let stop = walk.process(task.input, isOver: task.listener.isOver, with: &visit)
    visit.report.stop = stop
    return visit.report
  }
}

extension InputScan {
  /// Makes a scan with settings.
  init(_ settings: CodeScanSettings) throws {
    self.init(
      walk: InputWalk(
        settings.limits, resolutions: settings.resolutions, deadline: settings.deadline.map { .seconds($0) }),
      scanner: try settings.scanner(settings.effort),
      tracker: CodeTracker(try settings.scanner(settings.movieEffort)),
      appearances: CodeAppearances(rearmTime: MediaTime(seconds: settings.rearm, preferredTimescale: 1000)),
      stopsAtFirst: settings.stopsAtFirst, statistics: nil, pacing: settings.isStepped ? .stepped : .unpaced)
  }
}

/// The scan of one input, which collects a report.
private struct ScanVisit: InputVisitor {
  let scan: InputScan
  let outputName: InputPath
  let listener: ScanListener
  var report: InputReport

  mutating func record(_ error: any Error, of input: Input) {
    if let failure = input.failure(for: error) { report.failures.append(failure) }
  }

  // MARK: Pictures

  func check(pageCount: Int) throws {
    guard scan.annotatesOnePicture, pageCount > 1 else { return }
    throw CommandError(
      .cannotAnnotate, subject: report.path.title, reason: "cannot write \(pageCount) pages to one picture",
      hint: "end the name in / to write a folder of pictures")
  }

  /// Scans a picture; PDF pages are drawn at increasing resolutions until a code is found.
  mutating func process(_ picture: StillPicture) throws {
    let found = report.detectedCodes.count
    try search(picture)
    let size = report.size
    for resolution in scan.walk.resolutions.dropFirst() where report.detectedCodes.count == found {
      // A page that is too large for a finer resolution keeps the results so far.
      guard let finer = picture.drawn(at: resolution) else { return }
      try WorkLimit.check()
      try search(finer)
      // Convert the corners to pixels of the first resolution.
      guard let size, let finerSize = report.size else { continue }
      let scaling = PictureTransform(
        from: Rect(origin: .zero, size: finerSize.size), to: Rect(origin: .zero, size: size.size))
      for index in report.detectedCodes.indices.dropFirst(found) {
        report.detectedCodes[index].code = report.detectedCodes[index].code.transformed(by: scaling)
      }
      report.size = size
    }
  }

  /// Scans a picture and outlines its codes, if requested.
  private mutating func search(_ picture: StillPicture) throws {
    let start = MonotonicClock.seconds()
    try picture.decode(to: .grey) { sample in
      let luma = try sample.luma()
      let decoded = MonotonicClock.seconds()
      let result = try scan.scanner.report(on: luma)
      scan.statistics?.add(result, of: report.path)
      report.notes.append(
        note(
          on: picture, sample, result.codes.count, decoding: decoded - start,
          scanning: MonotonicClock.seconds() - decoded))
      report.add(result.codes, of: sample, page: picture.page)
      guard let annotate = scan.annotate else { return }
      let name = if let page = picture.page, page.count > 1 { outputName.page(page) } else { outputName }
      let color = try picture.colorImage(of: sample)
      // The picture is over black, if its codes were found that way.
      try annotate(
        AnnotatedPicture(
          image: result.isOverBlack ? color.compositedOverBlack() ?? color : color, orientation: sample.orientation,
          codes: result.codes, source: report.path, outputName: name))
    }
  }

  private func note(
    on picture: StillPicture, _ sample: SampleBuffer, _ codes: Int, decoding: Double, scanning: Double
  ) -> String {
    let rotation = sample.orientation == .up ? "" : ", orientation \(sample.orientation)"
    let times = [decoding, scanning].map { "\(($0 * 10_000).rounded() / 10) ms" }
    return "\(picture.format) \(sample.format.videoDimensions)\(rotation), \(codes) code\(codes == 1 ? "" : "s"),"
      + " \(times[0]) to decode, \(times[1]) to scan"
  }

  mutating func finish(_ page: PageNumber) -> Bool {
    if scan.stopsAtFirst, !report.detectedCodes.isEmpty { return false }
    guard page.count > 1 else { return true }
    listener.progress("page \(page.number) of \(page.count)")
    if listener.print(report) { report.detectedCodes = [] }
    return true
  }

  // MARK: Movies

  /// Scans a movie to its end and reports each code when it appears.
  ///
  /// Codes that the listener could not print yet stay in the report.
  mutating func process(_ movie: MovieReader) throws {
    guard scan.annotate == nil else {
      throw CommandError(
        .cannotAnnotate, subject: report.path.title, reason: "--annotate writes pictures, but this is a movie")
    }
    var tracker = scan.tracker
    var appearances = scan.appearances
    var frames = 0
    var found = 0
    let start = MonotonicClock.seconds()
    defer {
      let each = frames > 0 ? ((MonotonicClock.seconds() - start) / Double(frames) * 10_000).rounded() / 10 : 0
      report.notes.append(
        "\(movie.info.codecName) \(movie.info.dimensions), \(frames) frames, \(found) code\(found == 1 ? "" : "s"),"
          + " \(each) ms per frame")
    }
    try movie.forEachFrame(name: report.path.title, pacing: scan.pacing) { sample in
      try WorkLimit.check()
      frames += 1
      report.size = sample.format.videoDimensions.upright(sample.orientation)
      listener.progress(progress(of: movie.info, at: sample.presentationTimeStamp))
      let codes = try appearances.newlyVisible(tracker.scan(sample), at: sample.presentationTimeStamp)
      guard !codes.isEmpty else { return true }
      found += codes.count
      report.add(codes, of: sample)
      if scan.stopsAtFirst { return false }
      if listener.print(report) { report.detectedCodes = [] }
      return true
    }
  }

  private func progress(of info: MovieInfo, at time: MediaTime) -> String {
    let duration = info.duration.isNumeric ? " of \(Int(info.duration.seconds.rounded(.up)))" : ""
    let place = info.startTime.isNumeric ? time - info.startTime : time
    return place.isNumeric ? "\(Int(place.seconds))\(duration) s" : "movie"
  }
}
