public import CoreMedia
import OpenCaptureFlow

/// The data of one output for a moment.
open class AVCaptureSynchronizedData: @unchecked Sendable {
  // Unchecked: the properties of subclasses are constant.

  /// The time of the data.
  public let timestamp: CMTime

  init(timestamp: CMTime) { self.timestamp = timestamp }
}

/// A frame or sound.
public final class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData, @unchecked Sendable {
  /// The frame or sound, or the placeholder of a dropped frame.
  public let sampleBuffer: CMSampleBuffer
  /// Whether the sample was dropped.
  public let sampleBufferWasDropped: Bool
  /// The reason why the sample was dropped.
  public let droppedReason: AVCaptureOutput.DataDroppedReason

  init(_ sampleBuffer: CMSampleBuffer, wasDropped: Bool, for reason: AVCaptureOutput.DataDroppedReason = .none) {
    self.sampleBuffer = sampleBuffer
    sampleBufferWasDropped = wasDropped
    droppedReason = reason
    super.init(timestamp: sampleBuffer.presentationTimeStamp)
  }
}

/// The metadata objects of a frame.
public final class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData, @unchecked Sendable {
  /// The metadata objects.
  public let metadataObjects: [AVMetadataObject]

  init(_ metadataObjects: [AVMetadataObject], timestamp: CMTime) {
    self.metadataObjects = metadataObjects
    super.init(timestamp: timestamp)
  }
}

/// Depth data; never created here.
public final class AVCaptureSynchronizedDepthData: AVCaptureSynchronizedData, @unchecked Sendable {
  /// The depth data.
  public let depthData: AVDepthData
  /// Whether the depth data was dropped.
  public var depthDataWasDropped: Bool { false }
  /// The reason why the depth data was dropped.
  public var droppedReason: AVCaptureOutput.DataDroppedReason { .none }

  private init(_ depthData: AVDepthData, timestamp: CMTime) {
    self.depthData = depthData
    super.init(timestamp: timestamp)
  }
}

/// The data of several outputs for one moment.
public final class AVCaptureSynchronizedDataCollection: Sendable, Sequence {
  private let members: [(output: any AVCaptureOutput, data: AVCaptureSynchronizedData)]

  init(_ members: [(output: any AVCaptureOutput, data: AVCaptureSynchronizedData)]) { self.members = members }

  /// The number of outputs with data.
  public var count: Int { members.count }

  /// Returns the data of an output; nil if the output has none.
  public func synchronizedData(for captureOutput: any AVCaptureOutput) -> AVCaptureSynchronizedData? {
    members.first { $0.output === captureOutput }?.data
  }

  /// The data of an output; nil if the output has none.
  public subscript(key: any AVCaptureOutput) -> AVCaptureSynchronizedData? { synchronizedData(for: key) }

  /// Creates an iterator over the data, in the order of the outputs.
  public func makeIterator() -> AnyIterator<AVCaptureSynchronizedData> {
    AnyIterator(members.lazy.map(\.data).makeIterator())
  }
}
