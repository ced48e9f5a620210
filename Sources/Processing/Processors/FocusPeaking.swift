import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// A processor that highlights edges in focus, as an aid for manual focusing.
///
/// An edge in luma (BT.601) is in focus if it is strong and changes within few pixels. The result is BGRA, written in place if the picture has no
/// other holders. A picture in `PixelFormat.grey` becomes a grey one with colored edges. The result depends only on
/// the picture and the settings.
public struct FocusPeaking: FrameProcessor {
  /// The operator that measures the strength of edges.
  public enum Kernel: String, Sendable, Hashable, CaseIterable {
    /// Sobel's gradient, |Gx| + |Gy|: robust.
    case sobel
    /// The Laplacian of the four neighbors: finer lines, and more noise.
    case laplacian
  }

  /// The criterion for edges in focus.
  public enum Threshold: Sendable, Hashable {
    /// A minimum step in luma between adjacent pixels, 0 to 255.
    case fixed(Double)
    /// A fraction of the picture's pixels, 0 to 1: those with the strongest edges, independent of the light.
    ///
    /// Blurred edges among them are not displayed.
    case strongest(share: Double)
  }

  /// The content under the edges.
  public enum Background: String, Sendable, Hashable, CaseIterable {
    /// The picture in color.
    case picture
    /// The picture in grey, which makes the edges' color stand out.
    case grey
  }

  /// The processor's name in reports.
  public var name: String { "focus-peaking" }

  /// The operator that measures edges (default: ``Kernel/sobel``).
  public var kernel = Kernel.sobel

  /// The criterion for displayed edges (default: the strongest 10%).
  public var threshold = Threshold.strongest(share: 0.1)

  /// The minimum ratio of an edge's step over two pixels to its step over six; 0 for no minimum (default: 0.5).
  ///
  /// A perfectly sharp edge has the ratio 1. Blur with a standard deviation of 1 pixel reduces it to 0.7, of 2 pixels
  /// to 0.4, and strong blur to a third. ``Kernel/laplacian`` ignores the ratio, because blur weakens it by itself.
  public var sharpness = 0.5

  /// The minimum ratio of an edge's strength to that of the picture's weakest fifth; 0 for no minimum (default: 5).
  ///
  /// Noise, as at high ISO, raises the strength of that fifth. In a picture of pure noise, about one pixel in 500
  /// exceeds five times that strength.
  public var noiseRejection = 5.0

  /// The color of the edges (default: red).
  public var color = PictureColor.red

  /// The opacity of the color, 0 to 1 (default: 1).
  public var strength = 1.0

  /// The content under the edges (default: ``Background/picture``).
  public var background = Background.picture

  /// The minimum luma step of edges in the last frame; nil before the first frame.
  public private(set) var lastThreshold: Double?

  private var outputs = PixelBufferPools.outputs
  private var histogram = MagnitudeHistogram()
  private var scratch = ScratchLines()

  /// Makes the processor with default settings.
  public init() {}

  /// Draws the edges of the frame's picture.
  ///
  /// - Throws: `MediaError` if memory runs out, or an error of the decoder.
  public mutating func process(_ frame: inout Frame) throws {
    let isLuma = frame.sampleBuffer.format.pixelFormat == .grey
    let needs = EdgeThreshold(threshold: threshold, noiseRejection: noiseRejection, kernel: kernel)
    var options = options(isLuma: isLuma)
    try frame.redrawImage(as: isLuma ? .grey : .bgra, into: &outputs) { source, target, size in
      if needs.histogram {
        histogram.count(source, size, isLuma: isLuma, kernel: options.kernel, scratch: &scratch)
      }
      options.threshold = needs.magnitude(histogram)
      scratch.withLines(width: size.width) {
        cprocessing_peak(source, target, size.width, size.height, options, $0)
      }
    }
    lastThreshold = Double(options.threshold) / kernel.magnitudePerStep
  }

  private func options(isLuma: Bool) -> cprocessing_peaking {
    // This form of the comparisons maps NaN to 0.
    let cover = max(0, min(1, strength)) * 256
    let ratio = kernel == .sobel ? max(0, min(1, sharpness)) * 32 : 0
    return cprocessing_peaking(
      source_is_luma: isLuma, kernel: kernel.code, threshold: 0,
      sharpness: ratio >= 0 ? UInt16(ratio.rounded()) : 0, color: color.bgr,
      strength: cover >= 0 ? UInt32(cover.rounded()) : 0, is_grey: background == .grey)
  }
}

extension FocusPeaking.Kernel {
  var code: cprocessing_kernel { self == .sobel ? CPROCESSING_SOBEL : CPROCESSING_LAPLACIAN }

  /// The magnitude of a vertical or horizontal edge with a luma step of 1.
  var magnitudePerStep: Double { self == .sobel ? 4 : 1 }
}
