public import CoreVideo
public import OpenCaptureMediaSamples

// Timed metadata is not supported: movies have no metadata tracks. The names exist so that code that adds such a track if
// possible compiles.

/// A description of timed metadata; never created here.
public typealias CMMetadataFormatDescription = FormatDescription

/// A four-character code of the storage of timed metadata.
public typealias CMMetadataFormatType = OSType

/// Metadata in boxes, `mebx`.
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6d65_6278

/// Creates a description of timed metadata; not supported.
///
/// - Returns: ``kCMFormatDescriptionError_ValueNotAvailable``.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
  allocator: CFAllocator?, metadataType: CMMetadataFormatType, metadataSpecifications: CFArray,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  return kCMFormatDescriptionError_ValueNotAvailable
}

/// The key of the identifier in a specification.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString = "MetadataIdentifier"
/// The key of the data type in a specification.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString = "MetadataDataType"
/// The key of the language in a specification.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
  "MetadataExtendedLanguageTag"

/// The identifier of a location, in ISO 6709 format.
public let kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709: CFString =
  "mdta/com.apple.quicktime.location.ISO6709"
/// The identifier of the direction of the camera.
public let kCMMetadataIdentifier_QuickTimeMetadataDirection_Facing: CFString =
  "mdta/com.apple.quicktime.direction.facing"
/// The identifier of the orientation of the video.
public let kCMMetadataIdentifier_QuickTimeMetadataVideoOrientation: CFString =
  "mdta/com.apple.quicktime.video-orientation"
/// The data type of a location, in ISO 6709 format.
public let kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709: CFString =
  "com.apple.metadata.datatype.location.ISO6709"
/// The data type of a direction.
public let kCMMetadataDataType_QuickTimeMetadataDirection: CFString = "com.apple.metadata.datatype.direction"

/// Data.
public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
/// Text in UTF-8.
public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
/// Text in UTF-16.
public let kCMMetadataBaseDataType_UTF16: CFString = "com.apple.metadata.datatype.UTF-16"
/// A GIF file.
public let kCMMetadataBaseDataType_GIF: CFString = "com.apple.metadata.datatype.GIF"
/// A JPEG file.
public let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
/// A PNG file.
public let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
/// A BMP file.
public let kCMMetadataBaseDataType_BMP: CFString = "com.apple.metadata.datatype.BMP"
/// A 32-bit floating-point number.
public let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
/// A 64-bit floating-point number.
public let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"
/// A signed integer of 8 bits.
public let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
/// A signed integer of 16 bits.
public let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
/// A signed integer of 32 bits.
public let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
/// A signed integer of 64 bits.
public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
/// An unsigned integer of 8 bits.
public let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
/// An unsigned integer of 16 bits.
public let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
/// An unsigned integer of 32 bits.
public let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
/// An unsigned integer of 64 bits.
public let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
/// A point.
public let kCMMetadataBaseDataType_PointF32: CFString = "com.apple.metadata.datatype.pointF32"
/// A size.
public let kCMMetadataBaseDataType_DimensionsF32: CFString = "com.apple.metadata.datatype.dimensionsF32"
/// A rectangle.
public let kCMMetadataBaseDataType_RectF32: CFString = "com.apple.metadata.datatype.rectF32"
/// An affine transform.
public let kCMMetadataBaseDataType_AffineTransformF64: CFString =
  "com.apple.metadata.datatype.affine-transform-float64"
/// A JSON value.
public let kCMMetadataBaseDataType_JSON: CFString = "com.apple.metadata.datatype.json"
