import CoreMedia
import OpenCapturePhotos
import OpenCapturePictures

extension CapturePhoto {
  /// The metadata under Image I/O's keys, as in the file.
  ///
  /// Numbers are `NSNumber`, so that `as?` converts them to all numeric types that can hold them.
  var imageProperties: [String: Any] {
    let size = isRawPhoto ? resolvedSettings.rawPhotoDimensions : resolvedSettings.photoDimensions
    var exif: [String: Any] = [
      kCGImagePropertyExifPixelXDimension: NSNumber(value: size.width),
      kCGImagePropertyExifPixelYDimension: NSNumber(value: size.height),
    ]
    var tiff: [String: Any] = [:]
    for (tag, value) in ExifData.tags(metadata) {
      switch tag.directory {
      case .main: if let key = Self.tiffKeys[tag.number] { tiff[key] = value.imageProperty }
      case .exif: if let key = Self.exifKeys[tag.number] { exif[key] = value.imageProperty }
      case .gps: break
      }
    }
    // EXIF allows several sensitivities.
    if let iso = exif[kCGImagePropertyExifISOSpeedRatings] as? NSNumber {
      exif[kCGImagePropertyExifISOSpeedRatings] = [iso]
    }
    var properties: [String: Any] = [
      kCGImagePropertyOrientation: NSNumber(value: Int(metadata.orientation.rawValue)),
      kCGImagePropertyExifDictionary: exif, kCGImagePropertyTIFFDictionary: tiff,
    ]
    properties[kCGImagePropertyGPSDictionary] = metadata.location?.imageProperties
    return properties
  }

  /// The sample buffer of the photo, with ``imageProperties`` as its attachments; nil after a failure.
  var describedSampleBuffer: CMSampleBuffer? {
    guard let sampleBuffer else { return nil }
    CMSetAttachments(
      sampleBuffer, attachments: imageProperties, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    return sampleBuffer
  }

  private static let tiffKeys: [UInt16: CFString] = [
    0x010e: kCGImagePropertyTIFFImageDescription, 0x010f: kCGImagePropertyTIFFMake,
    0x0110: kCGImagePropertyTIFFModel, 0x0112: kCGImagePropertyTIFFOrientation,
    0x0131: kCGImagePropertyTIFFSoftware, 0x0132: kCGImagePropertyTIFFDateTime,
    0x013b: kCGImagePropertyTIFFArtist, 0x8298: kCGImagePropertyTIFFCopyright,
  ]

  private static let exifKeys: [UInt16: CFString] = [
    0x829a: kCGImagePropertyExifExposureTime, 0x829d: kCGImagePropertyExifFNumber,
    0x8827: kCGImagePropertyExifISOSpeedRatings, 0x9003: kCGImagePropertyExifDateTimeOriginal,
    0x9004: kCGImagePropertyExifDateTimeDigitized, 0x9011: kCGImagePropertyExifOffsetTimeOriginal,
    0x9012: kCGImagePropertyExifOffsetTimeDigitized, 0x9203: kCGImagePropertyExifBrightnessValue,
    0x9204: kCGImagePropertyExifExposureBiasValue, 0x9209: kCGImagePropertyExifFlash,
    0x920a: kCGImagePropertyExifFocalLength, 0x9214: kCGImagePropertyExifSubjectArea,
    0x9286: kCGImagePropertyExifUserComment, 0x9291: kCGImagePropertyExifSubsecTimeOriginal,
    0x9292: kCGImagePropertyExifSubsecTimeDigitized, 0xa402: kCGImagePropertyExifExposureMode,
    0xa403: kCGImagePropertyExifWhiteBalance, 0xa433: kCGImagePropertyExifLensMake,
    0xa434: kCGImagePropertyExifLensModel,
  ]
}

extension PictureTag.Value {
  /// The value as a string, a number or an array of numbers; nil for bytes that are not a comment.
  fileprivate var imageProperty: Any? {
    switch self {
    case .text(let text): return text
    case .undefined(let bytes): return Self.commentText(bytes)
    case .long(let number): return NSNumber(value: number)
    case .bytes(let numbers): return Self.property(numbers.map { NSNumber(value: Int($0)) })
    case .shorts(let numbers): return Self.property(numbers.map { NSNumber(value: Int($0)) })
    case .rationals(let fractions):
      return Self.property(fractions.map { NSNumber(value: Double($0.numerator) / Double($0.denominator)) })
    case .signedRationals(let numerators, let denominator):
      return Self.property(numerators.map { NSNumber(value: Double($0) / Double(denominator)) })
    }
  }

  private static func property(_ numbers: [NSNumber]) -> Any? { numbers.count == 1 ? numbers.first : numbers }

  /// Returns the text of a comment, which begins with eight bytes for its encoding.
  private static func commentText(_ bytes: [UInt8]) -> String? {
    let text = bytes.dropFirst(8)
    if bytes.starts(with: "ASCII".utf8) { return String(decoding: text, as: UTF8.self) }
    return bytes.starts(with: "UNICODE".utf8) ? String(bytes: text, encoding: .utf16BigEndian) : nil
  }
}

extension MediaLocation {
  /// The location under Image I/O's keys.
  fileprivate var imageProperties: [String: Any] {
    var gps: [String: Any] = [
      kCGImagePropertyGPSLatitude: NSNumber(value: latitude.magnitude),
      kCGImagePropertyGPSLatitudeRef: latitude < 0 ? "S" : "N",
      kCGImagePropertyGPSLongitude: NSNumber(value: longitude.magnitude),
      kCGImagePropertyGPSLongitudeRef: longitude < 0 ? "W" : "E",
    ]
    if let altitude {
      gps[kCGImagePropertyGPSAltitude] = NSNumber(value: altitude.magnitude)
      gps[kCGImagePropertyGPSAltitudeRef] = NSNumber(value: altitude < 0 ? 1 : 0)
    }
    return gps
  }
}
