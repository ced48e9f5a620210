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
    guard let place = Place(of: picture.dimensions, in: dimensions, shownBy: placed) else {
      return try PixelBuffer.black(dimensions)
    }
    let orientation = geometry.orientation
    let size = VideoDimensions(width: place.width, height: place.height)
    let shown = try picture.cropped(
      x: place.source.x, y: place.source.y, width: place.source.width, height: place.source.height
    ).scaled(to: size.upright(orientation.inverse), filter: filter).uprightCopy(orientation)
    guard size != dimensions else { return shown }
    var view = try PixelBuffer.black(dimensions)
    try view.paste(shown, x: place.x, y: place.y)
    return view
  }

  fileprivate static func pixels(_ length: Double) -> Int { Int(max(0, min(1e6, length)).rounded()) }
}

/// Where in the view the picture lies, and which of its pixels are there.
private struct Place {
  let x, y, width, height: Int
  let source: (x: Int, y: Int, width: Int, height: Int)

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
  /// A black picture.
  fileprivate static func black(_ dimensions: VideoDimensions) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: dimensions.width, height: dimensions.height)
    try picture.withUnsafeMutablePlane(0) { bytes in
      _ = bytes.initializeMemory(as: UInt32.self, repeating: UInt32(littleEndian: 0xff00_0000))
    }
    return picture
  }
}
