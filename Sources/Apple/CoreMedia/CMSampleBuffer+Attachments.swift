public import CoreVideo
public import OpenCaptureMediaSamples

/// The key of the reason of a dropped frame; the value is a `kCMSampleBufferDroppedFrameReason_…`.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// The key of more information on a dropped frame; not set here.
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// A newer frame arrived while this frame waited for the delegate.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// No buffer was available, because the delegate holds too many or the queue is full.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// The source lost an unknown number of frames.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// The key of a decoder reset before the sample; stored, but has no effect.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"
/// The key of the duration to trim at the start; stored, but has no effect.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
/// The key of the duration to trim at the end; stored, but has no effect.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// The key of the intrinsic matrix of the camera; not set here.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"

/// The key of whether decoding the sample needs other samples.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// The key of whether decoding other samples needs the sample.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// The key of whether decoding cannot start at the sample.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// The key of whether the sample is displayed immediately; stored, but has no effect.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// The key of whether the sample is decoded without display; stored, but has no effect.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"

extension SampleBuffer {
  /// The key of an attachment of a sample buffer.
  public struct AttachmentKey: RawRepresentable, Sendable, Hashable {
    /// The name of the key.
    public let rawValue: CFString

    /// Creates a key with a name.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// The reason of a dropped frame.
    public static let droppedFrameReason = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
    /// More information on a dropped frame; not set here.
    public static let droppedFrameReasonInfo = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    /// The intrinsic matrix of the camera; not set here.
    public static let cameraIntrinsicMatrix = Self(rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
    /// The duration to trim at the start.
    public static let trimDurationAtStart = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    /// The duration to trim at the end.
    public static let trimDurationAtEnd = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
  }

  /// Returns the attachment for a key, from Core Media's functions or from OpenCapture.
  func attachmentEntry(_ key: String) -> SharedAttachments.Entry? {
    if let shared = sharedState(ifNeeded: false)?.withLock({ $0.attachments }) { return resolved(shared[key], key) }
    return resolved(travellingEntry(Attachments.Key(rawValue: key)), key)
  }

  /// All attachments.
  var attachmentEntries: [String: SharedAttachments.Entry] {
    // This replaces the source of the exposure.
    _ = attachmentEntry(kCGImagePropertyExifDictionary)
    return sharedState(ifNeeded: false)?.withLock { $0.attachments?.all } ?? travellingEntries.all
  }

  /// Returns an attachment, with EXIF data in place of the source of the exposure.
  ///
  /// The exposure is read once for all copies.
  private func resolved(_ entry: SharedAttachments.Entry?, _ key: String) -> SharedAttachments.Entry? {
    guard let entry, let source = entry.value as? ExposureSource else { return entry }
    var exif = source.exposure.exifDictionary
    if !exif.isEmpty {
      exif[kCGImagePropertyExifPixelXDimension] = NSNumber(value: format.videoDimensions.width)
      exif[kCGImagePropertyExifPixelYDimension] = NSNumber(value: format.videoDimensions.height)
    }
    let known = exif.isEmpty ? nil : SharedAttachments.Entry(exif, entry.mode)
    attach(known, key)
    return known
  }

  /// Sets or removes an attachment for all copies.
  ///
  /// The first call copies OpenCapture's attachments. From then on only the shared attachments count.
  func attach(_ entry: SharedAttachments.Entry?, _ key: String) {
    let ownAttachments = travellingEntries
    // The old value is released outside the lock, because its deinitializer can run any code.
    _ = sharedState(ifNeeded: true)?.withLock { state in
      var attachments = state.attachments ?? ownAttachments
      let last = attachments[key]
      attachments[key] = entry
      state.attachments = attachments
      return last
    }
  }

  private var travellingEntries: SharedAttachments {
    var entries = SharedAttachments()
    let exif = Attachments.Key(rawValue: kCGImagePropertyExifDictionary)
    for key in Array(bufferAttachments.keys) + [exif] { entries[key.rawValue] = travellingEntry(key) }
    return entries
  }

