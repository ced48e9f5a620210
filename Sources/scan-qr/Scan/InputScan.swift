import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSystem

/// Scans one input, whatever it holds.
struct InputScan: Sendable {
  let pictures: PictureScan
  let movies: MovieScan
  let limits: PictureLimits
  /// What all inputs that are scanned at once share.
  let memory: InputMemory
  /// The resolutions that pages of PDF are drawn at, in pixels an inch: each where nothing is found at those before.
  let resolutions: [Double]
  /// How much processor time each input may take; nil for any.
  let deadline: Duration?

  /// What a picture takes at most while it is scanned.
  ///
  /// That is luma, the same without its noise, a copy of it in black and white, and what an engine makes of that. A
  /// picture that is marked is there in BGRA twice, and encoded.
  static func bytesPerPixel(isAnnotated: Bool) -> Int { isAnnotated ? 12 : 4 }

  /// What becomes of `input`; failures are part of the report.
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
      // What was given up says so, whatever it led to.
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

  /// Scans page by page; one that fails doesn't keep the others from being scanned.
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
      if movies.stopsAtFirst, !report.finds.isEmpty { return }
      if pages.count > 1 {
        listener.progress("page \(number) of \(pages.count)")
        if listener.print(report) { report.finds = [] }
      }
    }
  }

  /// Scans a page, one of PDF at one resolution after the other until something is found.
  private func scan(
    _ page: PageNumber, of pages: PicturePages, _ outputName: InputPath, _ report: inout InputReport
  ) throws {
    guard pages.format == .pdf, let first = resolutions.first else {
      return try pictures.scan(page, of: pages, outputName, &report)
    }
    let found = report.finds.count
    let coarsest = pages.drawn(at: first)
    try pictures.scan(page, of: coarsest, outputName, &report)
    let size = report.size
    for resolution in resolutions.dropFirst() where report.finds.count == found {
      try WorkLimit.check()
      let finer = pages.drawn(at: resolution)
      // A page that is too large to be drawn finer was looked at already.
      guard (try? finer.dimensions(ofPage: page.number)) != nil else { return }
      try pictures.scan(page, of: finer, outputName, &report)
      // Corners are in pixels of the first resolution.
      guard let size, let finerSize = report.size else { continue }
      let scaling = PictureTransform(
        from: Rect(origin: .zero, size: finerSize.size), to: Rect(origin: .zero, size: size.size))
      for index in report.finds.indices.dropFirst(found) {
        report.finds[index].code = report.finds[index].code.transformed(by: scaling)
      }
      report.size = size
    }
  }
}
