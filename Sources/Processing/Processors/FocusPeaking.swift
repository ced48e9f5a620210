import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// Draws the edges that are in focus in a colour over the picture, as cameras do to help focusing by hand.
///
/// Only what is sharp has strong edges in luma (BT.601). The result is BGRA, written in place where nobody else holds
/// the picture; one in `PixelFormat.grey` gives a grey one with coloured edges. What it draws is a function of the
/// picture and the settings alone.
public struct FocusPeaking: FrameProcessor {
  /// What measures how strong an edge is.
  public enum Kernel: String, Sendable, Hashable, CaseIterable {
    /// Sobel's gradient, |Gx| + |Gy|: robust.
    case sobel
    /// The Laplacian of the four neighbours: finer lines, and more noise.
    case laplacian
  }

  /// Which edges are in focus.
  public enum Threshold: Sendable, Hashable {
    /// Those where luma steps by more than this from one pixel to the next, 0 to 255.
    case fixed(Double)
    /// This share of the picture's pixels, 0 to 1: those with the strongest edges, whatever the light.
    case strongest(share: Double)
  }

  /// What is under the edges.
  public enum Background: String, Sendable, Hashable, CaseIterable {
    /// The picture.
    case picture
    /// The picture in grey, so that the colour stands out.
    case grey
  }

  /// What reports call it.
  public var name: String { "focus-peaking" }

  /// What measures edges; default ``Kernel/sobel``.
  public var kernel = Kernel.sobel

  /// Which edges are shown; default the strongest 5%.
  public var threshold = Threshold.strongest(share: 0.05)

  /// How many times as strong as the weakest fifth of the picture an edge must be at least; default 5, and 0 for none.
  ///
  /// Noise, as at high ISO, raises that fifth: in a picture of nothing but noise, about one pixel in 500 is five times
  /// as strong.
  public var noiseRejection = 5.0

  /// The colour of the edges; default red.
  public var color = PictureColor.red

  /// How much of the colour covers the picture, 0 to 1; default 1.
  public var strength = 1.0

  /// What is under the edges; default the picture as it is.
  public var background = Background.picture

  /// The step in luma that edges of the last frame had to exceed; nil before the first.
  public private(set) var lastThreshold: Double?

  private var outputs = PixelBufferPools.outputs
  private var histogram = MagnitudeHistogram()
  private var scratch = ScratchLines()

  /// Makes the processor with the defaults.
  public init() {}

  /// Draws the edges of the frame's picture.
  ///
  /// - Throws: `MediaError` where there is no memory for it, or what the decoder throws.
  public mutating func process(_ frame: inout Frame) throws {
    let isLuma = frame.sampleBuffer.formatDescription.pixelFormat == .grey
    let needs = EdgeThreshold(threshold, noiseRejection: noiseRejection, kernel: kernel)
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
    // Written so that what is not a number counts as nothing.
    let cover = max(0, min(1, strength)) * 256
    return cprocessing_peaking(
      source_is_luma: isLuma, kernel: kernel.code, threshold: 0, color: color.bgr,
      strength: cover >= 0 ? UInt32(cover.rounded()) : 0, is_grey: background == .grey)
  }
}

extension FocusPeaking.Kernel {
  var code: cprocessing_kernel { self == .sobel ? CPROCESSING_SOBEL : CPROCESSING_LAPLACIAN }

  /// The magnitude of an upright edge whose luma steps by 1.
  var magnitudePerStep: Double { self == .sobel ? 4 : 1 }
}
