import OpenCaptureSystem

/// The pictures that were last converted from some memory, one a format, and the memory they were written to.
struct ConversionCache: Lockable {
  private struct Entry {
    var source: PixelLayout?
    var matrix: ColorMatrix
    var picture: PixelBuffer
  }

  private var entries: [Entry] = []

  /// Forgets what was converted, but keeps the memory for the next time.
  mutating func invalidate() {
    for index in entries.indices { entries[index].source = nil }
  }

  /// `buffer` in another format, converted unless that was done before.
  mutating func picture(
    of buffer: PixelBuffer, as format: PixelFormat, matrix: ColorMatrix
  ) throws(MediaError) -> PixelBuffer {
    guard let index = entries.firstIndex(where: { $0.picture.format == format }) else {
      let picture = try buffer.converted(to: format, matrix: matrix)
      entries.append(Entry(source: buffer.layout, matrix: matrix, picture: picture))
      return picture
    }
    if entries[index].source != buffer.layout || entries[index].matrix != matrix {
      entries[index].source = nil
      if entries[index].picture.dimensions == buffer.dimensions {
        try buffer.convert(to: &entries[index].picture, matrix: matrix)
      } else {
        entries[index].picture = try buffer.converted(to: format, matrix: matrix)
      }
      (entries[index].source, entries[index].matrix) = (buffer.layout, matrix)
    }
    return entries[index].picture
  }
}

extension PixelBuffer {
  /// The same picture in another format, converted once however many ask and from whichever threads.
  func sharedConversion(to format: PixelFormat, matrix: ColorMatrix) throws(MediaError) -> PixelBuffer {
    // What shares this memory must not be kept by it.
    if format == self.format { return self }
    if let shared = sharedGrey(format) { return shared }
    return try memory.conversions.withLock { (cache) throws(MediaError) in
      try cache.picture(of: self, as: format, matrix: matrix)
    }
  }
}
