import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSystem

/// A scan of one input of any kind.
struct InputScan: Sendable {
  let pictures: PictureScan
  let movies: MovieScan
  let limits: PictureLimits
  /// The memory that all concurrently scanned inputs share.
  let memory: InputMemory
  /// The resolutions for PDF pages in pixels per inch; each is tried if the previous ones find no code.
  let resolutions: [Double]
  /// The limit of processor time for each input; nil for none.
  let deadline: Duration?

  /// Returns the most memory that a picture needs during its scan, in bytes per pixel.
  ///
  /// That is the luma, its denoised copy, a black-and-white copy, and the engine's own copy. An annotated picture also
  /// needs two BGRA copies and the encoded file.
  static func bytesPerPixel(isAnnotated: Bool) -> Int { isAnnotated ? 12 : 4 }

  /// Scans an input and returns its report, which includes all errors.
  func report(_ input: Input, outputName: InputPath, listener: ScanListener) -> InputReport {
    var report = InputReport(path: input.path)
    if let failure = input.failure {
      report.failures.append(FileFailure(failure, at: input.path))
      return report
    }
    let limit = WorkLimit(cpuTime: deadline, isCancelled: listener.isOver)
    do {
      try limit.run { try scan(input, outputName, listener, &report) }
    } catch {
      // For an abandoned scan, only the reason for abandoning it is reported.
      if limit.stop == nil, let failure = input.failure(for: error) { report.failures.append(failure) }
    }
    report.stop = limit.failure
    return report
  }

  private func scan(
    _ input: Input, _ outputName: InputPath, _ listener: ScanListener, _ report: inout InputReport
  ) throws {
    let finest = resolutions.max() ?? PicturePages.defaultPixelsPerInch
    try memory.use(input, limits: limits, pixelsPerInch: finest, isOver: listener.isOver) { media in
      try scan(media, input, outputName, listener, &report)
    }
  }

  private func scan(
    _ media: MediaInput, _ input: Input, _ outputName: InputPath, _ listener: ScanListener,
    _ report: inout InputReport
  ) throws {
    switch media {
    case .picture(let picture): try pictures.scan(picture, outputName, &report)
    case .pages(let pages): try scan(pages, input, outputName, listener, &report)
    case .movie(let movie) where movie.info.isStillPicture: try pictures.scan(movie, outputName, &report)
    case .movie(let movie): try movies.scan(movie, listener, &report)
    }
  }

  /// Scans page by page; a page that fails does not affect the others.
  private func scan(
    _ pages: PicturePages, _ input: Input, _ outputName: InputPath, _ listener: ScanListener,
    _ report: inout InputReport
  ) throws {
    try pictures.checkAnnotation(of: pages, at: input.path)
    for number in 1...pages.count {
      try WorkLimit.check()
      let page = PageNumber(number: number, count: pages.count)
      do {
        try scan(page, of: pages, pages.count > 1 ? outputName.page(number) : outputName, &report)
      } catch {
        try WorkLimit.check()
        if let failure = input.failure(for: error) { report.failures.append(failure) }
      }
      if movies.stopsAtFirst, !report.detectedCodes.isEmpty { return }
      if pages.count > 1 {
        listener.progress("page \(number) of \(pages.count)")
        if listener.print(report) { report.detectedCodes = [] }
      }
    }
  }

  /// Scans a page; PDF pages are drawn at increasing resolutions until a code is found.
  private func scan(
    _ page: PageNumber, of pages: PicturePages, _ outputName: InputPath, _ report: inout InputReport
  ) throws {
    guard pages.format == .pdf, let first = resolutions.first else {
      return try pictures.scan(page, of: pages, outputName, &report)
    }
    let found = report.detectedCodes.count
    let coarsest = pages.drawn(at: first)
    try pictures.scan(page, of: coarsest, outputName, &report)
    let size = report.size
    for resolution in resolutions.dropFirst() where report.detectedCodes.count == found {
      try WorkLimit.check()
      let finer = pages.drawn(at: resolution)
      // A page that is too large for a finer resolution keeps the results so far.
      guard (try? finer.dimensions(ofPage: page.number)) != nil else { return }
      try pictures.scan(page, of: finer, outputName, &report)
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
}

/// The handling of stream requests with codes as results.
struct StreamScan: Sendable {
  let scan: InputScan

  /// Returns the format of results.
  ///
  /// - Parameter engines: The code engines.
  static func format(_ engines: [any CodeEngine]) -> StreamAnswerFormat {
    StreamAnswerFormat(
      found: "codes", engine: engines.map { "\($0.name) \($0.version)" }.joined(separator: ", "))
  }

  /// Scans an input; each code of a movie or of pages is reported once, as soon as possible.
  func answer(
    _ input: Input, _ part: @escaping @Sendable (StreamAnswer) -> Void, _ isOver: @escaping @Sendable () -> Bool
  ) -> StreamAnswer {
    let listener = ScanListener(
      print: { report in
        // Errors are part of the final result.
        if !report.detectedCodes.isEmpty { part(StreamAnswer(.ok, found: report.codes, size: report.size)) }
        return true
      }, progress: { _ in }, isOver: isOver)
    return scan.report(input, outputName: input.path, listener: listener).answer
  }
}

extension InputReport {
  fileprivate var codes: [JSONLine] { detectedCodes.map { JSONLine($0) } }

  fileprivate var answer: StreamAnswer {
    StreamAnswer(found: codes, size: size, failures: failures, stop: stop)
  }
}
