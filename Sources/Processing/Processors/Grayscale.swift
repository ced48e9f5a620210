import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// A processor that removes the color from the picture.
///
/// The result is BGRA with equal blue, green and red; alpha is kept. Pictures without other holders are written in
/// place. Pictures in `PixelFormat.grey` stay unchanged, and other formats are converted to BGRA first.
public struct Grayscale: FrameProcessor {
  /// The weights of red, green and blue in grey.
  public enum Weights: String, Sendable, Hashable, CaseIterable {
    /// One third each, rounded down, as in many tutorials.
    ///
    /// Green looks too dark, blue too bright.
    case average
    /// 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601), to ±1.
    case bt601
    /// 0.2126 R + 0.7152 G + 0.0722 B (ITU-R BT.709), to ±1.
    case bt709
  }

  /// The format of the result.
  public enum Output: String, Sendable, Hashable, CaseIterable {
    /// A BGRA picture that is grey.
    case picture
    /// Only the luma plane, in `PixelFormat.grey`, regardless of the weights.
    ///
    /// Shared without a copy if the format has one, otherwise computed by BT.601.
    case luma
  }

  /// The processor's name in reports.
  public var name: String { "grayscale" }

  /// The weights of red, green and blue (default: ``Weights/bt601``).
  public var weights: Weights

  /// The format of the result (default: ``Output/picture``).
  public var output: Output

  private var outputs = PixelBufferPools.outputs

  /// Makes the processor.
  public init(weights: Weights = .bt601, output: Output = .picture) {
    self.weights = weights
    self.output = output
  }

  /// Makes the frame's picture grey.
  ///
  /// - Throws: `MediaError` if memory runs out, or an error of the decoder.
  public mutating func process(_ frame: inout Frame) throws {
    guard frame.sampleBuffer.format.pixelFormat != .grey else { return }
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
