import Codes
import CommandSupport
import MediaSamples
import Metadata
import Pictures

/// Scans one input: reads it, decodes its luma, looks for codes, and marks them in a copy where that is wanted.
struct PictureScan: Sendable {
  let scanner: CodeScanner
  let limits: PictureLimits
  let annotation: Annotation?

  /// What becomes of `input`; failures are part of the report.
  func report(_ input: Input, outputName: InputPath) -> InputReport {
    var report = InputReport(path: input.path, failure: input.failure)
    guard input.failure == nil else { return report }
    do {
      guard let encoded = try EncodedPicture(input: input.path, limits: limits) else { return report }
      try scan(encoded, outputName, &report)
    } catch {
      report.failure = input.failure(for: error)
    }
    return report
  }

  private func scan(_ encoded: EncodedPicture, _ outputName: InputPath, _ report: inout InputReport) throws {
    let start = MonotonicClock.now()
    let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true))
    let decoded = MonotonicClock.now()
    let codes = try scanner.scan(picture.pixelBuffer)
    let scanned = MonotonicClock.now()
    let upright = PictureTransform.uprightPixels(of: picture.info.dimensions, orientation: picture.orientation)
    report.codes = codes.map { $0.transformed(by: upright) }
    report.failure = picture.damage?.reasonAndRemedy
    report.note = note(on: picture.info, codes.count, decoding: decoded - start, scanning: scanned - decoded)
    try annotation?.write(encoded, codes: codes, from: report.path, outputName: outputName)
  }

  private func note(on info: PictureInfo, _ codes: Int, decoding: Double, scanning: Double) -> String {
    let turned = info.orientation == .up ? "" : ", to be seen \(info.orientation)"
    let times = [decoding, scanning].map { "\(($0 * 10_000).rounded() / 10) ms" }
    return "\(info.format) \(info.dimensions)\(turned), \(codes) code\(codes == 1 ? "" : "s"),"
      + " \(times[0]) to decode, \(times[1]) to scan"
  }
}
