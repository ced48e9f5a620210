import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A reader for the code in a grey profile with bars that blur may hide.
///
/// EAN and UPC codes are rendered through a fitted blur and compared with the profile (compare Gallo and Manduchi,
/// "Reading 1D barcodes with mobile phones using deformable templates", 2011). The best digits must explain nearly all
/// of the profile, and must be much better than all others. Codes of other types are read by the engines after the blur
/// was removed.
struct ProfileReader: Sendable {
  let types: Set<MetadataObjectType>
  private let sharpened: SharpenedBars?

  /// A code in a profile.
  struct Reading: Sendable {
    var type: MetadataObjectType
    var bytes: [UInt8]
    /// The outer edges of the first bar and of the last one; the start is behind the end if the code is upside down.
    var start, end: Double
    var text: String?

    /// Returns whether both are the same code in the same direction.
    func isSame(as other: Reading) -> Bool {
      type == other.type && bytes == other.bytes && (start < end) == (other.start < other.end)
    }
  }

  /// The types that can be read.
  static let readableTypes = fittedTypes.union(SharpenedBars.readableTypes)
  private static let fittedTypes: Set<MetadataObjectType> = [.ean13, .ean8, .upca]

  /// The maximum fraction of a profile's variance that a code leaves unexplained.
  private static let mostUnexplained = 0.02
  /// The minimum error of the second most likely digits relative to the most likely ones.
  ///
  /// Of the digits of EAN-8, one in ten passes the check; of those of EAN-13, one in 64.
  private static func leastMargin(half: Int) -> Double { half == 4 ? 4 : 2 }
  /// The least correlation of the upper and the lower half of a code; other things with parallel lines look less alike.
  private static let leastLikeness = 0.8

  /// Creates a reader for some of the types.
  init(types: Set<MetadataObjectType>, engines: [any CodeEngine]) {
    self.types = types
    sharpened = SharpenedBars(types: types, engines: engines)
  }

  /// Returns whether both halves of a region are alike enough for a code.
  func isAlike(_ bands: BarBands) -> Bool { bands.areAlike(Self.leastLikeness) }

  /// Returns the code that both halves of a region show.
  func reading(of bands: BarBands) -> Agreement? {
    guard isAlike(bands) else { return nil }
    return fittedReading(of: bands, fittedCode(bands.upper)) ?? sharpenedReading(of: bands)
  }

  /// Returns the EAN or UPC code that both halves of a region show, given that of the upper one.
  func fittedReading(of bands: BarBands, _ upper: FittedCode) -> Agreement? {
    guard let reading = upper.reading, let lower = fittedCode(bands.lower).reading, reading.isSame(as: lower) else {
      return nil
    }
    return Agreement(upper: reading, lower: lower)
  }

  /// Returns the code that engines read in both halves of a region after blur was removed.
  func sharpenedReading(of bands: BarBands) -> Agreement? {
    guard let sharpened else { return nil }
    let upper = sharpened.codes(bands.upper)
    guard !upper.isEmpty else { return nil }
    let lower = sharpened.codes(bands.lower)
    for reading in upper {
      if let same = lower.first(where: reading.isSame) { return Agreement(upper: reading, lower: same) }
    }
    return nil
  }

  /// A code that both halves of a region show.
  struct Agreement: Sendable {
    var upper: Reading
    var lower: Reading
  }

  // MARK: EAN and UPC

  /// The EAN or UPC code of a profile.
  struct FittedCode: Sendable {
    fileprivate(set) var reading: Reading?
    /// The least fraction of the variance that digits leave unexplained, by the number of digits of a half.
    fileprivate var unexplained: [Int: Double] = [:]

    /// Returns the numbers of digits of a half that leave less than a fraction unexplained.
    func halves(below limit: Double) -> [Int] {
      ProfileReader.halves.filter { unexplained[$0, default: 1] < limit }
    }
  }

  /// The numbers of digits of a half: those of EAN-13 and UPC-A, and of EAN-8.
  static let halves = [6, 4]

  /// Returns the EAN or UPC code in the middle of a profile.
  ///
  /// - Parameter halves: The numbers of digits of a half that are tried. Default: all.
  func fittedCode(_ profile: GreyProfile, halves: [Int] = halves) -> FittedCode {
    var code = FittedCode()
    for half in halves where !types.isDisjoint(with: half == 4 ? [.ean8] : [.ean13, .upca]) {
      for extent in profile.codes(half: half) {
        guard let fit = fit(profile, extent, half: half) else { continue }
        code.unexplained[half] = min(code.unexplained[half, default: 1], fit.unexplained)
        code.reading = reading(fit, half: half)
        if code.reading != nil { return code }
      }
    }
    return code
  }

  /// Returns the code that is fitted to the bars in a place.
  func fittedReading(_ picture: ccodes_picture, at corners: Corners) -> Reading? {
    BarRegion(of: corners).flatMap { GreyProfile($0.middle, height: $0.height, lean: $0.lean, in: picture) }
      .flatMap { fittedCode($0).reading }
  }

  /// Returns the most likely digits in a part of a profile.
  private func fit(_ profile: GreyProfile, _ extent: Range<Int>, half: Int) -> ccodes_retail? {
    var fit = ccodes_retail()
    let count = profile.values.count
    let isFitted = withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * count) { scratch in
      ccodes_fit_retail(
        profile.values, count, Double(extent.lowerBound), Double(extent.upperBound), Int32(half),
        scratch.baseAddress, &fit)
    }
    return isFitted ? fit : nil
  }

  /// Returns the digits of a fit; nil if they are uncertain or of another type.
  private func reading(_ fit: ccodes_retail, half: Int) -> Reading? {
    guard fit.is_plain, fit.unexplained < Self.mostUnexplained, fit.margin > Self.leastMargin(half: half) else {
      return nil
    }
    var digits = withUnsafeBytes(of: fit.digits) { $0.map { UInt8(ascii: "0") + $0 } }
    var type = MetadataObjectType.ean13
    if half == 4 {
      type = .ean8
      digits = Array(digits[1..<9])
    } else if digits[0] == UInt8(ascii: "0"), types.contains(.upca) {
      type = .upca
      digits.removeFirst()
    }
    guard types.contains(type) else { return nil }
    return Reading(type: type, bytes: digits, start: fit.start, end: fit.end)
  }
}
