public import CoreMedia
import OpenCaptureFlow

/// What one output has of a moment.
open class AVCaptureSynchronizedData: @unchecked Sendable {
  // Unchecked: what subclasses add is constant.

  /// When it was.
  public let timestamp: CMTime

  init(timestamp: CMTime) { self.timestamp = timestamp }
}

/// A frame, or sound.
public final class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData, @unchecked Sendable {
  /// The frame or the sound; where it was dropped, what stands for it.
  public let sampleBuffer: CMSampleBuffer
  /// Whether it was dropped.
  public let sampleBufferWasDropped: Bool
  /// Why it was dropped.
  public let droppedReason: AVCaptureOutput.DataDroppedReason

  init(_ sampleBuffer: CMSampleBuffer, wasDropped: Bool, for reason: AVCaptureOutput.DataDroppedReason = .none) {
    (self.sampleBuffer, sampleBufferWasDropped, droppedReason) = (sampleBuffer, wasDropped, reason)
    super.init(timestamp: sampleBuffer.presentationTimeStamp)
  }
}

/// What was found in a frame.
public final class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData, @unchecked Sendable {
  /// What was found.
  public let metadataObjects: [AVMetadataObject]

  init(_ metadataObjects: [AVMetadataObject], timestamp: CMTime) {
    self.metadataObjects = metadataObjects
    super.init(timestamp: timestamp)
  }
}

/// Distances; there are none, so that this isn't either.
public final class AVCaptureSynchronizedDepthData: AVCaptureSynchronizedData, @unchecked Sendable {
  /// The distances.
  public let depthData: AVDepthData
  /// Whether they were dropped.
  public var depthDataWasDropped: Bool { false }
  /// Why they were dropped.
  public var droppedReason: AVCaptureOutput.DataDroppedReason { .none }

  private init(_ depthData: AVDepthData, timestamp: CMTime) {
    self.depthData = depthData
    super.init(timestamp: timestamp)
  }
}

/// What several outputs have of a moment.
public final class AVCaptureSynchronizedDataCollection: Sendable, Sequence {
  private let members: [(output: any AVCaptureOutput, data: AVCaptureSynchronizedData)]

  init(_ members: [(output: any AVCaptureOutput, data: AVCaptureSynchronizedData)]) { self.members = members }

  /// How many outputs have something.
  public var count: Int { members.count }

  /// What an output has; nil for nothing.
  public func synchronizedData(for captureOutput: any AVCaptureOutput) -> AVCaptureSynchronizedData? {
    members.first { $0.output === captureOutput }?.data
  }

  /// What an output has; nil for nothing.
  public subscript(key: any AVCaptureOutput) -> AVCaptureSynchronizedData? { synchronizedData(for: key) }

  /// What there is, in the order of the outputs.
  public func makeIterator() -> AnyIterator<AVCaptureSynchronizedData> {
    AnyIterator(members.lazy.map(\.data).makeIterator())
  }
}
