public import CoreMedia
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Appends pixel buffers to an input for video.
public final class AVAssetWriterInputPixelBufferAdaptor: @unchecked Sendable {
  // Unchecked: dictionaries of attributes are only read.

  /// What they are appended to.
  public let assetWriterInput: AVAssetWriterInput
  /// What the pool's buffers are, as it was asked for.
  public let sourcePixelBufferAttributes: [String: Any]?

  private struct State: Lockable {
    var pool: CVPixelBufferPool?
  }

  private let state = Locked(State())

  /// Makes an adaptor.
  ///
  /// - Parameters:
  ///   - input: An input for video, to which nothing was appended yet.
  ///   - sourcePixelBufferAttributes: What buffers of the pool are: `kCVPixelBufferPixelFormatTypeKey`,
  ///     `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`. Where it doesn't say the size, it is the one that the
  ///     input's settings have. nil for no pool.
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    (assetWriterInput, self.sourcePixelBufferAttributes) = (input, sourcePixelBufferAttributes)
  }

  /// Buffers to draw pictures into; nil until writing has started, and where too little is known of them.
  public var pixelBufferPool: CVPixelBufferPool? {
    guard let attributes = sourcePixelBufferAttributes, assetWriterInput.isBegun else { return nil }
    return state.withLock { state in
      if state.pool == nil { state.pool = makePool(attributes) }
      return state.pool
    }
  }

  private func makePool(_ attributes: [String: Any]) -> CVPixelBufferPool? {
    let settings = assetWriterInput.outputSettings ?? [:]
    var complete = attributes
    complete[kCVPixelBufferPixelFormatTypeKey] = attributes.pixelFormatType ?? kCVPixelFormatType_32BGRA
    let (width, height) = (settings.integer(AVVideoWidthKey), settings.integer(AVVideoHeightKey))
    complete[kCVPixelBufferWidthKey] = attributes.integer(kCVPixelBufferWidthKey) ?? width
    complete[kCVPixelBufferHeightKey] = attributes.integer(kCVPixelBufferHeightKey) ?? height
    var pool: CVPixelBufferPool?
    CVPixelBufferPoolCreate(nil, nil, complete as CFDictionary, &pool)
    return pool
  }

  /// Appends a picture behind the others.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The picture; whoever writes to it afterwards writes to what is encoded.
  ///   - presentationTime: When it is shown.
  /// - Returns: As the input's `append(_:)` does.
  @discardableResult public func append(
    _ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime
  ) -> Bool {
    var description: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: nil, imageBuffer: pixelBuffer, formatDescriptionOut: &description)
    let timing = SampleTiming(presentationTimeStamp: presentationTime)
    let matrix = description?.colorMatrix ?? .bt601
    return assetWriterInput.append(SampleBuffer(imageBuffer: pixelBuffer, colorMatrix: matrix, timing: timing))
  }
}
