public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A renderer of a picture in a view with a given geometry, like `AVCaptureVideoPreviewLayer`.
///
/// The picture lies at the exact pixels of the geometry; the rest of the view is black. Overlays use
/// ``deviceToPixels``, so that outlines and picture always match.
public struct PreviewRenderer: Sendable {
  /// The geometry of the view, in pixels; the origin of its bounds is the first pixel.
  public let geometry: PreviewGeometry

  /// The filter for scaling down; default `ScalingFilter.box`.
  public var filter: ScalingFilter

  /// Creates a renderer.
  public init(geometry: PreviewGeometry, filter: ScalingFilter = .box) {
    self.geometry = geometry
    self.filter = filter
  }

  /// The size of the view, in pixels.
  public var dimensions: VideoDimensions {
    VideoDimensions(width: Self.pixels(geometry.bounds.width), height: Self.pixels(geometry.bounds.height))
  }

  /// The transform from device coordinates to pixels of the view.
  public var deviceToPixels: PictureTransform { placed.deviceToLayer }

  /// The geometry with the origin of its bounds at zero.
  private var placed: PreviewGeometry {
    var placed = geometry
    placed.bounds.origin = .zero
    return placed
  }

  /// Returns the view with a picture of the device in it.
  ///
  /// - Parameter picture: The unrotated picture of the sensor, in BGRA.
  /// - Returns: The view in BGRA; the picture itself if it fills the view unchanged.
  /// - Throws: `MediaError` when the view has no or too many pixels, or when out of memory.
  public func view(of picture: PixelBuffer) throws -> PixelBuffer {
    let place = Place(of: picture.dimensions, in: dimensions, shownBy: placed)
    if let place, place.dimensions == dimensions { return try part(of: picture, at: place) }
    var view = try PixelBuffer(format: .bgra, width: dimensions.width, height: dimensions.height)
    try draw(picture, at: place, into: &view)
    return view
  }

  /// Draws an unrotated picture of the sensor into an existing view of size ``dimensions``, both in BGRA.
  ///
  /// - Throws: The errors of ``view(of:)``.
  package func draw(_ picture: PixelBuffer, into view: inout PixelBuffer) throws {
    try draw(picture, at: Place(of: picture.dimensions, in: dimensions, shownBy: placed), into: &view)
  }

  /// Whether a picture of the given size fills the view unchanged, pixel by pixel.
  package func showsUnchanged(_ picture: VideoDimensions) -> Bool {
    guard geometry.orientation == .up, picture == dimensions,
      let place = Place(of: picture, in: dimensions, shownBy: placed)
    else { return false }
    return place.dimensions == dimensions && place.source == (0, 0, picture.width, picture.height)
  }

  private func draw(_ picture: PixelBuffer, at place: Place?, into view: inout PixelBuffer) throws {
    if place?.dimensions != dimensions { try view.fillWithBlack() }
    guard let place else { return }
    try view.paste(try part(of: picture, at: place), x: place.x, y: place.y)
  }

  /// Returns the visible part of a picture, scaled and oriented for the view.
  private func part(of picture: PixelBuffer, at place: Place) throws -> PixelBuffer {
    let orientation = geometry.orientation
    let source = place.source
    return try picture.cropped(x: source.x, y: source.y, width: source.width, height: source.height)
      .scaled(to: place.dimensions.upright(orientation.inverse), filter: filter).uprightCopy(orientation)
  }

  fileprivate static func pixels(_ length: Double) -> Int { Int(max(0, min(1e6, length)).rounded()) }
}

/// The visible part of a picture and its position in the view.
private struct Place {
  let x, y, width, height: Int
  let source: (x: Int, y: Int, width: Int, height: Int)

  var dimensions: VideoDimensions { VideoDimensions(width: width, height: height) }

  /// Returns nil if no part of the picture is visible.
  init?(of picture: VideoDimensions, in view: VideoDimensions, shownBy geometry: PreviewGeometry) {
    guard let seen = geometry.videoRect.intersection(geometry.bounds), !seen.isEmpty else { return nil }
    let pixels = PreviewRenderer.pixels
    x = pixels(seen.minX)
    y = pixels(seen.minY)
    width = min(pixels(seen.maxX), view.width) - x
    height = min(pixels(seen.maxY), view.height) - y
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
  /// Fills a BGRA picture with black, except for padding behind its rows.
  package mutating func fillWithBlack() throws {
    let width = width
    let height = height
    let stride = planes[0].bytesPerRow
    try withUnsafeMutablePlane(0) { bytes in
      let black = UInt32(littleEndian: 0xff00_0000)
      for row in 0..<height {
        let pixels = bytes[row * stride..<row * stride + width * 4]
        UnsafeMutableRawBufferPointer(rebasing: pixels).initializeMemory(as: UInt32.self, repeating: black)
      }
    }
  }
}
