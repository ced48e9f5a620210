import OpenCaptureFiles
import OpenCaptureSystem
import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies
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

  /// Scans a picture, and marks the codes in what `color` makes of it; what is wrong with it is thrown behind that.
  private func scan(
    _ file: CaptureFileInput, _ format: String, _ outputName: InputPath, _ report: inout InputReport,
    color: (SampleBuffer) throws -> PixelBuffer
  ) throws {
    let start = MonotonicClock.seconds()
    try MediaFeed(file).run { sample in
      let luma = try sample.luma()
      let decoded = MonotonicClock.seconds()
      let scanReport = try scanner.report(on: luma)
      let codes = scanReport.codes
      statistics?.add(scanReport, of: report.path)
      let size = sample.formatDescription.dimensions
      report.note = note(
        on: format, size, sample.orientation, codes.count, decoding: decoded - start,
        scanning: MonotonicClock.seconds() - decoded)
      add(codes, size, sample.orientation, to: &report)
      try annotation?.write(
        color(sample), sample.orientation, codes: codes, from: report.path, outputName: outputName)
      return true
    }
  }

  private func add(
    _ codes: [MachineReadableCodeObject], _ size: VideoDimensions, _ orientation: ImageOrientation,
    to report: inout InputReport
  ) {
    let upright = PictureTransform.uprightPixels(of: size, orientation: orientation)
    report.codes = codes.map { $0.transformed(by: upright) }.inReadingOrder()
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
