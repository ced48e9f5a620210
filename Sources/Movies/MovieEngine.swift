import COpenCaptureFFmpeg
import COpenCaptureWebP
import Glibc
package import OpenCaptureMediaSamples
import OpenCaptureResampling

/// FFmpeg's libraries, which are loaded when the first movie is opened.
public enum MovieEngine {
  /// Loads the libraries if necessary, to check in advance whether movies can be read.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.engineMissing`, whose hint names the package to install.
  public static func load() throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_load(&failure) else { throw MovieError(failure, subject: "FFmpeg", refused: .engineMissing) }
  }

  /// Loads everything that any movie may need, for a process that gives up access to files; missing parts are skipped.
  package static func loadCompletely() {
    var failure = cffmpeg_failure()
    _ = cffmpeg_load_all(&failure)
    _ = cwebp_load()
  }
}

/// The duration of a tick of a file's times, as a fraction of a second.
package struct TimeBase: Sendable, Hashable {
  let numerator: Int32
  let denominator: Int32

  /// Creates the time base of a file; invalid values (0 and below) become 1.
  package init(numerator: Int32, denominator: Int32) {
    self.numerator = max(1, numerator)
    self.denominator = max(1, denominator)
  }

  init(_ ratio: cffmpeg_ratio) { self.init(numerator: ratio.numerator, denominator: ratio.denominator) }

  /// The time base for the C bridge.
  var ratio: cffmpeg_ratio { cffmpeg_ratio(numerator: numerator, denominator: denominator) }

  /// Returns the time of a number of ticks; nil if the file has no time.
  package func time(_ ticks: Int64) -> MediaTime? {
    guard ticks != Int64.min else { return nil }
    guard numerator != 1 else { return MediaTime(value: ticks, timescale: denominator) }
    return MediaTime(value: Int64(numerator), timescale: denominator).multiplied(by: ticks, over: 1)
  }

  /// Returns the last tick at or before a time, limited to the range of ticks.
  func ticks(atOrBefore time: MediaTime) -> Int64 {
    let ticks = time.multiplied(by: 1, over: Int64(numerator))
      .convertScale(denominator, method: .roundTowardNegativeInfinity)
    if ticks.isNumeric { return ticks.value }
    return ticks < .zero ? Int64.min + 1 : Int64.max
  }
}

extension PixelFormat {
  /// The formats that FFmpeg also supports, in the order in which FFmpeg receives them.
  static let ofFFmpeg = supported.filter { $0.ffmpegName != nil }

  /// Creates the format from FFmpeg's name and a range; nil for unknown formats.
  init?(ffmpegName: UnsafePointer<CChar>?, isFullRange: Bool) {
    guard let name = ffmpegName.map({ String(cString: $0) }) else { return nil }
    let format = Self.ofFFmpeg.first { $0.ffmpegName == name && ($0.colorRange == .full) == isFullRange }
    guard let format else { return nil }
    self = format
  }

  /// Calls a closure with the pixel formats that frames may have, for the C bridge.
  static func withFFmpegFormats<Result>(_ body: (UnsafeBufferPointer<cffmpeg_pixels>) -> Result) -> Result {
    var words = CStrings()
    let pixels = ofFFmpeg.map { format in
      cffmpeg_pixels(name: words.add(format.ffmpegName ?? ""), is_full_range: format.colorRange == .full)
    }
    defer { extendLifetime(words) }
    return pixels.withUnsafeBufferPointer(body)
  }
}

/// Conversion of the rotation in a display matrix: x' = a·x + c·y, y' = b·x + d·y, with x to the right and y down.
///
/// See QuickTime File Format Specification, "Matrices".
extension ImageOrientation {
  /// Creates the orientation from a matrix, rounded to a quarter turn; nil if the matrix is singular.
  init?(_ matrix: cffmpeg_matrix) {
    let a = Double(matrix.a)
    let b = Double(matrix.b)
    let determinant = a * Double(matrix.d) - b * Double(matrix.c)
    guard determinant != 0 else { return nil }
    // A mirrored matrix reverses the x axis; undo that to get the angle.
    let isMirrored = determinant < 0
    let angle = isMirrored ? atan2(-b, -a) : atan2(b, a)
    self.init(quarterTurns: Int((angle / (.pi / 2)).rounded()), isMirrored: isMirrored)
  }

  /// The matrix of the orientation, in units of 1/65536.
  var displayMatrix: cffmpeg_matrix {
    let one: Int32 = 1 << 16
    let (cosine, sine) = [(one, 0), (0, one), (-one, 0), (0, -one)][quarterTurns]
    let mirror: Int32 = isMirrored ? -1 : 1
    return cffmpeg_matrix(a: cosine * mirror, b: sine * mirror, c: -sine, d: cosine)
  }
}
