public import CoreMedia
import OpenCaptureMediaSamples

/// An adaptor that appends pixel buffers to a video input.
public final class AVAssetWriterInputPixelBufferAdaptor: @unchecked Sendable {
  // Unchecked: the attributes are never modified.

  /// The input.
  public let assetWriterInput: AVAssetWriterInput
  /// The requested attributes of the pool's buffers.
  public let sourcePixelBufferAttributes: [String: Any]?

  private struct State: Lockable {
    var pool: CVPixelBufferPool?
  }

  private let state = Locked(State())

  /// Creates an adaptor.
  ///
  /// - Parameters:
  ///   - input: A video input without samples.
  ///   - sourcePixelBufferAttributes: The attributes of the pool's buffers: `kCVPixelBufferPixelFormatTypeKey`,
  ///     `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`. The default size is that of the input's settings.
  ///     nil for no pool.
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    assetWriterInput = input
    self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
  }

  /// A pool of buffers to draw into; nil before writing starts, or if the size is unknown.
  public var pixelBufferPool: CVPixelBufferPool? {
    let isWriting = assetWriterInput.state.withLock { $0.place != nil }
    guard let attributes = sourcePixelBufferAttributes, isWriting else { return nil }
    return state.withLock { state in
      if state.pool == nil { state.pool = makePool(attributes) }
      return state.pool
    }
  }

  private func makePool(_ attributes: [String: Any]) -> CVPixelBufferPool? {
    let settings = assetWriterInput.outputSettings ?? [:]
    var complete = attributes
    complete[kCVPixelBufferPixelFormatTypeKey] = attributes.pixelFormatType ?? kCVPixelFormatType_32BGRA
    let width = settings.integer(AVVideoWidthKey)
    let height = settings.integer(AVVideoHeightKey)
    complete[kCVPixelBufferWidthKey] = attributes.integer(kCVPixelBufferWidthKey) ?? width
    complete[kCVPixelBufferHeightKey] = attributes.integer(kCVPixelBufferHeightKey) ?? height
    var pool: CVPixelBufferPool?
    CVPixelBufferPoolCreate(nil, nil, complete as CFDictionary, &pool)
    return pool
  }

  /// Appends an image.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The image. Do not write to its pixels afterwards, because they are encoded later.
  ///   - presentationTime: The presentation time.
  /// - Returns: The result of the input's `append(_:)`.
  @discardableResult public func append(
    _ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime
  ) -> Bool {
    assetWriterInput.append(
      SampleBuffer(
        pixelBuffer: pixelBuffer, colorMatrix: pixelBuffer.attachedColorMatrix,
        timing: SampleTiming(presentationTimeStamp: presentationTime)))
  }
}
