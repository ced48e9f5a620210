import Foundation
package import OpenCaptureMediaSamples

/// The rotation that makes a stored image upright, as an EXIF orientation.
public enum CGImagePropertyOrientation: UInt32, Sendable, Hashable, CaseIterable {
  /// The image is upright.
  case up = 1
  /// Mirror left to right.
  case upMirrored = 2
  /// Rotate by 180°.
  case down = 3
  /// Mirror top to bottom.
  case downMirrored = 4
  /// Mirror left to right, then rotate by 90° counter-clockwise.
  case leftMirrored = 5
  /// Rotate by 90° clockwise.
  case right = 6
  /// Mirror left to right, then rotate by 90° clockwise.
  case rightMirrored = 7
  /// Rotate by 90° counter-clockwise.
  case left = 8

  /// The equivalent orientation of OpenCapture.
  package var imageOrientation: ImageOrientation { ImageOrientation(rawValue: UInt8(rawValue)) ?? .up }

  /// Creates the equivalent of an OpenCapture orientation.
  package init(_ orientation: ImageOrientation) { self = Self(rawValue: UInt32(orientation.rawValue)) ?? .up }
}

// Keys of the properties of an image, which the dictionaries of photos and the attachments of frames have.

/// The key of the orientation: an EXIF orientation, 1 to 8.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// The key of the width, in pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The key of the height, in pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The key of the horizontal resolution, in pixels per inch; not set here.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The key of the vertical resolution, in pixels per inch; not set here.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The key of the quality in the options for a file, 0 to 1.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

/// The key of the dictionary of EXIF data.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The key of the dictionary of TIFF data: camera, program and date.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The key of the dictionary of the location.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// The key of the dictionary of Apple's maker note; not set here.
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"

// EXIF data.

/// The key of the exposure time, in seconds.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// The key of the f-number.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// The key of the exposure program; not set here.
public let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// The key of the sensitivity: an array of one number.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// The key of the date of the exposure, such as `2024:02:29 18:05:00`.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// The key of the date of the digital data.
public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// The key of the fraction of the second of the exposure, as digits.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// The key of the fraction of the second of the digital data, as digits.
public let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// The key of the time zone of the exposure, such as `+02:00`.
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// The key of the time zone of the digital data, such as `+02:00`.
public let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// The key of the exposure time in APEX units; not set here.
public let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// The key of the aperture in APEX units; not set here.
public let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// The key of the brightness in APEX units; set if time, sensitivity and f-number are known.
public let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// The key of the exposure bias, in EV.
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// The key of the metering mode; not set here.
public let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// The key of the flash, with bit 0 set if it fired.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// The key of the focal length, in millimeters.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// The key of the area of the main subject: center, width and height, in pixels.
public let kCGImagePropertyExifSubjectArea: CFString = "SubjectArea"
/// The key of the maker note; not set here.
public let kCGImagePropertyExifMakerNote: CFString = "MakerNote"
/// The key of the comment.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// The key of the color space; not set here.
public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// The key of the width, in pixels.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// The key of the height, in pixels.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// The key of the exposure mode: 0 for automatic, 1 for manual.
public let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// The key of the white balance mode: 0 for automatic, 1 for manual.
public let kCGImagePropertyExifWhiteBalance: CFString = "WhiteBalance"
/// The key of the manufacturer of the lens.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// The key of the model of the lens.
public let kCGImagePropertyExifLensModel: CFString = "LensModel"

// TIFF data.

/// The key of the description of the image.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// The key of the manufacturer of the camera.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// The key of the model of the camera.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// The key of the orientation in the TIFF dictionary: an EXIF orientation, 1 to 8.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// The key of the program.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// The key of the date of the file.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// The key of the photographer.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// The key of the copyright notice.
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"

// The location.

/// The key of the latitude, in degrees from the equator.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// The key of the hemisphere: `N` or `S`.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// The key of the longitude, in degrees from Greenwich.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// The key of the direction from Greenwich: `E` or `W`.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// The key of the distance from the sea level, in meters.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// The key of the side of the sea level: 0 above, 1 below.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"

extension PictureExposure {
  /// The known values under the keys of EXIF data.
  package var exifDictionary: [String: Any] {
    var exif: [String: Any] = [:]
    if duration.isNumeric, duration > .zero {
      exif[kCGImagePropertyExifExposureTime] = NSNumber(value: duration.seconds)
    }
    if let iso, iso >= 0.5 {
      exif[kCGImagePropertyExifISOSpeedRatings] = [NSNumber(value: Int(min(65_535, iso.rounded())))]
    }
    if let bias {
      exif[kCGImagePropertyExifExposureBiasValue] = NSNumber(value: (Double(bias) * 1000).rounded() / 1000)
    }
    if let fNumber { exif[kCGImagePropertyExifFNumber] = NSNumber(value: Double(fNumber)) }
    if let focalLength { exif[kCGImagePropertyExifFocalLength] = NSNumber(value: Double(focalLength)) }
    if let brightness { exif[kCGImagePropertyExifBrightnessValue] = NSNumber(value: brightness) }
    if let isManual { exif[kCGImagePropertyExifExposureMode] = NSNumber(value: isManual ? 1 : 0) }
    if let isWhiteBalanceManual {
      exif[kCGImagePropertyExifWhiteBalance] = NSNumber(value: isWhiteBalanceManual ? 1 : 0)
    }
    if let isFlashFired { exif[kCGImagePropertyExifFlash] = NSNumber(value: isFlashFired ? 1 : 0) }
    return exif
  }
}
