public import CoreVideo
public import OpenCaptureMediaSamples

/// How red, green and blue weigh in luma and chroma, such as `kCVImageBufferYCbCrMatrix_ITU_R_709_2`.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
/// Whether components go from 0 to 255.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// What the format is called, for people.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Which part of the picture is to be shown.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// How wide pixels are to how high.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey
/// Which colours the primaries are.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// How light follows from numbers.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey

/// All that else is known of a description; nil where nothing is.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
  let dictionary = desc.dictionary
  return dictionary.isEmpty ? nil : dictionary
}

/// What is known of a description under a name; nil where nothing is.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList?
{
  desc.dictionary[extensionKey]
}

/// What a property list can hold.
public typealias CFPropertyList = Any

extension FormatDescription {
  /// What else is known: how colours weigh and what range they have, where pictures store luma and chroma.
  var dictionary: CFDictionary {
    guard let colorMatrix, let colorRange, pixelFormat?.isYCbCr ?? true else { return [:] }
    return [
      kCMFormatDescriptionExtension_YCbCrMatrix: colorMatrix.coreVideoName,
      kCMFormatDescriptionExtension_FullRangeVideo: colorRange == .full,
    ]
  }

  /// What else is known of a description.
  public struct Extensions: Sequence {
    /// The name of something that is known.
    public struct Key: RawRepresentable, Sendable, Hashable {
      /// The name.
      public let rawValue: CFString
      /// Makes a key of this name.
      public init(rawValue: CFString) { self.rawValue = rawValue }
      /// How red, green and blue weigh in luma and chroma.
      public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
      /// Whether components go from 0 to 255.
      public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
      /// Which part of the picture is to be shown.
      public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
      /// How wide pixels are to how high.
      public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
      /// Which colours the primaries are.
      public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
      /// How light follows from numbers.
      public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)
    }

    /// Something that is known.
    public struct Value {
      /// What it is.
      public var propertyListRepresentation: CFPropertyList
      /// Makes a value.
      public init(_ plist: CFPropertyList) { propertyListRepresentation = plist }
      /// A text.
      public static func string(_ value: String) -> Value { Value(value) }
      /// A number.
      public static func number(_ value: some Numeric) -> Value { Value(value) }
    }

    private var values: CFDictionary

    init(_ values: CFDictionary) { self.values = values }

    /// What is known under a name; nil where nothing is.
    public subscript(key: Key) -> Value? {
      get { values[key.rawValue].map(Value.init) }
      set { values[key.rawValue] = newValue?.propertyListRepresentation }
    }

    /// Goes through all that is known.
    public func makeIterator() -> AnyIterator<(key: Key, value: Value)> {
      var values = values.makeIterator()
      return AnyIterator { values.next().map { (Key(rawValue: $0.key), Value($0.value)) } }
    }
  }
}
