public import CoreVideo
import Foundation
public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Why a frame was dropped: one of the texts `kCMSampleBufferDroppedFrameReason_…`.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// More about why a frame was dropped; nothing here.
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// A newer frame came while this one waited for the delegate.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// There was no buffer for it: the delegate holds too many, or as many wait as may.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// An unknown number of frames was lost before they came here.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// That a decoder begins anew before it; attached, and without effect.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"
/// How much of it isn't heard at its beginning; attached, and without effect.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
/// How much of it isn't heard at its end; attached, and without effect.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// How the camera's lens projects; nothing here.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"

/// That a sample needs others to be decoded, or not.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// That others need it, or not.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// That decoding can't begin with it.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// That it is shown at once, whatever its time is; attached, and without effect.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// That it is decoded, and not shown; attached, and without effect.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"

extension SampleBuffer {
  /// The name of what is attached to a sample buffer.
  public struct AttachmentKey: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: CFString

    /// Makes a key of this name.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// Why a frame was dropped.
    public static let droppedFrameReason = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
    /// More about why a frame was dropped; nothing here.
    public static let droppedFrameReasonInfo = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    /// How the camera's lens projects; nothing here.
    public static let cameraIntrinsicMatrix = Self(rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
    /// How much of it isn't heard at its beginning.
    public static let trimDurationAtStart = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    /// How much of it isn't heard at its end.
    public static let trimDurationAtEnd = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
  }

  /// What is attached under a name, in place or by the core.
  func attachmentEntry(_ key: String) -> SharedAttachments.Entry? {
    if let shared = bearer(ifNeeded: false)?.withLock({ $0.attachments }) { return shared[key] }
    return travellingEntry(Attachments.Key(rawValue: key))
  }

  /// All that is attached.
  var attachmentEntries: [String: SharedAttachments.Entry] {
    if let shared = bearer(ifNeeded: false)?.withLock({ $0.attachments }) { return shared.all }
    return travellingEntries.all
  }

  /// Attaches something in place: from then on, what is attached in place is all that there is.
  func attach(_ entry: SharedAttachments.Entry?, _ key: String) {
    let travelling = travellingEntries
    // What was there leaves the lock first: it can be anything.
    _ = bearer(ifNeeded: true)?.withLock { state in
      var attachments = state.attachments ?? travelling
      let last = attachments[key]
      attachments[key] = entry
      state.attachments = attachments
      return last
    }
  }

  private var travellingEntries: SharedAttachments {
    var entries = SharedAttachments()
    for key in travellingAttachments.keys { entries[key.rawValue] = travellingEntry(key) }
    return entries
  }

  private func travellingEntry(_ key: Attachments.Key) -> SharedAttachments.Entry? {
    guard let value = travellingAttachments[key], let mode = travellingAttachments.mode(of: key) else { return nil }
    return SharedAttachments.Entry(value.plain, mode)
  }
}

extension Attachments.Value {
  /// What Core Foundation has for it.
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
