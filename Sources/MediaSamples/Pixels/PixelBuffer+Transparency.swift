import COpenCapturePixels

/// What is known of a picture that was laid over white: where that shows.
final class WhiteGround: Sendable {
  /// How opaque each pixel was, in ``PixelFormat/grey``: from 0, where there is white alone, to 255, where there is none.
  let opacity: PixelBuffer

  init(opacity: PixelBuffer) { self.opacity = opacity }

  func cropped(x: Int, y: Int, width: Int, height: Int) throws(MediaError) -> WhiteGround {
    WhiteGround(opacity: try opacity.cropped(x: x, y: y, width: width, height: height))
  }
}

extension PixelBuffer {
  /// How opaque the pixels were before the picture was laid over white, in ``PixelFormat/grey``: 255 is opaque.
  ///
  /// nil where all were, where nobody knows, or where the picture was written to since. Decoders of pictures and movies
  /// know it; it goes along with what shares the memory, copies, parts and ``luma()``.
  public var opacity: PixelBuffer? {
    guard let ground, memory.accessIfAny?.withLock({ $0.wasWritten }) != true else { return nil }
    return ground.opacity
  }

  /// A copy that lies over black where this picture was laid over white; nil where ``opacity`` is.
  ///
  /// What is as light as the paper that it was laid on, a white drawing on transparent ground, shows in it. Colours are
  /// what they would have been, exactly; grey that was computed from them is within 1.
  ///
  /// - Throws: ``MediaError`` where there is no memory for it, or the format isn't grey, nor red, green and blue.
  public func laidOverBlack() throws(MediaError) -> PixelBuffer? {
    guard let opacity else { return nil }
    guard let bytesPerPixel = format.bytesPerPixel, [1, 3, 4].contains(bytesPerPixel) else {
      throw MediaError(.unsupportedFormat, subject: "\(format)", reason: "it can't be laid over black")
    }
    var copy = try copy()
    try copy.changeRows { row, y in
      opacity.withRow(y) { cpixels_take_white_away(row, $0, width, bytesPerPixel) }
    }
    return copy
  }

  /// Lays the picture, whose fourth bytes are straight alpha, over white, and keeps ``opacity`` where it isn't opaque.
  ///
  /// One that is opaque isn't written to.
  ///
  /// - Throws: ``MediaError`` where there is no memory for that.
  package mutating func layOverWhite() throws(MediaError) {
    guard format.hasAlpha, (0..<height).contains(where: { !isOpaque(row: $0) }) else { return }
    let width = width
    var opacity = try PixelBuffer(format: .grey, width: width, height: height)
    try opacity.changeRows { row, y in withRow(y) { cpixels_copy_alpha($0, row, width) } }
    try changeRows { row, _ in cpixels_lay_over_white(row, width) }
    setOpacity(opacity)
  }

  /// Says how opaque the pixels were before somebody laid them over white.
  ///
  /// - Parameter opacity: As large, in ``PixelFormat/grey``; another one is left out.
  package mutating func setOpacity(_ opacity: PixelBuffer) {
    guard opacity.format == .grey, opacity.dimensions == dimensions else { return }
    ground = WhiteGround(opacity: opacity)
  }

  private func isOpaque(row: Int) -> Bool { withRow(row) { cpixels_is_opaque($0, width) } }

  private func withRow<Result>(_ y: Int, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    defer { withExtendedLifetime(memory) {} }
    let row = memory.base + planes[0].offset + y * planes[0].bytesPerRow
    return body(UnsafePointer(row.assumingMemoryBound(to: UInt8.self)))
  }

  private mutating func changeRows(
    _ change: (UnsafeMutablePointer<UInt8>, _ y: Int) -> Void
  ) throws(MediaError) {
    let (height, bytesPerRow) = (height, planes[0].bytesPerRow)
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
