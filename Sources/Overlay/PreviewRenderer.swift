public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// Shows a picture as a view does whose geometry is known: what `AVCaptureVideoPreviewLayer` puts on the screen.
///
/// The picture lies where the geometry says, to the pixel; around it the view is black. What was found in it is drawn
/// over it through ``deviceToPixels``, so overlay and picture can't disagree.
public struct PreviewRenderer: Sendable {
  /// How the picture lies in the view, in pixels; the corner of its bounds, wherever that is, is the first pixel.
  public let geometry: PreviewGeometry

  /// How pixels are made of several where the view is smaller; default `ScalingFilter.box`.
  public var filter: ScalingFilter

  /// Makes a renderer.
  public init(geometry: PreviewGeometry, filter: ScalingFilter = .box) {
    (self.geometry, self.filter) = (geometry, filter)
  }

  /// The size of what is shown, in pixels.
  public var dimensions: VideoDimensions {
    VideoDimensions(width: Self.pixels(geometry.bounds.width), height: Self.pixels(geometry.bounds.height))
  }

  /// From device coordinates to pixels of the view.
  public var deviceToPixels: PictureTransform { placed.deviceToLayer }

  /// The geometry with bounds that begin at zero.
  private var placed: PreviewGeometry {
    var placed = geometry
    placed.bounds.origin = .zero
    return placed
  }

  /// The view with a picture of the device in it.
  ///
  /// - Parameter picture: The unrotated picture of the sensor, in BGRA.
  /// - Returns: The view in BGRA; the picture itself where it fills the view as it is.
  /// - Throws: `MediaError` where the view has no or too many pixels, or there is no memory.
  public func view(of picture: PixelBuffer) throws -> PixelBuffer {
    let place = Place(of: picture.dimensions, in: dimensions, shownBy: placed)
    if let place, place.dimensions == dimensions { return try part(of: picture, at: place) }
    var view = try PixelBuffer(format: .bgra, width: dimensions.width, height: dimensions.height)
    try draw(picture, at: place, into: &view)
    return view
  }

  /// Puts a picture of the device into a view that is there.
  ///
  /// - Parameters:
  ///   - picture: The unrotated picture of the sensor, in BGRA.
  ///   - view: In BGRA, as large as ``dimensions`` say.
  /// - Throws: As ``view(of:)``.
  package func draw(_ picture: PixelBuffer, into view: inout PixelBuffer) throws {
    try draw(picture, at: Place(of: picture.dimensions, in: dimensions, shownBy: placed), into: &view)
  }

  /// Whether a picture of this size fills the view as it is, pixel by pixel.
  package func showsUnchanged(_ picture: VideoDimensions) -> Bool {
    guard geometry.orientation == .up, picture == dimensions,
      let place = Place(of: picture, in: dimensions, shownBy: placed)
    else { return false }
    return place.dimensions == dimensions && place.source == (0, 0, picture.width, picture.height)
  }

  private func draw(_ picture: PixelBuffer, at place: Place?, into view: inout PixelBuffer) throws {
    if place?.dimensions != dimensions { try view.blacken() }
    guard let place else { return }
    try view.paste(try part(of: picture, at: place), x: place.x, y: place.y)
  }

  /// What of a picture is seen, as it is seen.
  private func part(of picture: PixelBuffer, at place: Place) throws -> PixelBuffer {
    let orientation = geometry.orientation
    let source = place.source
    return try picture.cropped(x: source.x, y: source.y, width: source.width, height: source.height)
      .scaled(to: place.dimensions.upright(orientation.inverse), filter: filter).uprightCopy(orientation)
  }

  fileprivate static func pixels(_ length: Double) -> Int { Int(max(0, min(1e6, length)).rounded()) }
}

/// Where in the view the picture lies, and which of its pixels are there.
private struct Place {
  let x, y, width, height: Int
  let source: (x: Int, y: Int, width: Int, height: Int)

  var dimensions: VideoDimensions { VideoDimensions(width: width, height: height) }

  /// nil where nothing of it is seen.
  init?(of picture: VideoDimensions, in view: VideoDimensions, shownBy geometry: PreviewGeometry) {
    guard let seen = geometry.videoRect.intersection(geometry.bounds), !seen.isEmpty else { return nil }
    let pixels = PreviewRenderer.pixels
    (x, y) = (pixels(seen.minX), pixels(seen.minY))
    (width, height) = (min(pixels(seen.maxX), view.width) - x, min(pixels(seen.maxY), view.height) - y)
    guard width > 0, height > 0 else { return nil }
    let part = geometry.metadataOutputRectConverted(fromLayerRect: seen).scaled(
      x: Double(picture.width), y: Double(picture.height))
    let left = min(pixels(part.minX), picture.width - 1)
    let top = min(pixels(part.minY), picture.height - 1)
    source = (
      left, top, max(1, min(picture.width, pixels(part.maxX)) - left),
      max(1, min(picture.height, pixels(part.maxY)) - top)
    )
  }
}

extension PixelBuffer {
  /// Makes all of a BGRA picture black; what lies beside its rows stays.
  package mutating func blacken() throws {
    let (width, height, stride) = (width, height, planes[0].bytesPerRow)
    try withUnsafeMutablePlane(0) { bytes in
      let black = UInt32(littleEndian: 0xff00_0000)
      for row in 0..<height {
        let pixels = bytes[row * stride..<row * stride + width * 4]
        UnsafeMutableRawBufferPointer(rebasing: pixels).initializeMemory(as: UInt32.self, repeating: black)
      }
    }
  }
}
