import Glibc
import OpenCapture

/// A picture with pointers to its planes, for peers with a C interface.
final class BenchmarkFrame {
  struct Plane {
    let bytes: UnsafeMutablePointer<UInt8>?
    let step: Int
    let byteCount: Int
    var stride: Int32 { Int32(step) }
  }

  var buffer: PixelBuffer
  private let planes: [Plane]

  init(_ picture: PixelBuffer) throws {
    var buffer = try picture.copy()
    let layout = buffer.planes
    planes = try buffer.withUnsafeMutablePlanes { planes in
      zip(planes, layout).map { bytes, plane in
        Plane(
          bytes: bytes.bindMemory(to: UInt8.self).baseAddress, step: plane.bytesPerRow, byteCount: bytes.count)
      }
    }
    self.buffer = buffer
  }

  var width: Int32 { Int32(buffer.width) }
  var height: Int32 { Int32(buffer.height) }

  /// The plane at an index; its address is valid while the frame exists and is the only owner of its buffer.
  subscript(index: Int) -> Plane { planes[index] }

  /// Returns a contender that copies a picture's first plane, the lower limit for reading and writing that much memory.
  static func copying(_ picture: PixelBuffer) throws -> Contender {
    let source = try BenchmarkFrame(picture)
    let target = try BenchmarkFrame(picture)
    return .work("memcpy", repeats: 10) {
      guard let to = target[0].bytes, let from = source[0].bytes else { return }
      memcpy(to, from, source[0].byteCount)
    }
  }

  /// Computes luma as for a new frame.
  func computeLuma() throws {
    // Write access discards the cached luma.
    try buffer.withUnsafeMutablePlane(0) { _ in }
    _ = try buffer.luma()
  }
}
