package import OpenCaptureMediaSamples

extension PixelFormat {
  /// A camera's own format where its pixels can be scaled and turned, else the nearest one that they can be.
  package static func workable(for description: FormatDescription) -> PixelFormat {
    switch description.pixelFormat {
    case nil: .i420FullRange
    case .yuyv?, .uyvy?, .i422?, .nv21?: .nv12
    case .yuyvFullRange?: .nv12FullRange
    case let format?: format
    }
  }
}
