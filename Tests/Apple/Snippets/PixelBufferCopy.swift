import CoreVideo
import Foundation

extension CVPixelBuffer {
  /// Copies the pixels, so that the camera's buffer can be reused.
  func deepCopy() -> CVPixelBuffer? {
    let width = CVPixelBufferGetWidth(self)
    let height = CVPixelBufferGetHeight(self)
    let format = CVPixelBufferGetPixelFormatType(self)
    let attributes: [CFString: Any] = [
      kCVPixelBufferIOSurfacePropertiesKey: [:] as [String: Any],
      kCVPixelBufferMetalCompatibilityKey: true,
    ]

    var copyOut: CVPixelBuffer?
    let status = CVPixelBufferCreate(
      kCFAllocatorDefault, width, height, format, attributes as CFDictionary, &copyOut)
    guard status == kCVReturnSuccess, let copy = copyOut else { return nil }

    CVPixelBufferLockBaseAddress(self, CVPixelBufferLockFlags.readOnly)
    CVPixelBufferLockBaseAddress(copy, CVPixelBufferLockFlags(rawValue: CVOptionFlags(0)))
    defer {
      CVPixelBufferUnlockBaseAddress(copy, CVPixelBufferLockFlags(rawValue: 0))
      CVPixelBufferUnlockBaseAddress(self, CVPixelBufferLockFlags.readOnly)
    }

    if CVPixelBufferIsPlanar(self) {
      for plane in 0..<CVPixelBufferGetPlaneCount(self) {
        guard let source = CVPixelBufferGetBaseAddressOfPlane(self, plane),
          let target = CVPixelBufferGetBaseAddressOfPlane(copy, plane)
        else { return nil }
        copyRows(
          CVPixelBufferGetHeightOfPlane(self, plane),
          from: source, CVPixelBufferGetBytesPerRowOfPlane(self, plane),
          to: target, CVPixelBufferGetBytesPerRowOfPlane(copy, plane))
      }
    } else {
      guard let source = CVPixelBufferGetBaseAddress(self), let target = CVPixelBufferGetBaseAddress(copy) else {
        return nil
      }
      copyRows(
        height, from: source, CVPixelBufferGetBytesPerRow(self), to: target, CVPixelBufferGetBytesPerRow(copy))
    }
    if let attachments = CVBufferCopyAttachments(self, .shouldPropagate) {
      CVBufferSetAttachments(copy, attachments, .shouldPropagate)
    }
    return copy
  }

  private func copyRows(
    _ rows: Int, from source: UnsafeMutableRawPointer, _ sourceStride: Int, to target: UnsafeMutableRawPointer,
    _ targetStride: Int
  ) {
    if sourceStride == targetStride {
      memcpy(target, source, rows * sourceStride)
    } else {
      for row in 0..<rows {
        memcpy(target + row * targetStride, source + row * sourceStride, min(sourceStride, targetStride))
      }
    }
  }
}

func copy(of pixelBuffer: CVPixelBuffer) -> CVPixelBuffer? { pixelBuffer.deepCopy() }
