import COpenCaptureOpenCV
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A cascade in memory, for one thread at a time.
final class HaarCascade {
  private let pointer: OpaquePointer
  private let path: String

  /// The side of the window that it was trained on.
  let window: Int

  /// Reads a cascade.
  init(contentsOf path: String) throws(FaceError) {
    guard access(path, R_OK) == 0 else {
      let error = SystemError(code: errno)
      throw FaceError(.cascadeUnusable, subject: path, errno: error.errno, reason: error.description)
    }
    var failure = copencv_error()
    guard let pointer = copencv_cascade_open(path, &failure) else {
      throw FaceError(.cascadeUnusable, subject: path, reason: failure.text)
    }
    (self.pointer, self.path, window) = (pointer, path, Int(copencv_cascade_window(pointer)))
  }

  deinit { copencv_cascade_close(pointer) }

  /// All windows that pass.
  func windows(
    in picture: PixelBuffer, sizes: ClosedRange<Int>, step: Double
  ) throws(FaceError) -> [CascadeWindow] {
    var found: [CascadeWindow] = []
    var failure = copencv_error()
    let isDone = picture.withUnsafePlane(0) { bytes in
      withUnsafeMutablePointer(to: &found) { target in
        copencv_cascade_scan(
          pointer, copencv_picture(picture, bytes), step, Int32(clamping: sizes.lowerBound),
          Int32(clamping: sizes.upperBound), Self.take, target, &failure)
      }
    }
    guard isDone else { throw FaceError(.engineFailed, subject: path, reason: failure.text) }
    return found
  }

  private static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<copencv_rect>?, Int) -> Void = {
    target, windows, count in
    guard let target else { return }
    let found = UnsafeBufferPointer(start: windows, count: count).map { window in
      CascadeWindow(x: Int(window.x), y: Int(window.y), size: Int(window.width))
    }
    target.assumingMemoryBound(to: [CascadeWindow].self).pointee = found
  }
}

extension copencv_error {
  /// What OpenCV said.
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension copencv_picture {
  /// The pixels of a grey picture; they must outlive the use of it.
  init(_ picture: PixelBuffer, _ bytes: UnsafeRawBufferPointer) {
    self.init(
      bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes_per_row: picture.planes[0].bytesPerRow,
      width: Int32(clamping: picture.width), height: Int32(clamping: picture.height))
  }
}
