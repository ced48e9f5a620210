public import OpenCaptureMediaSamples

// Of a picture whose pixels lie in one place, the functions of planes take plane 0 for the picture, as those of Apple's do
// whatever their documentation says.

/// Whether the pixels are spread over planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.onlyPlane == nil }

/// How many planes there are; 0 where pixels lie in one place.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.onlyPlane == nil ? pixelBuffer.planes.count : 0
}

/// Where a plane begins; nil where there is no such plane.
///
/// It is right as long as somebody holds the buffer.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  pixelBuffer.address(ofPlane: planeIndex)
}

/// Elements across: pixels, or samples of chroma; 0 where there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// Rows; 0 where there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// Bytes from one row to the next; 0 where there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

extension PixelBuffer {
  /// The plane that all pixels lie in; nil where there are several.
  var onlyPlane: PixelLayout.Plane? { planes.count == 1 ? planes[0] : nil }

  func plane(_ index: Int) -> PixelLayout.Plane? { planes.indices.contains(index) ? planes[index] : nil }
}
