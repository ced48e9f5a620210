import Glibc
import OpenCapturePictures

/// What the clock on the wall showed, for files to say; nothing is decided by it.
struct WallTime: Sendable, Hashable {
  /// Since 1970, in universal time.
  let nanoseconds: Int64

  /// The time now.
  static var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// So many nanoseconds before.
  func earlier(by difference: UInt64) -> WallTime {
    WallTime(nanoseconds: nanoseconds - Int64(clamping: difference))
  }

  /// Writes the time here into metadata that has none yet.
  func fill(_ metadata: inout PictureMetadata) {
    guard metadata.date == nil else { return }
    var (seconds, local) = (Int(nanoseconds / 1_000_000_000), tm())
    localtime_r(&seconds, &local)
    metadata.date = PictureDate(secondsSince1970: Int64(seconds), secondsFromGMT: local.tm_gmtoff)
    metadata.millisecond = Int(nanoseconds / 1_000_000 % 1000)
    metadata.secondsFromGMT = local.tm_gmtoff
  }
}
