import COpenCapturePixels

/// What is known about one pixel format.
struct PixelFormatRow: Sendable {
  /// What the bytes of a pixel mean.
  enum Components: Sendable {
    case rgb
    case rgba
    case grey
    case lumaAndChroma
  }

  /// How a plane samples the picture: which block of pixels one group of bytes stands for.
  struct Plane: Sendable {
    /// Pixels across and down that one element of the plane stands for (chroma: 2 × 2 in NV12).
    var subsampling: (x: Int, y: Int) = (1, 1)
    /// Elements across that share one group of bytes (YUYV: 2).
    var elementsPerGroup = 1
    var bytesPerGroup: Int
  }

  /// One of libyuv's functions that write a plane of luma from packed pixels.
  typealias LumaFunction =
    @convention(c) @Sendable (
      UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32
    ) -> Int32

  let code: FourCharCode
  /// In order.
  let planes: [Plane]
  let components: Components
  let range: ColorRange
  /// How the loops that convert pixels call it.
  let packing: cpixels_packing
  /// Computes luma; nil where a plane has it.
  let luma: LumaFunction?
  /// The nearest format that pixels can be converted to, scaled and turned in; nil where this is one.
  let workable: FourCharCode?
  /// What a frame costs those who look at it and show it, to choose among a camera's formats.
  let captureCost: Int
  /// V4L2's codes, which are the same for both ranges.
  let v4l2Codes: [V4L2Code]
  /// FFmpeg's name, which is the same for both ranges.
  let ffmpegName: String
}

extension PixelFormatRow {
  init(
    _ code: FourCharCode, _ planes: [Plane], _ components: Components, _ range: ColorRange,
    _ packing: cpixels_packing,
    luma: LumaFunction? = nil, workable: FourCharCode? = nil, cost: Int, v4l2: [V4L2Code], ffmpeg: String
  ) {
    (self.code, self.planes, self.components, self.range) = (code, planes, components, range)
    (self.packing, self.luma, self.workable, captureCost) = (packing, luma, workable, cost)
    (v4l2Codes, ffmpegName) = (v4l2, ffmpeg)
  }
}

extension PixelFormatRow.Plane {
  /// All components of a pixel, side by side.
  static func pixels(bytes: Int) -> Self { Self(bytesPerGroup: bytes) }

  /// A byte for each pixel.
  static let luma = Self(bytesPerGroup: 1)

  /// A byte for each block of so many pixels.
  static func chroma(_ across: Int, _ down: Int) -> Self { Self(subsampling: (across, down), bytesPerGroup: 1) }

  /// Two bytes for each block of so many pixels.
  static func chromaPairs(_ across: Int, _ down: Int) -> Self {
    Self(subsampling: (across, down), bytesPerGroup: 2)
  }

  /// Two pixels that share chroma in four bytes.
  static let pairs = Self(elementsPerGroup: 2, bytesPerGroup: 4)

  /// How many pixels across one group of bytes stands for.
  var pixelsPerGroup: Int { subsampling.x * elementsPerGroup }

  /// How many elements the plane of a picture has.
  func elements(width: Int, height: Int) -> (across: Int, down: Int) {
    ((width + subsampling.x - 1) / subsampling.x, (height + subsampling.y - 1) / subsampling.y)
  }

  /// How many bytes so many elements of a row take.
  func bytesInRow(elements: Int) -> Int {
    (elements + elementsPerGroup - 1) / elementsPerGroup * bytesPerGroup
  }
}
