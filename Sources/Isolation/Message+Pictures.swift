import COpenCaptureSystem
import Glibc
package import OpenCaptureMediaSamples
import OpenCaptureSystem

extension Message {
  /// Adds a picture, whose pixels and opacity are copied to a file in memory.
  package mutating func add(_ picture: SampleBuffer) throws {
    let stored = try picture.pixelBuffer ?? picture.image()
    // Without padding, which would be other content of the worker's memory.
    let pixels = try stored.copy(rowAlignment: 1)
    let opacity = try stored.opacity?.copy(rowAlignment: 1)
    add(Int64(pixels.format.rawValue.rawValue))
    add(pixels.dimensions)
    add(Int64(picture.orientation.rawValue))
    add(picture.format.colorMatrix == .bt709)
    add(opacity != nil)
    attach(
      try pixels.withUnsafePlanes { (planes) throws(SystemError) in
        guard let opacity else { return try MemoryFile.make(planes) }
        return try opacity.withUnsafePlanes { (more) throws(SystemError) in try MemoryFile.make(planes + more) }
      })
  }

  /// Returns a picture, without copying its pixels.
  ///
  /// - Parameter limit: The most pixels that are accepted.
  package mutating func picture(limit: Int) throws(MessageError) -> SampleBuffer {
    let code = try number()
    let size = try size()
    let orientation = try number()
    let colorMatrix: ColorMatrix = try flag() ? .bt709 : .bt601
    let hasOpacity = try flag()
    guard let code = UInt32(exactly: code),
      let orientation = UInt8(exactly: orientation).flatMap(ImageOrientation.init), let file,
      size.width > 0, size.height > 0, size.width <= limit / size.height
    else { throw .damaged }
    do {
      let layout = try PixelLayout(
        format: PixelFormat(rawValue: FourCharCode(rawValue: code)), width: size.width, height: size.height,
        rowAlignment: 1)
      var pixels = try MemoryFile.map(file, layout)
      if hasOpacity {
        let plane = try PixelLayout(format: .grey, width: size.width, height: size.height, rowAlignment: 1)
        pixels.setOpacity(try MemoryFile.map(file, plane, from: layout.byteCount))
      }
      return SampleBuffer(pixelBuffer: pixels, colorMatrix: colorMatrix, orientation: orientation)
    } catch {
      throw .damaged
    }
  }
}

extension MemoryFile {
  /// Returns a picture whose pixels are the content of an immutable file, from an offset on.
  fileprivate static func map(
    _ file: OwnedDescriptor, _ layout: PixelLayout, from offset: Int = 0
  ) throws -> PixelBuffer {
    var status = stat()
    // A mapping begins at a page, so that the pixels before the offset are mapped, too.
    let length = offset + layout.byteCount
    guard csystem_is_sealed(file.number), fstat(file.number, &status) == 0, status.st_size >= length else {
      throw MessageError.damaged
    }
    guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, file.number, 0), start != MAP_FAILED else {
      throw MessageError.damaged
    }
    let address = UInt(bitPattern: start)
    do {
      return try PixelBuffer(
        wrapping: UnsafeMutableRawBufferPointer(start: start + offset, count: layout.byteCount), layout: layout,
        isWritable: false
      ) { munmap(UnsafeMutableRawPointer(bitPattern: address), length) }
    } catch {
      munmap(start, length)
      throw error
    }
  }
}
