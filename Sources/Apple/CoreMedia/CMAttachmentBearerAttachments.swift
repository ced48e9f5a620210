import CoreVideo
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What is attached to a buffer: changed in place, for all who hold the buffer.
public struct CMAttachmentBearerAttachments: Sendable {
  /// What is attached to.
  package enum Bearer: Sendable {
    case sample(SampleBuffer)
    case pixels(PixelBuffer)
    case data(DataBuffer)
  }

  private let bearer: Bearer

  /// What is attached to a buffer.
  package init(_ bearer: Bearer) { self.bearer = bearer }

  /// Whether an attachment goes along when a buffer is made from another.
  public enum Mode: CMAttachmentMode, Sendable, Hashable {
    /// It holds for this buffer alone.
    case shouldNotPropagate = 0
    /// It goes along.
    case shouldPropagate = 1
  }

  /// A value, and whether it goes along.
  public enum Value {
    /// It holds for this buffer alone.
    case shouldNotPropagate(Any)
    /// It goes along.
    case shouldPropagate(Any)

    init(_ value: Any, _ mode: CMAttachmentMode) {
      self = mode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
    }

    /// What is attached.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }

    /// Whether it goes along.
    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }
  }

  /// What is attached under a name; nil where nothing is.
  public subscript(key: String) -> Value? {
    get {
      let entry =
        switch bearer {
        case .sample(let sample): sample.attachmentEntry(key)
        case .pixels(let buffer): buffer.attachmentEntry(key)
        case .data(let buffer): buffer.access.withLock { $0.attachments[key] }
        }
      return entry.map { Value($0.value, $0.mode == .shouldPropagate ? 1 : 0) }
    }
    nonmutating set {
      let entry = newValue.map {
        SharedAttachments.Entry($0.value, $0.mode == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate)
      }
      switch bearer {
      case .sample(let sample): sample.attach(entry, key)
      case .pixels(let buffer):
        if let entry {
          CVBufferSetAttachment(buffer, key, entry.value, CVAttachmentMode(entry.mode))
        } else {
          CVBufferRemoveAttachment(buffer, key)
        }
      case .data(let buffer):
        // What was there leaves the lock first: it can be anything.
        _ = buffer.access.withLock { access in
          let last = access.attachments[key]
          access.attachments[key] = entry
          return last
        }
      }
    }
  }

  /// What is attached to a sample buffer under a name; nil where nothing is.
  public subscript(key: SampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue] }
    nonmutating set { self[key.rawValue] = newValue }
  }

  /// All that goes along.
  public var propagated: [String: Any] { values(.shouldPropagate) }

  /// All that holds for this buffer alone.
  public var nonPropagated: [String: Any] { values(.shouldNotPropagate) }

  /// Attaches several values, in place of those that their names had.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    for (key, value) in attachments { self[key] = Value(value, mode.rawValue) }
  }

  /// Takes away all that is attached.
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
  /// All that is attached.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(.pixels(self)) }
}

extension DataBuffer: CMAttachmentBearerProtocol {
  /// All that is attached.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(.data(self)) }
}

extension SampleBuffer: CMAttachmentBearerProtocol {
  /// All that is attached.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(.sample(self)) }
}
