public import CoreVideo
import OpenCaptureMediaSamples

/// What something can be attached to: sample buffers, pixel buffers and block buffers.
public typealias CMAttachmentBearer = any CMAttachmentBearerProtocol

/// Whether an attachment goes along when a buffer is made from another.
public typealias CMAttachmentMode = UInt32

/// It holds for this buffer alone.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// It goes along.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// Something that something can be attached to.
public protocol CMAttachmentBearerProtocol {
  /// All that is attached.
  var attachments: CMAttachmentBearerAttachments { get }
}

extension CMAttachmentBearerProtocol {
  /// Attaches all that goes along to another buffer.
  public func propagateAttachments(to destination: some CMAttachmentBearerProtocol) {
    destination.attachments.merge(attachments.propagated, mode: .shouldPropagate)
  }
}

/// The value that is attached under a name; nil where none is.
///
/// - Parameters:
///   - target: What it is attached to.
///   - key: The name, such as ``kCMSampleBufferAttachmentKey_DroppedFrameReason``.
///   - attachmentModeOut: Gets whether it goes along, where it is there.
public func CMGetAttachment(
  _ target: some CMAttachmentBearerProtocol, key: CFString,
  attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
  guard let value = target.attachments[key] else { return nil }
  attachmentModeOut?.pointee = value.mode.rawValue
  return value.value
}

/// Attaches a value, for all who hold the buffer, in place of the one that the name had; nil takes that away.
public func CMSetAttachment(
  _ target: some CMAttachmentBearerProtocol, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
  target.attachments[key] = value.map { CMAttachmentBearerAttachments.Value($0, attachmentMode) }
}

/// Attaches several values, as ``CMSetAttachment(_:key:value:attachmentMode:)`` does.
public func CMSetAttachments(
  _ target: some CMAttachmentBearerProtocol, attachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
  for (key, value) in attachments {
    CMSetAttachment(target, key: key, value: value, attachmentMode: attachmentMode)
  }
}

/// Takes away what is attached under a name.
public func CMRemoveAttachment(_ target: some CMAttachmentBearerProtocol, key: CFString) {
  target.attachments[key] = nil
}

/// Takes away all that is attached.
public func CMRemoveAllAttachments(_ target: some CMAttachmentBearerProtocol) { target.attachments.removeAll() }

/// Attaches all that goes along to another buffer.
public func CMPropagateAttachments(
  _ source: some CMAttachmentBearerProtocol, destination: some CMAttachmentBearerProtocol
) {
  source.propagateAttachments(to: destination)
}

/// All that is attached and goes along, or all that doesn't; nil where there is nothing.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: some CMAttachmentBearerProtocol, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  let attachments = target.attachments
  let values =
    attachmentMode == kCMAttachmentMode_ShouldPropagate ? attachments.propagated : attachments.nonPropagated
  return values.isEmpty ? nil : values
}
