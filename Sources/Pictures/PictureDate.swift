/// A date and time of day in the local time zone, as EXIF stores it.
public struct PictureDate: Sendable, Hashable {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to 31.
  public let day: Int
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int
  /// The second, from 0 to 60.
  public let second: Int

  /// Creates a date of the Gregorian calendar; nil if a part of it is out of range.
  public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Creates a date from a Unix time; nil before the year 1 and after the year 9999.
  ///
  /// The algorithm is Howard Hinnant's (chrono-Compatible Low-Level Date Algorithms). Its years begin in March, so that
  /// the leap day is the last day. Its eras have 400 years and always 146,097 days.
  ///
  /// - Parameters:
  ///   - secondsSince1970: The Unix time in seconds.
  ///   - secondsFromGMT: The seconds that the local time is ahead of UTC (default: 0).
  public init?(secondsSince1970: Int64, secondsFromGMT: Int = 0) {
    let (seconds, isOutOfRange) = secondsSince1970.addingReportingOverflow(Int64(secondsFromGMT))
    let bounds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    guard !isOutOfRange, bounds.contains(seconds) else { return nil }
    let time = Int(seconds) % 86_400
    let days = Int(seconds) / 86_400 + 719_468
    let (secondOfDay, day) = time < 0 ? (time + 86_400, days - 1) : (time, days)
    let era = day / 146_097
    let dayOfEra = day % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, hour: secondOfDay / 3600,
      minute: secondOfDay / 60 % 60, second: secondOfDay % 60)
  }
}

extension PictureDate: CustomStringConvertible {
  /// The date in EXIF's format, such as `2024:02:29 18:05:00`.
  public var description: String {
    let date = [Self.padded(year, to: 4), Self.padded(month), Self.padded(day)].joined(separator: ":")
    return date + " " + [hour, minute, second].map { Self.padded($0) }.joined(separator: ":")
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
