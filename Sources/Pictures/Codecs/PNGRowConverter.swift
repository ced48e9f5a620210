import COpenCaptureYUV
import COpenCapturePNG
import COpenCapturePixels
import OpenCaptureMediaSamples

/// A stage that resolves palettes and transparency of PNG rows before a ``RowWriter`` receives them.
struct PNGRowConverter: ~Copyable {
  private enum Step {
    case none
    case compositeOverWhite
    case compositeGreyOverWhite
    case expandGrey
    case mapToColours([UInt8])
    case mapToGrey([UInt8])
  }

  private let step: Step
  private let bytesPerPixel: Int
  private let width: Int
  private let task: DecodingTask
  private var scratch: ScratchMemory?
  /// The alpha of each palette index; nil if all colours are opaque.
  private let alphas: [UInt8]?
  /// The opacity of the rows before they are composited over white; nil if it isn't kept.
  private var opacity: OpacityCollector?

  /// - Parameter keepsOpacity: Whether to keep the opacity of a picture that is composited over white.
  init(_ layout: cpng_layout, _ task: DecodingTask, keepsOpacity: Bool) {
    width = layout.width
    self.task = task
    opacity =
      keepsOpacity
      ? OpacityCollector(size: VideoDimensions(width: layout.width, height: layout.height), task) : nil
    alphas = Self.alphas(layout)
    let keepsAlpha = task.options.alpha == .kept
    switch layout.rows {
    case CPNG_GREY_ALPHA:
      bytesPerPixel = 2
      step = keepsAlpha ? .expandGrey : .compositeGreyOverWhite
    case CPNG_RGB:
      bytesPerPixel = 3
      step = .none
    case CPNG_RGBA:
      bytesPerPixel = 4
      step = keepsAlpha ? .none : .compositeOverWhite
    case CPNG_INDEX:
      let colours = Self.palette(layout, keepsAlpha: keepsAlpha)
      bytesPerPixel = 1
      step = task.options.pixelFormat == .grey ? .mapToGrey(Self.luma(colours)) : .mapToColours(colours)
    default:
      bytesPerPixel = 1
      step = .none
    }
  }

  /// The bytes of a row from the reader.
  var bytesPerRow: Int { width * bytesPerPixel }

  /// The opacity of the picture before it was composited over white; nil if it was opaque.
  var opacityPlane: PixelBuffer? { opacity?.plane }

  /// Converts rows without padding, in place or in scratch memory, and appends them to a picture.
  mutating func append(
    _ strip: UnsafeMutableRawBufferPointer, count: Int, to writer: inout RowWriter
  ) throws(PictureError) {
    let bytes = strip.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let pixels = width * count
    switch step {
    case .none: try append(strip, plainKind, count, to: &writer)
    case .compositeOverWhite:
      let isOpaque = try opacity?.append(count: count) { cpixels_copy_alpha(bytes, $0, pixels) } ?? false
      if !isOpaque { cpixels_composite_over_white(bytes, pixels) }
      try append(strip, .rgba, count, to: &writer)
    case .mapToGrey(let values):
      try recordAlphas(bytes, count)
      cpng_map_values(bytes, bytes, pixels, values)
      try append(strip, .grey, count, to: &writer)
    case .mapToColours(let colours):
      try recordAlphas(bytes, count)
      try appendScratch(.bgra, count, to: &writer) { cpng_map_colours(bytes, $0, pixels, colours) }
    case .compositeGreyOverWhite:
      _ = try opacity?.append(count: count) { cpixels_copy_grey_alpha(bytes, $0, pixels) }
      try appendScratch(.grey, count, to: &writer) { cpixels_composite_grey_over_white(bytes, $0, pixels) }
    case .expandGrey:
      try appendScratch(.rgba, count, to: &writer) { cpng_expand_grey(bytes, $0, pixels) }
    }
  }

  private mutating func recordAlphas(_ indices: UnsafePointer<UInt8>?, _ count: Int) throws(PictureError) {
    guard let alphas else { return }
    let pixels = width * count
    _ = try opacity?.append(count: count) { cpng_map_values(indices, $0, pixels, alphas) }
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

  /// Appends rows that `fill` writes to scratch memory, which is reused for the next rows.
  private mutating func appendScratch(
    _ kind: RowKind, _ count: Int, to writer: inout RowWriter, fill: (UnsafeMutablePointer<UInt8>?) -> Void
  ) throws(PictureError) {
    let needed = width * count * kind.bytesPerPixel
    let memory =
      if let scratch = scratch.take(), scratch.bytes.count >= needed { scratch } else {
        try ScratchMemory(count: needed, task)
      }
    fill(memory.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    try append(memory.bytes, kind, count, to: &writer)
    scratch = consume memory
  }

  private static func palette(_ layout: cpng_layout, keepsAlpha: Bool) -> [UInt8] {
    var palette = withUnsafeBytes(of: layout.palette) { [UInt8]($0) }
    if !keepsAlpha { cpixels_composite_over_white(&palette, 256) }
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
