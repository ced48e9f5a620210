import OpenCaptureMediaSamples
package import OpenCaptureSyntheticDevices

extension SyntheticScene where Self == PictureScene {
  /// A scene of two halves, left and right, with one luma value each, in video range.
  package static func halves(_ left: UInt8, _ right: UInt8) -> PictureScene {
    PictureScene { _ in
      var picture = try PixelBuffer(format: .nv12, width: 320, height: 240)
      let stride = picture.planes[0].bytesPerRow
      try picture.withUnsafeMutablePlane(0) { bytes in
        for index in bytes.indices { bytes[index] = index % stride < 160 ? left : right }
      }
      try picture.withUnsafeMutablePlane(1) { for index in $0.indices { $0[index] = 128 } }
      return picture
    }
  }
}
