import COpenCaptureJPEG
import COpenCaptureYUV
import OpenCaptureMediaSamples

extension JPEGCodec {
  /// Decodes a picture stored as luma and chroma, or as luma only, to full-range I420; nil for other pictures.
  ///
  /// 4:2:0, the format of most files and cameras, is decoded in place. Chroma of other resolutions is scaled. If a side
  /// is too long for scaling, the result is nil.
  static func decodePlanes(_ task: DecodingTask, info: PictureInfo) throws(PictureError) -> DecodedPixels? {
    let reader = try JPEGReader(task)
    var picture = try task.makeBuffer(info.dimensions)
    try task.write(&picture) { planes in
      for plane in planes { _ = plane.initializeMemory(as: UInt8.self, repeating: 128) }
    }
    if reader.header.colour == CJPEG_COLOUR_GREY { return try decodeGrey(reader, to: picture, task) }
    let longestSide = max(info.dimensions.width, info.dimensions.height)
    guard reader.storesFullLuma, reader.storesHalvedChroma || longestSide <= cjpeg_plane.longestScaledSide else {
      return nil
    }
    let damage = try decodeColour(reader, to: &picture, task)
    return try task.settlePlanes(picture, damage: damage)
  }

  private static func decodeGrey(
    _ reader: borrowing JPEGReader, to picture: consuming PixelBuffer, _ task: DecodingTask
  ) throws(PictureError) -> DecodedPixels {
    let size = try reader.start(CJPEG_GREY)
    let bytesPerRow = picture.planes[0].bytesPerRow
    let damage = try task.write(&picture) { planes in
      reader.readRows(to: planes[0], bytesPerRow: bytesPerRow, count: size.height).damage
    }
    return try task.settlePlanes(picture, damage: damage)
  }

  private static func decodeColour(
    _ reader: borrowing JPEGReader, to picture: inout PixelBuffer, _ task: DecodingTask
  ) throws(PictureError) -> PictureError? {
    let stored = try reader.startPlanes()
    let layout = picture.planes
    let isHalved = (1...2).allSatisfy {
      stored[$0].width == layout[$0].width && stored[$0].height == layout[$0].height
    }
    if isHalved {
      return try task.write(&picture) { planes in reader.readPlanes(zip(planes, layout).map(cjpeg_plane.init)) }
    }
    var first = try task.makeGreyBuffer(VideoDimensions(width: stored[1].width, height: stored[1].height))
    var second = try task.makeGreyBuffer(VideoDimensions(width: stored[2].width, height: stored[2].height))
    let firstLayout = first.planes[0]
    let secondLayout = second.planes[0]
    return try task.write(&picture) { planes throws(PictureError) in
      try task.write(&first) { first throws(PictureError) in
        try task.write(&second) { second in
          let chroma = [cjpeg_plane(first[0], firstLayout), cjpeg_plane(second[0], secondLayout)]
          let targets = zip(planes, layout).map(cjpeg_plane.init)
          let damage = reader.readPlanes([targets[0]] + chroma)
          for (chroma, target) in zip(chroma, targets.dropFirst()) { chroma.scale(to: target) }
          return damage
        }
      }
    }
  }
}

extension DecodingTask {
  /// Returns the decoded pixels; libjpeg delivers complete planes, so no row is missing.
  fileprivate func settlePlanes(
    _ picture: consuming PixelBuffer, damage: PictureError?
  ) throws(PictureError) -> DecodedPixels {
    try settle(picture, rows: picture.height, damage: damage)
  }
}

extension JPEGReader {
  /// Whether the first of three components is luma in full resolution.
  fileprivate var storesFullLuma: Bool {
    let across = header.horizontal
    let down = header.vertical
    return header.colour == CJPEG_COLOUR_YCC && header.component_count == 3
      && across.0 >= max(across.1, across.2) && down.0 >= max(down.1, down.2)
  }

  /// Whether the chroma has half the resolution of the luma in both directions, as in I420.
  fileprivate var storesHalvedChroma: Bool {
    let across = header.horizontal
    let down = header.vertical
    return [across.1, across.2].allSatisfy { across.0 == 2 * $0 }
      && [down.1, down.2].allSatisfy { down.0 == 2 * $0 }
  }
}

extension cjpeg_plane {
  /// Creates the C bridge's view of a plane of a pixel buffer.
  init(_ bytes: UnsafeMutableRawBufferPointer, _ layout: PixelLayout.Plane) {
    self.init(
      samples: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes_per_row: layout.bytesPerRow,
      width: layout.width, height: layout.height)
  }

  /// The longest side of a plane that can be scaled; libyuv uses 16-bit coordinates and reads out of bounds beyond.
  static let longestScaledSide = 32_768

  /// Scales this plane into another one, with a box filter.
  ///
  /// - Precondition: No side is longer than ``longestScaledSide``.
  func scale(to target: cjpeg_plane) {
    ScalePlane(
      samples, Int32(bytes_per_row), Int32(width), Int32(height), target.samples, Int32(target.bytes_per_row),
      Int32(target.width), Int32(target.height), kFilterBox)
  }
}
