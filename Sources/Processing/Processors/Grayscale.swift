import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// Takes the colour out of the picture.
///
/// Pictures stay BGRA, with blue, green and red equal and alpha as it was; they are written in place where nobody else
/// holds them. Those in `PixelFormat.grey` stay as they are, other formats are
/// converted to BGRA first.
public struct Grayscale: FrameProcessor {
  /// How red, green and blue weigh in grey.
  public enum Weights: String, Sendable, Hashable, CaseIterable {
    /// A third each, rounded down: what tutorials compute. Green looks too dark, blue too bright.
    case average
    /// 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601), to ±1.
    case bt601
    /// 0.2126 R + 0.7152 G + 0.0722 B (ITU-R BT.709), to ±1.
    case bt709
  }

  /// What becomes of the picture.
  public enum Output: String, Sendable, Hashable, CaseIterable {
    /// A BGRA picture that is grey.
    case picture
    /// The luma plane alone, in `PixelFormat.grey`: shared, not copied, where the format has one, and BT.601's where it
    /// is computed, whatever the weights are.
    case luma
  }

  /// What reports call it.
  public var name: String { "grayscale" }

  /// How red, green and blue weigh; default ``Weights/bt601``.
  public var weights: Weights

  /// What becomes of the picture; default ``Output/picture``.
  public var output: Output

  private var outputs = PixelBufferPools.outputs

  /// Makes the processor.
  public init(weights: Weights = .bt601, output: Output = .picture) {
    (self.weights, self.output) = (weights, output)
  }

  /// Makes the frame's picture grey.
  ///
  /// - Throws: `MediaError` where there is no memory for it, or what the decoder throws.
  public mutating func process(_ frame: inout Frame) throws {
    guard frame.sampleBuffer.formatDescription.pixelFormat != .grey else { return }
    guard output == .picture else {
      frame.sampleBuffer = frame.sampleBuffer.replacingImage(try frame.sampleBuffer.luma())
      return
    }
    let weights = weights.code
    try frame.redrawImage(into: &outputs) { source, target, size in
      cprocessing_grey(source, target, size.width, size.height, weights)
    }
  }
}

extension Grayscale.Weights {
  var code: cprocessing_weights {
    switch self {
    case .average: CPROCESSING_AVERAGE
    case .bt601: CPROCESSING_BT601
    case .bt709: CPROCESSING_BT709
    }
  }
}
