import COpenCaptureYUV
import COpenCapturePNG
import COpenCapturePixels
import OpenCaptureMediaSamples

/// What has to be done to the rows of a PNG before a ``RowWriter`` can take them: palettes and transparency.
struct PNGRowStage: ~Copyable {
  private enum Step {
    case none
    case layOverWhite
    case layGreyOverWhite
    case spreadGrey
    case mapToColours([UInt8])
    case mapToGrey([UInt8])
  }

  private let step: Step
  private let bytesPerPixel: Int
  private let width: Int
  private let task: DecodingTask
  private var spare: ScratchMemory?
  /// How opaque each index of a palette is; nil where all are.
  private let alphas: [UInt8]?
  /// How opaque the rows are that are laid over white; nil where that isn't kept.
  private var opacity: OpacityRows?

  /// - Parameter keepsOpacity: Whether it is of use how opaque the picture was.
  init(_ layout: cpng_layout, _ task: DecodingTask, keepsOpacity: Bool) {
    (width, self.task) = (layout.width, task)
    opacity =
      keepsOpacity
      ? OpacityRows(size: VideoDimensions(width: layout.width, height: layout.height), task) : nil
    alphas = Self.alphas(layout)
    let keepsAlpha = task.options.alpha == .kept
    switch layout.rows {
    case CPNG_GREY_ALPHA: (bytesPerPixel, step) = (2, keepsAlpha ? .spreadGrey : .layGreyOverWhite)
    case CPNG_RGB: (bytesPerPixel, step) = (3, .none)
    case CPNG_RGBA: (bytesPerPixel, step) = (4, keepsAlpha ? .none : .layOverWhite)
    case CPNG_INDEX:
      let colours = Self.palette(layout, keepsAlpha: keepsAlpha)
      bytesPerPixel = 1
      step = task.options.pixelFormat == .grey ? .mapToGrey(Self.luma(colours)) : .mapToColours(colours)
    default: (bytesPerPixel, step) = (1, .none)
    }
  }

  /// Bytes of a row as the reader gives it.
  var bytesPerRow: Int { width * bytesPerPixel }

  /// How opaque the picture was before it was laid over white; nil where it was throughout.
  var opacityPlane: PixelBuffer? { opacity?.plane }

  /// Prepares rows, which lie without gaps, in place or in spare memory, and appends them to a picture.
  mutating func append(
    _ strip: UnsafeMutableRawBufferPointer, count: Int, to writer: inout RowWriter
  ) throws(PictureError) {
    let (bytes, pixels) = (strip.baseAddress?.assumingMemoryBound(to: UInt8.self), width * count)
    switch step {
    case .none: try append(strip, plainKind, count, to: &writer)
    case .layOverWhite:
      let isOpaque = try opacity?.append(count: count) { cpixels_copy_alpha(bytes, $0, pixels) } ?? false
      if !isOpaque { cpixels_lay_over_white(bytes, pixels) }
      try append(strip, .rgba, count, to: &writer)
    case .mapToGrey(let values):
      try noteAlphas(bytes, count)
      cpng_map_values(bytes, pixels, values)
      try append(strip, .grey, count, to: &writer)
    case .mapToColours(let colours):
      try noteAlphas(bytes, count)
      try appendSpare(.bgra, count, to: &writer) { cpng_map_colours(bytes, $0, pixels, colours) }
    case .layGreyOverWhite:
      _ = try opacity?.append(count: count) { cpixels_copy_grey_alpha(bytes, $0, pixels) }
      try appendSpare(.grey, count, to: &writer) { cpixels_lay_grey_over_white(bytes, $0, pixels) }
    case .spreadGrey:
      try appendSpare(.rgba, count, to: &writer) { cpng_spread_grey(bytes, $0, pixels) }
    }
  }

  private mutating func noteAlphas(_ indices: UnsafePointer<UInt8>?, _ count: Int) throws(PictureError) {
    guard let alphas else { return }
    let pixels = width * count
    _ = try opacity?.append(count: count) { cpng_map_alpha(indices, $0, pixels, alphas) }
  }

  private var plainKind: RowKind {
    switch bytesPerPixel {
    case 3: .rgb
    case 4: .rgba
    default: .grey
    }
  }

  private func append(
    _ rows: UnsafeMutableRawBufferPointer, _ kind: RowKind, _ count: Int, to writer: inout RowWriter
  ) throws(PictureError) {
    let bytes = UnsafeRawBufferPointer(rows)
    try writer.append(bytes, kind, bytesPerRow: width * kind.bytesPerPixel, count: count)
  }

  /// Appends rows that `fill` writes to spare memory, which is kept for the next ones.
  private mutating func appendSpare(
    _ kind: RowKind, _ count: Int, to writer: inout RowWriter, fill: (UnsafeMutablePointer<UInt8>?) -> Void
  ) throws(PictureError) {
    let needed = width * count * kind.bytesPerPixel
    let memory =
      if let spare = spare.take(), spare.bytes.count >= needed { spare } else {
        try ScratchMemory(count: needed, task)
      }
    fill(memory.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    try append(memory.bytes, kind, count, to: &writer)
    spare = consume memory
  }

  private static func palette(_ layout: cpng_layout, keepsAlpha: Bool) -> [UInt8] {
    var palette = withUnsafeBytes(of: layout.palette) { [UInt8]($0) }
    if !keepsAlpha { cpixels_lay_over_white(&palette, 256) }
    return palette
  }

  private static func alphas(_ layout: cpng_layout) -> [UInt8]? {
    guard layout.rows == CPNG_INDEX else { return nil }
    var alphas = [UInt8](repeating: 255, count: 256)
    withUnsafeBytes(of: layout.palette) { palette in
      for index in alphas.indices { alphas[index] = palette[index * 4 + 3] }
    }
    return alphas.allSatisfy { $0 == 255 } ? nil : alphas
  }

  private static func luma(_ palette: [UInt8]) -> [UInt8] {
    var luma = [UInt8](repeating: 0, count: 256)
    ARGBToJ400(palette, 1024, &luma, 256, 256, 1)
    return luma
  }
}
