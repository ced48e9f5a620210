import OpenCaptureSystem

/// What those who hold a memory say of it in place, for all who hold it to see, until it is lent anew.
///
/// The core's own buffers are values, and need none of it: it is for modules in which buffers are objects.
package struct MemoryAccess: Lockable {
  /// How many have begun to read by address, and not ended.
  package var readers = 0
  /// How many have begun to write by address, and not ended.
  package var writers = 0
  /// Whether somebody wrote by address.
  package var wasWritten = false
  /// How colours weigh, where the sample buffer that the picture came in says so.
  package var colorMatrix: ColorMatrix?
  /// What is attached.
  package var attachments = SharedAttachments()
  /// What is said of the one sample buffer that came with the memory.
  package var sample: SampleBearer?
}
