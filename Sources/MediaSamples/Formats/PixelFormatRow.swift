import COpenCapturePixels

/// The table entry of a pixel format.
struct PixelFormatRow: Sendable {
  /// The meaning of a pixel's bytes.
  enum Components: Sendable {
    case rgb
    case rgba
    case grey
    case lumaAndChroma
  }

  /// The sampling of a plane: the block of pixels that one group of bytes covers.
  struct Plane: Sendable {
    /// The pixels across and down covered by one element of the plane (chroma: 2 × 2 in NV12).
    var subsampling: (x: Int, y: Int) = (1, 1)
    /// The elements across that share one group of bytes (YUYV: 2).
    var elementsPerGroup = 1
    var bytesPerGroup: Int
  }

  /// A function of libyuv that writes a plane of luma from packed pixels.
  typealias LumaFunction =
    @convention(c) @Sendable (
      UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32
    ) -> Int32

  let code: FourCharCode
  let planes: [Plane]
  let components: Components
  let range: ColorRange
  /// The format's name in the C conversion loops.
  let packing: cpixels_packing
  /// The function that computes luma; nil if a plane contains it.
  let luma: LumaFunction?
  /// The nearest format that pixels can be converted to, scaled and rotated in; nil if this format is one.
  let processingFormat: FourCharCode?
  /// The relative cost of processing and showing a frame, for choosing a camera's format.
  let captureCost: Int
  /// V4L2's codes, which are the same for both ranges.
  let v4l2Codes: [V4L2Code]
  /// FFmpeg's name, which is the same for both ranges.
  let ffmpegName: String
}

extension PixelFormatRow {
  init(
    _ code: FourCharCode, _ planes: [Plane], _ components: Components, _ range: ColorRange,
    _ packing: cpixels_packing, luma: LumaFunction? = nil, processingFormat: FourCharCode? = nil, cost: Int,
    v4l2: [V4L2Code], ffmpeg: String
  ) {
    self.code = code
    self.planes = planes
    self.components = components
    self.range = range
    self.packing = packing
    self.luma = luma
    self.processingFormat = processingFormat
    captureCost = cost
    v4l2Codes = v4l2
    ffmpegName = ffmpeg
  }
}

extension PixelFormatRow.Plane {
  /// All components of a pixel, side by side.
  static func pixels(bytes: Int) -> Self { Self(bytesPerGroup: bytes) }

  /// One byte per pixel.
  static let luma = Self(bytesPerGroup: 1)

  /// One byte per block of pixels of this size.
  static func chroma(_ across: Int, _ down: Int) -> Self { Self(subsampling: (across, down), bytesPerGroup: 1) }

  /// Two bytes per block of pixels of this size.
  static func chromaPairs(_ across: Int, _ down: Int) -> Self {
    Self(subsampling: (across, down), bytesPerGroup: 2)
  }

  /// Two pixels that share chroma, in four bytes.
  static let pairs = Self(elementsPerGroup: 2, bytesPerGroup: 4)

  /// The pixels across covered by one group of bytes.
  var pixelsPerGroup: Int { subsampling.x * elementsPerGroup }

  /// Returns the number of elements in the plane of a picture.
  func elements(width: Int, height: Int) -> (across: Int, down: Int) {
    ((width + subsampling.x - 1) / subsampling.x, (height + subsampling.y - 1) / subsampling.y)
  }

  /// Returns the bytes that a number of elements in a row occupy.
  func bytesInRow(elements: Int) -> Int { (elements + elementsPerGroup - 1) / elementsPerGroup * bytesPerGroup }
}

/// V4L2's code of a pixel format.
package struct V4L2Code: Sendable, Hashable {
  /// The code as text, such as `YUYV`; V4L2 stores the first character in the lowest byte.
  package let code: FourCharCode
  /// Whether the Cr plane precedes the Cb plane.
  package let hasCrFirst: Bool

  /// Returns the code of a format that stores Cr before Cb.
  static func withCrFirst(_ code: FourCharCode) -> Self { Self(code: code, hasCrFirst: true) }
}

extension V4L2Code: ExpressibleByStringLiteral {
  /// Makes the code of a format that stores planes in the pixel format's order.
  package init(stringLiteral text: StaticString) {
    code = FourCharCode(stringLiteral: text)
    hasCrFirst = false
  }
}
