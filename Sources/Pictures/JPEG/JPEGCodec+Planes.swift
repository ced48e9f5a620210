import COpenCaptureJPEG
import OpenCaptureMediaSamples

extension JPEGCodec {
  /// Decodes to full-range I420 what is stored as luma and chroma, or as luma alone; nil for other pictures.
  ///
  /// 4:2:0, which is what most files and cameras hold, is decoded in place. Chroma of other resolutions is
  /// scaled, unless it is too large for that.
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
      return try task.write(&picture) { planes in reader.readPlanes(zip(planes, layout).map(cjpeg_plane.init))
      }
    }
    var (first, second) = (try task.makeSpare(stored[1]), try task.makeSpare(stored[2]))
    let (firstLayout, secondLayout) = (first.planes[0], second.planes[0])
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
  /// Planes come all at once: there is no row from which on they are missing.
  fileprivate func settlePlanes(
    _ picture: consuming PixelBuffer, damage: PictureError?
  ) throws(PictureError) -> DecodedPixels {
    try settle(picture, rows: picture.height, damage: damage)
  }

  /// Memory for chroma as it is stored.
  fileprivate func makeSpare(_ plane: cjpeg_plane) throws(PictureError) -> PixelBuffer {
    var task = self
    (task.options.pixelFormat, task.pools) = (.grey, nil)
    return try task.makeBuffer(VideoDimensions(width: plane.width, height: plane.height))
  }
}

extension JPEGReader {
  /// Whether the first of three components is luma, at the resolution of the picture.
  fileprivate var storesFullLuma: Bool {
    let (across, down) = (header.horizontal, header.vertical)
    return header.colour == CJPEG_COLOUR_YCC && header.component_count == 3
      && across.0 >= max(across.1, across.2) && down.0 >= max(down.1, down.2)
  }

  /// Whether there is half as much chroma as luma both ways, as in I420.
  fileprivate var storesHalvedChroma: Bool {
    let (across, down) = (header.horizontal, header.vertical)
    return [across.1, across.2].allSatisfy { across.0 == 2 * $0 }
      && [down.1, down.2].allSatisfy { down.0 == 2 * $0 }
  }
}