  private func travellingEntry(_ key: Attachments.Key) -> SharedAttachments.Entry? {
    guard let value = bufferAttachments[key], let mode = bufferAttachments.mode(of: key) else {
      guard key.rawValue == kCGImagePropertyExifDictionary, let source = bufferAttachments.exposureSource else {
        return nil
      }
      return SharedAttachments.Entry(source, .shouldPropagate)
    }
    return SharedAttachments.Entry(value.plain, mode)
  }

  /// The attachments of a single sample.
  public struct PerSampleAttachmentsDictionary: Sequence {
    /// The key of an attachment.
    public struct Key: RawRepresentable, Sendable, Hashable {
      /// The name of the key.
      public let rawValue: CFString

      /// Creates a key with a name.
      public init(rawValue: CFString) { self.rawValue = rawValue }

      /// Whether decoding cannot start at the sample.
      public static let notSync = Self(rawValue: kCMSampleAttachmentKey_NotSync)
      /// Whether decoding the sample needs other samples.
      public static let dependsOnOthers = Self(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
      /// Whether decoding other samples needs the sample.
      public static let isDependedOnByOthers = Self(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
      /// Whether the sample is displayed immediately; stored, but has no effect.
      public static let displayImmediately = Self(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
      /// Whether the sample is decoded without display; stored, but has no effect.
      public static let doNotDisplay = Self(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
    }

    fileprivate var values: [String: Any]

    /// The attachment for a key; nil if none exists.
    public subscript(key: Key) -> Any? {
      get { values[key.rawValue] }
      set { values[key.rawValue] = newValue }
    }

    /// Creates an iterator over the attachments.
    public func makeIterator() -> AnyIterator<(key: Key, value: Any)> {
      var values = values.makeIterator()
      return AnyIterator { values.next().map { (Key(rawValue: $0.key), $0.value) } }
    }
  }

  /// The attachments of each sample of a sample buffer.
  public struct SampleAttachmentsArray: MutableCollection, RandomAccessCollection {
    fileprivate let sample: SampleBuffer

    /// The index of the first sample, 0.
    public var startIndex: Int { 0 }
    /// The index behind the last sample.
    public var endIndex: Int { sample.numSamples }

    /// The attachments of a sample.
    ///
    /// All copies of the buffer see changes.
    public subscript(index: Int) -> PerSampleAttachmentsDictionary {
      get {
        precondition(indices.contains(index), "index out of range of the samples")
        let values = sample.sharedState(ifNeeded: false)?.withLock { $0.sampleAttachments[index] }
        return PerSampleAttachmentsDictionary(values: values ?? [:])
      }
      nonmutating set {
        precondition(indices.contains(index), "index out of range of the samples")
        // The old values are released outside the lock, because their deinitializers can run any code.
        _ = sample.sharedState(ifNeeded: true)?.withLock { state in
          let last = state.sampleAttachments[index]
          state.sampleAttachments[index] = newValue.values
          return last
        }
      }
    }
  }

  /// The attachments of each sample.
  ///
  /// All copies of the buffer see changes.
  public var sampleAttachments: SampleAttachmentsArray {
    get { SampleAttachmentsArray(sample: self) }
    nonmutating set {
      let own = SampleAttachmentsArray(sample: self)
      for (index, values) in zip(own.indices, newValue) { own[index] = values }
    }
  }
}

extension Attachments.Value {
  /// The value as a Foundation type.
  fileprivate var plain: Any {
    switch self {
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .number(let value): value
    case .string(let value): value
    case .bytes(let value): Data(value)
    case .time(let value): value
    }
  }
}

/// Returns copies of the attachments of each sample, as dictionaries.
///
/// Use `sampleAttachments` to change attachments.
///
/// - Parameters:
///   - sbuf: The sample buffer.
///   - createIfNecessary: Whether to return empty dictionaries if no sample has attachments. Otherwise the result
///     is nil.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
  let all = sbuf.sampleAttachments.map(\.values)
  return createIfNecessary || all.contains { !$0.isEmpty } ? all : nil
}
