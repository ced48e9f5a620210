import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureFiles
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies
import OpenCaptureOverlay
import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSystem

/// A scan of a picture that decodes its luma, searches for codes, and optionally writes an annotated copy.
struct PictureScan: Sendable {
  let scanner: CodeScanner
  let annotation: Annotation?
  /// The statistics of all passes, if requested.
  var statistics: ScanStatistics?

  /// Scans a picture in a format that is read without FFmpeg.
  func scan(_ encoded: EncodedPicture, _ outputName: InputPath, _ report: inout InputReport) throws {
    let format = "\(try encoded.info().format)"
    try scan(CaptureFileInput(encoded, decodedTo: .grey, pacing: .stepped), format, outputName, &report) { _ in
      try encoded.decoded(PictureReadingOptions(pixelFormat: .bgra, acceptsDamage: true)).pixelBuffer
    }
  }

  /// Scans a picture that FFmpeg decodes.
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

  /// Checks that each page has its own name for an annotated picture.
  ///
  /// - Throws: ``CommandError`` if several pages would be written to one file.
  func checkAnnotation(of pages: PicturePages, at path: InputPath) throws(CommandError) {
    guard let annotation, !annotation.target.isFolder, pages.count > 1 else { return }
    throw CommandError(
      .cannotAnnotate, subject: path.title, reason: "cannot write \(pages.count) pages to one picture",
      hint: "end the name in / to write a folder of pictures")
  }

  /// Scans a picture and outlines its codes in the picture that `color` returns; a decoding error is thrown at the end.
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
      report.detectedCodes += codes.map { $0.transformed(by: upright) }.inReadingOrder().map {
        DetectedCode(code: $0, page: page)
      }
      try annotation?.write(
        background(of: color(sample), scanReport), sample.orientation, codes: codes, from: report.path,
        outputName: outputName)
      return true
    }
  }

  /// Returns the picture over black, if its codes were found that way.
  private func background(of picture: PixelBuffer, _ report: ScanReport) throws -> PixelBuffer {
    try report.isOverBlack ? picture.compositedOverBlack() ?? picture : picture
  }

  private func note(
    on format: String, _ size: VideoDimensions, _ orientation: ImageOrientation, _ codes: Int, decoding: Double,
    scanning: Double
  ) -> String {
    let rotation = orientation == .up ? "" : ", orientation \(orientation)"
    let times = [decoding, scanning].map { "\(($0 * 10_000).rounded() / 10) ms" }
    return "\(format) \(size)\(rotation), \(codes) code\(codes == 1 ? "" : "s"),"
      + " \(times[0]) to decode, \(times[1]) to scan"
  }
}

/// A writer of pictures with outlined codes.
struct Annotation: Sendable {
  let target: OutputTarget

  /// Whether a name has a supported extension, JPEG or PNG, or none, which means PNG.
  static func isWritten(_ name: String) -> Bool {
    let path = InputPath(name)
    guard path.ending != nil else { return true }
    return OutputFormat(path: path.bytes).map { !$0.isMovie } ?? false
  }

  /// Outlines codes, in device coordinates, on the upright picture, and writes the picture.
  func write(
    _ picture: PixelBuffer, _ orientation: ImageOrientation, codes: [MachineReadableCodeObject],
    from source: InputPath, outputName: InputPath
  ) throws {
    var upright = try picture.uprightCopy(orientation)
    let transform = PictureTransform.uprightPixels(of: picture.dimensions, orientation: orientation)
    try Overlay().draw(codes, on: &upright, through: transform)
    try target.write(name: outputName, from: source) { (path) throws(PictureError) in
      try OutputFormat.encoder(for: path.bytes).encode(upright)
    }
  }
}
