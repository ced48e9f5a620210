public import OpenCaptureMediaSamples

/// The EXIF data of a picture file.
public struct PictureMetadata: Sendable, Hashable {
  /// The rotation and mirroring that make the stored pixels upright (default: `ImageOrientation.up`).
  public var orientation: ImageOrientation

  /// The date of the picture; nil, the default, writes none.
  public var date: PictureDate?

  /// The milliseconds of ``date``, from 0 to 999 (default: nil).
  public var millisecond: Int?

  /// The seconds that the clock of ``date`` is ahead of UTC, written in whole minutes (default: nil).
  public var secondsFromGMT: Int?

  /// The name of the program that made the picture; nil writes none (default: OpenCapture).
  ///
  /// At most 200 bytes are written.
  public var software: String?

  /// The exposure of the picture (default: unknown).
  public var exposure = PictureExposure()

  /// The location of the picture (default: nil).
  public var location: MediaLocation?

  /// Further tags, which take precedence over the other properties.
  ///
  /// Tags that describe the data itself are ignored: its size, its thumbnail and the offsets of the directories.
  public var tags: [PictureTag: PictureTag.Value] = [:]

  /// Creates metadata.
  public init(orientation: ImageOrientation = .up, date: PictureDate? = nil, software: String? = "OpenCapture") {
    self.orientation = orientation
    self.date = date
    self.software = software
  }
}

extension PictureExposure {
  /// The known values as EXIF tags.
  var tags: [PictureTag: PictureTag.Value] {
    var tags: [PictureTag: PictureTag.Value] = [:]
    if duration.isNumeric, duration > .zero { tags[.exposureTime] = .rationals([Self.fraction(duration)]) }
    if let iso, iso >= 0.5 { tags[.isoSpeed] = .short(UInt16(min(65_535, iso.rounded()))) }
    if let bias, abs(bias) < 1000 { tags[.exposureBias] = .signedRational(Int32((bias * 1000).rounded()), 1000) }
    if let focalLength, focalLength > 0 {
      tags[.focalLength] = .rationals([PictureTag.Value.Fraction(Double(focalLength), over: 1000)])
    }
    if let fNumber, fNumber > 0 {
      tags[.fNumber] = .rationals([PictureTag.Value.Fraction(Double(fNumber), over: 100)])
    }
    if let brightness {
      tags[PictureTag(.exif, 0x9203)] = .signedRational(Int32((brightness * 1000).rounded()), 1000)
    }
    if let isManual { tags[.exposureMode] = .short(isManual ? 1 : 0) }
    if let isWhiteBalanceManual { tags[.whiteBalance] = .short(isWhiteBalanceManual ? 1 : 0) }
    if let isFlashFired { tags[.flash] = .short(isFlashFired ? 1 : 0) }
    return tags
  }

  /// Returns the duration as 1/n s if that is exact to 0.1 %, otherwise in microseconds.
  private static func fraction(_ duration: MediaTime) -> PictureTag.Value.Fraction {
    let seconds = duration.seconds
    let part = (1 / seconds).rounded()
    guard part >= 2, part < 1e6, abs(1 / part - seconds) < seconds / 1000 else {
      return PictureTag.Value.Fraction(seconds, over: 1_000_000)
    }
    return PictureTag.Value.Fraction(1, UInt32(part))
  }
}

extension MediaLocation {
  /// The location as EXIF tags.
  var tags: [PictureTag: PictureTag.Value] {
    var tags: [PictureTag: PictureTag.Value] = [
      PictureTag(.gps, 0): .bytes([2, 3, 0, 0]),
      PictureTag(.gps, 1): .text(latitude < 0 ? "S" : "N"), PictureTag(.gps, 2): Self.degrees(latitude),
      PictureTag(.gps, 3): .text(longitude < 0 ? "W" : "E"), PictureTag(.gps, 4): Self.degrees(longitude),
      PictureTag(.gps, 0x12): .text("WGS-84"),
    ]
    if let altitude {
      tags[PictureTag(.gps, 5)] = .bytes([altitude < 0 ? 1 : 0])
      tags[PictureTag(.gps, 6)] = .rationals([PictureTag.Value.Fraction(altitude.magnitude, over: 100)])
    }
    return tags
  }

  /// Returns an angle as degrees, minutes and ten-thousandths of seconds.
  private static func degrees(_ angle: Double) -> PictureTag.Value {
    let parts = Int((angle.magnitude * 36_000_000).rounded())
    let degrees = parts / 36_000_000
    let minutes = parts / 600_000 % 60
    let rest = parts % 600_000
    return .rationals([
      PictureTag.Value.Fraction(UInt32(degrees)), PictureTag.Value.Fraction(UInt32(minutes)),
      PictureTag.Value.Fraction(UInt32(rest), 10_000),
    ])
  }
}
