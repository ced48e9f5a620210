import COpenCaptureSystem
import Glibc
package import OpenCaptureMediaSamples
import OpenCaptureSystem

extension Message {
  /// Adds a picture, whose pixels are copied to a file in memory.
  package mutating func add(_ picture: PixelBuffer, _ orientation: ImageOrientation) throws {
    // Without padding, which would be other content of the worker's memory.
    let picture = try picture.copy(rowAlignment: 1)
    add(Int64(picture.format.rawValue.rawValue))
    add(picture.dimensions)
    add(Int64(orientation.rawValue))
    attach(try picture.withUnsafePlanes { (planes) throws(SystemError) in try MemoryFile.make(planes) })
  }

  /// Returns a picture, without copying its pixels.
  ///
  /// - Parameter limit: The most pixels that are accepted.
  package mutating func picture(limit: Int) throws(MessageError) -> (PixelBuffer, ImageOrientation) {
    let format = try number()
    let size = try size()
    let orientation = try number()
    guard let code = UInt32(exactly: format),
      let orientation = UInt8(exactly: orientation).flatMap(ImageOrientation.init), let file,
      size.width > 0, size.height > 0, size.width <= limit / size.height
    else { throw .damaged }
    do {
      let layout = try PixelLayout(
        format: PixelFormat(rawValue: FourCharCode(rawValue: code)), width: size.width, height: size.height,
        rowAlignment: 1)
      return (try MemoryFile.map(file, layout), orientation)
    } catch {
      throw .damaged
    }
  }
}

extension MemoryFile {
  /// Returns a picture whose pixels are the content of an immutable file.
  fileprivate static func map(_ file: OwnedDescriptor, _ layout: PixelLayout) throws -> PixelBuffer {
    var status = stat()
    guard csystem_is_sealed(file.number), fstat(file.number, &status) == 0, status.st_size >= layout.byteCount
    else {
      throw MessageError.damaged
    }
    let length = layout.byteCount
    guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, file.number, 0), start != MAP_FAILED else {
      throw MessageError.damaged
    }
    let address = UInt(bitPattern: start)
    do {
      return try PixelBuffer(
        wrapping: UnsafeMutableRawBufferPointer(start: start, count: length), layout: layout, isWritable: false
      ) { munmap(UnsafeMutableRawPointer(bitPattern: address), length) }
    } catch {
      munmap(start, length)
      throw error
    }
  }
}
