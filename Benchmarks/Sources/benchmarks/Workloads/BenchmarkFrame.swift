import Glibc
import OpenCapture

/// A picture whose bytes peers reach through pointers, as a C program has them.
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

  /// The plane stays where it is as long as the frame lives and nobody else holds its buffer.
  subscript(index: Int) -> Plane { planes[index] }

  /// Copying a picture's first plane: about what reading and writing that much memory costs anybody.
  static func copying(_ picture: PixelBuffer) throws -> Contender {
    let (source, target) = (try BenchmarkFrame(picture), try BenchmarkFrame(picture))
    return .work("memcpy", repeats: 10) {
      guard let to = target[0].bytes, let from = source[0].bytes else { return }
      memcpy(to, from, source[0].byteCount)
    }
  }

  /// Computes luma as for a new frame: that something may have been written forgets the last.
  func computeLuma() throws {
    try buffer.withUnsafeMutablePlane(0) { _ in }
    _ = try buffer.luma()
  }
}
