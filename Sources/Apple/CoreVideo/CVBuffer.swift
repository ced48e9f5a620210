public import OpenCaptureMediaSamples

/// A buffer; here always a pixel buffer.
public typealias CVBuffer = PixelBuffer

/// A buffer that holds an image.
public typealias CVImageBuffer = PixelBuffer

/// An image in memory.
///
/// Copies share their pixels: every copy sees bytes written to ``CVPixelBufferGetBaseAddress(_:)``. OpenCapture's
/// own methods, such as `withMutablePlane`, copy the pixels before they write if other references exist.
public typealias CVPixelBuffer = PixelBuffer

/// Whether an attachment is copied to buffers that are made from the buffer.
public enum CVAttachmentMode: UInt32, Sendable, Hashable {
  /// The attachment belongs to this buffer only.
  case shouldNotPropagate = 0
  /// The attachment is copied.
  case shouldPropagate = 1

  package init(_ mode: Attachments.Mode) {
    self = mode == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate
  }

  package var attachmentsMode: Attachments.Mode {
    self == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate
  }
}

/// Attaches a value to a buffer and its copies, and replaces an earlier value with the same key.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  buffer.access.attach(SharedAttachments.Entry(value, attachmentMode.attachmentsMode), key)
}

/// Attaches several values to a buffer.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  for (key, value) in theAttachments { CVBufferSetAttachment(buffer, key, value, attachmentMode) }
}

/// Returns the attachment of a buffer for a key; nil if none exists.
///
/// - Parameters:
///   - buffer: The buffer.
///   - key: The key, such as ``kCVImageBufferYCbCrMatrixKey``.
///   - attachmentMode: Receives the mode of the attachment, if one exists.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let entry = buffer.attachmentEntry(key) else { return nil }
  attachmentMode?.pointee = CVAttachmentMode(entry.mode)
  return entry.value
}

/// Returns the attachment of a buffer for a key, as a reference; nil if none exists.
///
/// The older form of ``CVBufferCopyAttachment(_:_:_:)``.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CVUnmanagedAttachment? {
  CVBufferCopyAttachment(buffer, key, attachmentMode).map { CVUnmanagedAttachment($0) }
}

/// A reference to an attachment, as code for Core Foundation expects one.
public struct CVUnmanagedAttachment {
  private let value: CFTypeRef

  fileprivate init(_ value: CFTypeRef) { self.value = value }

  /// Returns the value.
  public func takeUnretainedValue() -> CFTypeRef { value }

  /// Returns the value.
  public func takeRetainedValue() -> CFTypeRef { value }
}

/// Returns whether a buffer has an attachment for a key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachmentEntry(key) != nil
}

/// Returns all attachments of a buffer with the given mode; nil if none exists.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  let entries = buffer.attachmentEntries.filter { $0.value.mode == attachmentMode.attachmentsMode }
  return entries.isEmpty ? nil : entries.mapValues(\.value)
}

/// Returns the same as ``CVBufferCopyAttachments(_:_:)``.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Copies all attachments of mode `shouldPropagate` to another buffer.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  guard let attachments = CVBufferCopyAttachments(sourceBuffer, .shouldPropagate) else { return }
  CVBufferSetAttachments(destinationBuffer, attachments, .shouldPropagate)
}

/// Removes the attachment for a key.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) { buffer.access.attach(nil, key) }

/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  // The old attachments are released outside the lock, because their deinitializers can run any code.
  _ = buffer.access.withLock { access in
    let last = access.attachments
    access.attachments = SharedAttachments()
    access.colorMatrix = nil
    return last
  }
}

extension Locked<MemoryAccess> {
  /// Sets or removes an attachment.
  package func attach(_ entry: SharedAttachments.Entry?, _ key: CFString) {
    // The old value is released outside the lock, because its deinitializer can run any code.
    _ = withLock { access in
      let last = access.attachments[key]
      access.attachments[key] = entry
      if key == kCVImageBufferYCbCrMatrixKey { access.colorMatrix = nil }
      return last
    }
  }
}

extension PixelBuffer {
  /// Returns the attachment for a key; for the color matrix also that of the pixels.
  package func attachmentEntry(_ key: String) -> SharedAttachments.Entry? {
    let (entry, matrix) = access.withLock { ($0.attachments[key], $0.colorMatrix) }
    if let entry { return entry }
    guard key == kCVImageBufferYCbCrMatrixKey, let matrix, format.isYCbCr else { return nil }
    return SharedAttachments.Entry(matrix.coreVideoName, .shouldPropagate)
  }

  /// All attachments, including the color matrix of the pixels.
  package var attachmentEntries: [String: SharedAttachments.Entry] {
    var entries = access.withLock { $0.attachments.all }
    entries[kCVImageBufferYCbCrMatrixKey] = attachmentEntry(kCVImageBufferYCbCrMatrixKey)
    return entries
  }

  /// The attached color matrix; BT.601 without a supported one.
  package var attachedColorMatrix: ColorMatrix {
    let name = attachmentEntry(kCVImageBufferYCbCrMatrixKey)?.value as? String
    return name.flatMap(ColorMatrix.init(coreVideoName:)) ?? .bt601
  }
}
