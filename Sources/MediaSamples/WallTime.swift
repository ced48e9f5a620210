import Glibc

/// A moment of the real-time clock, for timestamps in files; the library makes no decisions by it.
public struct WallTime: Sendable, Hashable {
  /// Nanoseconds since the beginning of 1970 in UTC.
  public var nanosecondsSince1970: Int64
  /// The offset of local time from UTC, in seconds.
  public var secondsFromGMT: Int

  /// Makes a moment.
  ///
  /// - Parameters:
  ///   - nanosecondsSince1970: The time in UTC.
  ///   - secondsFromGMT: The offset of local time from UTC. Default: 0.
  public init(nanosecondsSince1970: Int64, secondsFromGMT: Int = 0) {
    self.nanosecondsSince1970 = nanosecondsSince1970
    self.secondsFromGMT = secondsFromGMT
  }

  /// The current moment in local time.
  public static var now: WallTime {
    var time = timespec()
    var local = tm()
    clock_gettime(CLOCK_REALTIME, &time)
    localtime_r(&time.tv_sec, &local)
    return WallTime(
      nanosecondsSince1970: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec),
      secondsFromGMT: local.tm_gmtoff)
  }

  /// Returns the moment a number of nanoseconds earlier.
  public func earlier(by difference: UInt64) -> WallTime {
    WallTime(
      nanosecondsSince1970: nanosecondsSince1970.subtractingReportingOverflow(Int64(clamping: difference))
        .partialValue,
      secondsFromGMT: secondsFromGMT)
  }

  /// The time in UTC in ISO 8601 format, such as `2024-02-29T17:05:00.250000Z`.
  public var universal: String {
    let micros = (nanosecondsSince1970 % 1_000_000_000 + 1_000_000_000) % 1_000_000_000 / 1_000
    return Self.clock(nanosecondsSince1970) + "." + String(String(1_000_000 + micros).dropFirst()) + "Z"
  }

  /// The local time in ISO 8601 format, such as `2024-02-29T18:05:00+0100`.
  public var local: String {
    let ahead = max(-86_340, min(86_340, secondsFromGMT))
    let minutes = abs(ahead) / 60
    let offset = String(String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst())
    return Self.clock(nanosecondsSince1970.addingReportingOverflow(Int64(ahead) * 1_000_000_000).partialValue)
      + (ahead < 0 ? "-" : "+") + offset
  }

  /// Returns a text such as `2024-02-29T17:05:00`.
  private static func clock(_ nanoseconds: Int64) -> String {
    // Rounded down, also before 1970.
    var seconds = Int(nanoseconds / 1_000_000_000) - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(padded).joined(separator: "-")
    return date + "T" + [parts.tm_hour, parts.tm_min, parts.tm_sec].map(padded).joined(separator: ":")
  }
}
