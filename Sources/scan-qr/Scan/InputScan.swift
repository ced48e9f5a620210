import OpenCaptureCommandSupport
import OpenCaptureMovies
import OpenCapturePages
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
    if let failure = input.failure {
      report.failures.append(FileFailure(failure, at: input.path))
      return report
    }
    do {
      try memory.use(canWait: input.path.isPipe) {
        listener.isOver() ? nil : try open(input)
      } work: { media in
        try scan(media, input, outputName, listener, &report)
      }
    } catch {
      if let failure = input.failure(for: error) { report.failures.append(failure) }
    }
    return report
  }

  private func open(_ input: Input) throws -> (input: MediaInput, byteCount: Int)? {
    guard let media = try MediaInput.open(input, limits: limits) else { return nil }
    return (media, try media.memory(limits: limits))
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
    for number in 1...pages.count where !listener.isOver() {
      let page = PageNumber(number: number, count: pages.count)
      do {
        try pictures.scan(page, of: pages, pages.count > 1 ? outputName.page(number) : outputName, &report)
      } catch {
        if let failure = input.failure(for: error) { report.failures.append(failure) }
      }
      if movies.stopsAtFirst, !report.finds.isEmpty { return }
      if pages.count > 1 {
        listener.progress("page \(number) of \(pages.count)")
        if listener.print(report.finds) { report.finds = [] }
      }
    }
  }
}
