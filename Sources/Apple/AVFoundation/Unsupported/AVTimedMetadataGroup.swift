public import CoreMedia

// Movies have no metadata tracks here. Groups can be created, and inputs reject them.

/// A group of metadata items.
public class AVMetadataGroup: @unchecked Sendable {
  // Unchecked, as on Apple's systems: callers must not modify a group on several threads at once.

  fileprivate var groupItems: [AVMetadataItem]

  fileprivate init(_ items: [AVMetadataItem]) { groupItems = items }

  /// The items.
  public var items: [AVMetadataItem] { groupItems }
}

/// Metadata items for a time range.
public class AVTimedMetadataGroup: AVMetadataGroup, @unchecked Sendable {
  fileprivate var groupTimeRange: CMTimeRange

  /// Creates a group of items for a time range.
  public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
    groupTimeRange = timeRange
    super.init(items)
  }

  /// Returns nil, because sample buffers contain no metadata.
  public init?(sampleBuffer: CMSampleBuffer) { return nil }

  /// The time range.
  public var timeRange: CMTimeRange { groupTimeRange }

  /// Returns the description of the items for an input; always nil.
  public func copyFormatDescription() -> CMMetadataFormatDescription? { nil }
}

/// Metadata items for a time range, both of which can be changed.
public final class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
  /// The items.
  public override var items: [AVMetadataItem] {
    get { super.items }
    set { groupItems = newValue }
  }

  /// The time range.
  public override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { groupTimeRange = newValue }
  }
}

/// An adaptor that appends timed metadata to an input; not supported.
public final class AVAssetWriterInputMetadataAdaptor: Sendable {
  /// The input.
  public let assetWriterInput: AVAssetWriterInput

  /// Creates an adaptor.
  public init(assetWriterInput input: AVAssetWriterInput) { assetWriterInput = input }

  /// Returns false, because timed metadata is not supported; reported on standard error.
  @discardableResult public func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
    MisuseReporter.report("AVAssetWriterInputMetadataAdaptor: timed metadata is not supported")
    return false
  }
}
