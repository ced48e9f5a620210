public import CoreVideo
package import OpenCaptureMediaSamples

/// A buffer that can have attachments: a sample buffer, a pixel buffer or a block buffer.
public typealias CMAttachmentBearer = any CMAttachmentBearerProtocol

/// Whether an attachment is copied to buffers that are made from the buffer.
public typealias CMAttachmentMode = UInt32

/// The attachment belongs to this buffer only.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// The attachment is copied.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// A buffer that can have attachments.
public protocol CMAttachmentBearerProtocol {
  /// The attachments.
  var attachments: CMAttachmentBearerAttachments { get }
}

extension CMAttachmentBearerProtocol {
  /// Copies all attachments of mode `shouldPropagate` to another buffer.
  public func propagateAttachments(to destination: some CMAttachmentBearerProtocol) {
    destination.attachments.merge(attachments.propagated, mode: .shouldPropagate)
  }
}

/// Returns the attachment of a buffer for a key; nil if none exists.
///
/// - Parameters:
///   - target: The buffer.
///   - key: The key, such as ``kCMSampleBufferAttachmentKey_DroppedFrameReason``.
///   - attachmentModeOut: Receives the mode of the attachment, if one exists.
public func CMGetAttachment(
  _ target: some CMAttachmentBearerProtocol, key: CFString,
  attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
  guard let value = target.attachments[key] else { return nil }
  attachmentModeOut?.pointee = value.mode.rawValue
  return value.value
}

/// Attaches a value to a buffer and its copies, and replaces an earlier value with the same key.
///
/// The value nil removes the attachment.
public func CMSetAttachment(
  _ target: some CMAttachmentBearerProtocol, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
  target.attachments[key] = value.map { CMAttachmentBearerAttachments.Value($0, attachmentMode) }
}

/// Attaches several values to a buffer.
public func CMSetAttachments(
  _ target: some CMAttachmentBearerProtocol, attachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
  for (key, value) in attachments {
    CMSetAttachment(target, key: key, value: value, attachmentMode: attachmentMode)
  }
}

/// Removes the attachment for a key.
public func CMRemoveAttachment(_ target: some CMAttachmentBearerProtocol, key: CFString) {
  target.attachments[key] = nil
}

/// Removes all attachments.
public func CMRemoveAllAttachments(_ target: some CMAttachmentBearerProtocol) { target.attachments.removeAll() }

/// Copies all attachments of mode `shouldPropagate` to another buffer.
public func CMPropagateAttachments(
  _ source: some CMAttachmentBearerProtocol, destination: some CMAttachmentBearerProtocol
) {
  source.propagateAttachments(to: destination)
}

/// Returns all attachments of a buffer with the given mode; nil if none exists.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: some CMAttachmentBearerProtocol, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  let attachments = target.attachments
  let values =
    attachmentMode == kCMAttachmentMode_ShouldPropagate ? attachments.propagated : attachments.nonPropagated
  return values.isEmpty ? nil : values
}

/// The attachments of a buffer, which all its copies share.
public struct CMAttachmentBearerAttachments: Sendable {
  /// The buffer that has the attachments.
  package enum Bearer: Sendable {
    case sample(SampleBuffer)
    case pixels(PixelBuffer)
    case data(DataBuffer)
  }

  private let bearer: Bearer

  /// Creates a view of the attachments of a buffer.
  package init(_ bearer: Bearer) { self.bearer = bearer }

  /// Whether an attachment is copied to buffers that are made from the buffer.
  public typealias Mode = CVAttachmentMode

  /// A value and its mode.
  public enum Value {
    /// The attachment belongs to this buffer only.
    case shouldNotPropagate(Any)
    /// The attachment is copied.
    case shouldPropagate(Any)

    init(_ value: Any, _ mode: CMAttachmentMode) {
      self = mode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
    }

    /// The attached value.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }

    /// The mode of the attachment.
    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }
  }

  /// The attachment for a key; nil if none exists.
  public subscript(key: String) -> Value? {
    get {
      let entry =
        switch bearer {
        case .sample(let sample): sample.attachmentEntry(key)
        case .pixels(let buffer): buffer.attachmentEntry(key)
        case .data(let buffer): buffer.access.withLock { $0.attachments[key] }
        }
      return entry.map { Value($0.value, CVAttachmentMode($0.mode).rawValue) }
    }
    nonmutating set {
      let entry = newValue.map { SharedAttachments.Entry($0.value, $0.mode.attachmentsMode) }
      switch bearer {
      case .sample(let sample): sample.attach(entry, key)
      case .pixels(let buffer): buffer.access.attach(entry, key)
      case .data(let buffer): buffer.access.attach(entry, key)
      }
    }
  }

  /// The attachment of a sample buffer for a key; nil if none exists.
  public subscript(key: SampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue] }
    nonmutating set { self[key.rawValue] = newValue }
  }

  /// The attachments of mode `shouldPropagate`.
  public var propagated: [String: Any] { values(.shouldPropagate) }

  /// The attachments of mode `shouldNotPropagate`.
  public var nonPropagated: [String: Any] { values(.shouldNotPropagate) }

  /// Attaches several values, and replaces earlier values with the same keys.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    for (key, value) in attachments { self[key] = Value(value, mode.rawValue) }
  }

  /// Removes all attachments.
  public func removeAll() {
    for key in entries.keys { self[key] = nil }
  }

  private func values(_ mode: Attachments.Mode) -> [String: Any] {
    entries.filter { $0.value.mode == mode }.mapValues(\.value)
  }

  private var entries: [String: SharedAttachments.Entry] {
    switch bearer {
    case .sample(let sample): sample.attachmentEntries
    case .pixels(let buffer): buffer.attachmentEntries
    case .data(let buffer): buffer.access.withLock { $0.attachments.all }
    }
  }
}

extension PixelBuffer: CMAttachmentBearerProtocol {
  /// The attachments of the buffer.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(.pixels(self)) }
}

extension DataBuffer: CMAttachmentBearerProtocol {
  /// The attachments of the buffer.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(.data(self)) }
}

extension SampleBuffer: CMAttachmentBearerProtocol {
  /// The attachments of the buffer.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(.sample(self)) }
}
