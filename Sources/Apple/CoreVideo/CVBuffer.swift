public import OpenCaptureMediaSamples

/// A buffer of pixels: all that there are here.
public typealias CVBuffer = PixelBuffer

/// A buffer that holds a picture.
public typealias CVImageBuffer = PixelBuffer

/// A picture in memory.
///
/// Whoever holds a copy of it holds the same picture: what is written to ``CVPixelBufferGetBaseAddress(_:)``, all
/// see. What OpenCapture's own methods write, `withMutablePlane` for instance, is written to a copy where others hold
/// the picture.
public typealias CVPixelBuffer = PixelBuffer

/// Whether an attachment goes along when a buffer is made from another.
public enum CVAttachmentMode: UInt32, Sendable, Hashable {
  /// It holds for this buffer alone.
  case shouldNotPropagate = 0
  /// It goes along.
  case shouldPropagate = 1

  package init(_ mode: Attachments.Mode) {
    self = mode == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate
  }

  package var attachmentsMode: Attachments.Mode {
    self == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate
  }
}

/// Attaches a value to a buffer, for all who hold it, in place of the one that the name had.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  set(SharedAttachments.Entry(value, attachmentMode.attachmentsMode), key, of: buffer)
}

/// Attaches several values to a buffer, as ``CVBufferSetAttachment(_:_:_:_:)`` does.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  for (key, value) in theAttachments { CVBufferSetAttachment(buffer, key, value, attachmentMode) }
}

/// The value that is attached to a buffer under a name; nil where none is.
///
/// - Parameters:
///   - buffer: The buffer.
///   - key: The name, such as ``kCVImageBufferYCbCrMatrixKey``.
///   - attachmentMode: Gets whether it goes along, where it is there.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let entry = buffer.attachmentEntry(key) else { return nil }
  attachmentMode?.pointee = CVAttachmentMode(entry.mode)
  return entry.value
}

/// Whether something is attached to a buffer under a name.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachmentEntry(key) != nil
}

/// All that is attached to a buffer and goes along, or all that doesn't; nil where there is nothing.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  let entries = buffer.attachmentEntries.filter { $0.value.mode == attachmentMode.attachmentsMode }
  return entries.isEmpty ? nil : entries.mapValues(\.value)
}

/// As ``CVBufferCopyAttachments(_:_:)``.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Attaches all that goes along to another buffer.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  guard let attachments = CVBufferCopyAttachments(sourceBuffer, .shouldPropagate) else { return }
  CVBufferSetAttachments(destinationBuffer, attachments, .shouldPropagate)
}

/// Takes away what is attached under a name.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) { set(nil, key, of: buffer) }

/// Takes away all that is attached.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  // It leaves the lock first: it can be anything.
  _ = buffer.access.withLock { access in
    let last = access.attachments
    (access.attachments, access.colorMatrix) = (SharedAttachments(), nil)
    return last
  }
}

private func set(_ entry: SharedAttachments.Entry?, _ key: CFString, of buffer: CVBuffer) {
  _ = buffer.access.withLock { access in
    let last = access.attachments[key]
    access.attachments[key] = entry
    if key == kCVImageBufferYCbCrMatrixKey { access.colorMatrix = nil }
    return last
  }
}

extension PixelBuffer {
  /// What is attached under a name, or known of the colours.
  package func attachmentEntry(_ key: String) -> SharedAttachments.Entry? {
    let (entry, matrix) = access.withLock { ($0.attachments[key], $0.colorMatrix) }
    if let entry { return entry }
    guard key == kCVImageBufferYCbCrMatrixKey, let matrix, format.isYCbCr else { return nil }
    return SharedAttachments.Entry(matrix.coreVideoName, .shouldPropagate)
  }

  /// All that is attached, and known of the colours.
  package var attachmentEntries: [String: SharedAttachments.Entry] {
    var entries = access.withLock { $0.attachments.all }
    entries[kCVImageBufferYCbCrMatrixKey] = attachmentEntry(kCVImageBufferYCbCrMatrixKey)
    return entries
  }
}
