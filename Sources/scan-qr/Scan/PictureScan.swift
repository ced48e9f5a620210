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
    let start = MonotonicClock.seconds()
    let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true))
    let decoded = MonotonicClock.seconds()
    let scanReport = try scanner.report(on: picture.pixelBuffer)
    let codes = scanReport.codes
    statistics?.add(scanReport, of: report.path)
    let scanned = MonotonicClock.seconds()
    report.failure = picture.damage.map { FileFailure($0, at: report.path) }
    report.note = note(
      on: "\(picture.info.format)", picture.info.dimensions, picture.orientation, codes.count,
      decoding: decoded - start, scanning: scanned - decoded)
    add(codes, picture.info.dimensions, picture.orientation, to: &report)
    guard let annotation else { return }
    let colored = try encoded.decoded(PictureReadingOptions(pixelFormat: .bgra, acceptsDamage: true)).pixelBuffer
    try annotation.write(colored, picture.orientation, codes: codes, from: report.path, outputName: outputName)
  }

  /// Scans a picture that FFmpeg reads.
  func scan(_ reader: MovieReader, _ outputName: InputPath, _ report: inout InputReport) throws {
    let start = MonotonicClock.seconds()
    guard let sample = try reader.nextSample() else { return }
    let decoded = MonotonicClock.seconds()
    let codes = try scanner.scan(sample.luma())
    let scanned = MonotonicClock.seconds()
    let size = sample.formatDescription.dimensions
    report.note = note(
      on: reader.info.codecName, size, sample.orientation, codes.count, decoding: decoded - start,
      scanning: scanned - decoded)
    add(codes, size, sample.orientation, to: &report)
    try annotation?.write(
      sample.image(), sample.orientation, codes: codes, from: report.path, outputName: outputName)
    // What was wrong with it comes behind what there was of it.
    _ = try reader.nextSample()
  }

  private func add(
    _ codes: [MachineReadableCodeObject], _ size: VideoDimensions, _ orientation: ImageOrientation,
    to report: inout InputReport
  ) {
    let upright = PictureTransform.uprightPixels(of: size, orientation: orientation)
    report.codes = codes.map { $0.transformed(by: upright) }
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
