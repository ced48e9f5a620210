import OpenCaptureFiles
import OpenCaptureSystem
import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures

/// Scans a picture: decodes its luma, looks for codes, and marks them in a copy where that is wanted.
struct PictureScan: Sendable {
  let scanner: CodeScanner
  let annotation: Annotation?
  /// Where what passes take and give is counted, where that is wanted.
  var statistics: ScanStatistics?

  /// Scans a picture in a format that is read without FFmpeg.
  func scan(_ encoded: EncodedPicture, _ outputName: InputPath, _ report: inout InputReport) throws {
    let format = "\(try encoded.info().format)"
    try scan(CaptureFileInput(encoded, decodedTo: .grey, pacing: .stepped), format, outputName, &report) { _ in
      try encoded.decoded(PictureReadingOptions(pixelFormat: .bgra, acceptsDamage: true)).pixelBuffer
    }
  }

  /// Scans a picture that FFmpeg reads.
  func scan(_ reader: MovieReader, _ outputName: InputPath, _ report: inout InputReport) throws {
    let file = CaptureFileInput(reader, name: report.path.title, pacing: .stepped)
    try scan(file, reader.info.codecName, outputName, &report) { try $0.image() }
  }

  /// Scans a page of a file.
  func scan(
    _ page: PageNumber, of pages: PicturePages, _ outputName: InputPath, _ report: inout InputReport
  ) throws {
    let file = try CaptureFileInput(page: page.number, of: pages, pacing: .stepped)
    let place = page.count > 1 ? " page \(page.number)" : ""
    try scan(file, "\(pages.format)\(place)", outputName, &report, page: page) { try $0.image(as: .bgra) }
  }

  /// Makes sure that every page has a name of its own for its annotated picture.
  ///
  /// - Throws: ``CommandError``.
  func checkAnnotation(of pages: PicturePages, at path: InputPath) throws(CommandError) {
    guard let annotation, !annotation.target.isFolder, pages.count > 1 else { return }
    throw CommandError(
      .cannotAnnotate, subject: path.title, reason: "it has \(pages.count) pages, and one picture is asked for",
      remedy: "end the name in / for a folder of them")
  }

  /// Scans a picture, and marks the codes in what `color` makes of it; what is wrong with it is thrown behind that.
  private func scan(
    _ file: CaptureFileInput, _ format: String, _ outputName: InputPath, _ report: inout InputReport,
    page: PageNumber? = nil, color: (SampleBuffer) throws -> PixelBuffer
  ) throws {
    let start = MonotonicClock.seconds()
    try MediaFeed(file).run { sample in
      let luma = try sample.luma()
      let decoded = MonotonicClock.seconds()
      let scanReport = try scanner.report(on: luma)
      let codes = scanReport.codes
      statistics?.add(scanReport, of: report.path)
      let size = sample.formatDescription.dimensions
      report.notes.append(
        note(
          on: format, size, sample.orientation, codes.count, decoding: decoded - start,
          scanning: MonotonicClock.seconds() - decoded))
      report.size = size.upright(sample.orientation)
      let upright = PictureTransform.uprightPixels(of: size, orientation: sample.orientation)
      report.finds += codes.map { $0.transformed(by: upright) }.inReadingOrder().map { Find(code: $0, page: page) }
      try annotation?.write(
        background(of: color(sample), scanReport), sample.orientation, codes: codes, from: report.path,
        outputName: outputName)
      return true
    }
  }

  /// The picture as its codes were seen.
  private func background(of picture: PixelBuffer, _ report: ScanReport) throws -> PixelBuffer {
    try report.isOverBlack ? picture.laidOverBlack() ?? picture : picture
  }

  private func note(
    on format: String, _ size: VideoDimensions, _ orientation: ImageOrientation, _ codes: Int, decoding: Double,
    scanning: Double
  ) -> String {
    let turned = orientation == .up ? "" : ", to be seen \(orientation)"
    let times = [decoding, scanning].map { "\(($0 * 10_000).rounded() / 10) ms" }
    return "\(format) \(size)\(turned), \(codes) code\(codes == 1 ? "" : "s"),"
      + " \(times[0]) to decode, \(times[1]) to scan"
  }
}
