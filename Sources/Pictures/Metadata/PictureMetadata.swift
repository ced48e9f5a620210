public import OpenCaptureMediaSamples

/// What is written into a picture file beside its pixels, as EXIF data.
public struct PictureMetadata: Sendable, Hashable {
  /// How the pixels must be turned to be upright; default `ImageOrientation.up`.
  public var orientation: ImageOrientation

  /// When the picture was taken; nil by default, and nothing is written then.
  public var date: PictureDate?

  /// The milliseconds behind ``date``, from 0 to 999; nil by default.
  public var millisecond: Int?

  /// By how many seconds the clock of ``date`` is ahead of universal time, whole minutes of which are written; nil by
  /// default.
  public var secondsFromGMT: Int?

  /// The program that made the picture; default OpenCapture, nil for none.
  ///
  /// At most 200 bytes of it are written.
  public var software: String?

  /// How the picture was exposed; by default nothing is known.
  public var exposure = PictureExposure()

  /// Where the picture was taken; nil by default.
  public var location: MediaLocation?

  /// What else there is to say; it goes before all that is said here otherwise.
  ///
  /// What describes the data itself can't be said so: its size, its thumbnail, and where the lists of facts are.
  public var tags: [PictureTag: PictureTag.Value] = [:]

  /// Makes metadata.
  public init(
    orientation: ImageOrientation = .up, date: PictureDate? = nil, software: String? = "OpenCapture"
  ) {
    (self.orientation, self.date, self.software) = (orientation, date, software)
  }
}

/// How a picture was exposed, as far as the camera says.
public struct PictureExposure: Sendable, Hashable {
  /// How long; `MediaTime.invalid`, the default, where nobody knows.
  public var duration = MediaTime.invalid
  /// The sensitivity as ISO 12232 has it; nil by default.
  public var iso: Float?
  /// By how much automatic exposure was to be brighter, in EV; nil by default.
  public var bias: Float?
  /// The focal length in millimetres; nil by default.
  public var focalLength: Float?
  /// The aperture, such as 2.8; nil by default.
  public var fNumber: Float?
  /// Whether exposure was set by hand; nil by default.
  public var isManual: Bool?
  /// Whether white balance was set by hand; nil by default.
  public var isWhiteBalanceManual: Bool?
  /// Whether a lamp was lit; nil by default.
  public var isFlashFired: Bool?

  /// Nothing is known.
  public init() {}

  /// What is known, as EXIF has it.
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
    if let isManual { tags[.exposureMode] = .short(isManual ? 1 : 0) }
    if let isWhiteBalanceManual { tags[.whiteBalance] = .short(isWhiteBalanceManual ? 1 : 0) }
    if let isFlashFired { tags[.flash] = .short(isFlashFired ? 1 : 0) }
    return tags
  }

  /// One part of a second where that is what it is, as people read it, else in steps of a microsecond.
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
  /// The place, as EXIF has it.
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

  /// Degrees, minutes and seconds, to a ten-thousandth.
  private static func degrees(_ angle: Double) -> PictureTag.Value {
    let parts = Int((angle.magnitude * 36_000_000).rounded())
    let (degrees, minutes, rest) = (parts / 36_000_000, parts / 600_000 % 60, parts % 600_000)
    return .rationals([
      PictureTag.Value.Fraction(UInt32(degrees)), PictureTag.Value.Fraction(UInt32(minutes)),
      PictureTag.Value.Fraction(UInt32(rest), 10_000),
    ])
  }
}
