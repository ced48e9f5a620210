import COpenCapturePixels

/// The transparency of a picture that was composited over white.
final class PictureTransparency: Sendable {
  /// The original opacity of each pixel, in ``PixelFormat/grey``: 0 is transparent, 255 is opaque.
  let opacity: PixelBuffer

  init(opacity: PixelBuffer) { self.opacity = opacity }

  func cropped(x: Int, y: Int, width: Int, height: Int) throws(MediaError) -> PictureTransparency {
    PictureTransparency(opacity: try opacity.cropped(x: x, y: y, width: width, height: height))
  }
}

extension PixelBuffer {
  /// The opacity of the pixels before compositing over white, in ``PixelFormat/grey``: 255 is opaque.
  ///
  /// Nil if all pixels were opaque, if the opacity is unknown, or if the picture was modified afterwards. Decoders
  /// of pictures and movies set it. Leases on the same memory, copies, crops and ``luma()`` keep it.
  public var opacity: PixelBuffer? {
    guard let ground, memory.existingAccess?.withLock({ $0.wasWritten }) != true else { return nil }
    return ground.opacity
  }

  /// Returns a copy composited over black instead of white; nil if ``opacity`` is nil.
  ///
  /// This reveals content as light as the white ground, such as a white drawing on a transparent ground. Colors are
  /// exactly those of direct compositing; grey computed from colors is within 1.
  ///
  /// - Throws: ``MediaError`` if memory runs out, or if the format is neither grey nor RGB.
  public func compositedOverBlack() throws(MediaError) -> PixelBuffer? {
    guard let opacity else { return nil }
    guard let bytesPerPixel = format.bytesPerPixel, [1, 3, 4].contains(bytesPerPixel) else {
      throw MediaError(
        .unsupportedFormat, subject: "\(format)", reason: "pixels of this format cannot be composited over black")
    }
    var copy = try copy()
    try copy.changeRows { row, y in
      opacity.withRow(y) { cpixels_composite_over_black(row, $0, width, bytesPerPixel) }
    }
    return copy
  }

  /// Composites a picture with straight alpha over white, and sets ``opacity``; an opaque picture stays untouched.
  package mutating func compositeOntoWhite() throws(MediaError) {
    guard format.hasAlpha, (0..<height).contains(where: { !isOpaque(row: $0) }) else { return }
    let width = width
    var opacity = try PixelBuffer(format: .grey, width: width, height: height)
    try opacity.changeRows { row, y in withRow(y) { cpixels_copy_alpha($0, row, width) } }
    try changeRows { row, _ in cpixels_composite_over_white(row, width) }
    setOpacity(opacity)
  }

  /// Sets the opacity before compositing over white: a grey picture of the same size; any other is ignored.
  package mutating func setOpacity(_ opacity: PixelBuffer) {
    guard opacity.format == .grey, opacity.dimensions == dimensions else { return }
    ground = PictureTransparency(opacity: opacity)
  }

  private func isOpaque(row: Int) -> Bool { withRow(row) { cpixels_is_opaque($0, width) } }

  private func withRow<Result>(_ y: Int, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    defer { withExtendedLifetime(memory) {} }
    let row = memory.base + planes[0].offset + y * planes[0].bytesPerRow
    return body(UnsafePointer(row.assumingMemoryBound(to: UInt8.self)))
  }

  private mutating func changeRows(_ change: (UnsafeMutablePointer<UInt8>, _ y: Int) -> Void) throws(MediaError) {
    let height = height
    let bytesPerRow = planes[0].bytesPerRow
    do {
      try withUnsafeMutablePlane(0) { bytes in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        for y in 0..<height { change(base + y * bytesPerRow, y) }
      }
    } catch {
      throw error as? MediaError ?? MediaError(.outOfMemory, subject: "\(format) \(dimensions)", error)
    }
  }
}
