import Glibc
package import OpenCaptureMediaSamples

/// A request from a stream.
package struct StreamRequest: Sendable {
  /// The input of a request.
  package enum Content: Sendable {
    case path(InputPath)
    case bytes(DataBuffer)
    /// No usable input, for a reason.
    case nothing(FileFailure)
  }

  /// The request's ID as JSON; `null` if it cannot be parsed.
  package let id: String
  package let content: Content
}

/// Memory for the bytes of a request, released after the last use.
///
/// Unchecked, because the memory is filled before other threads can access it.
package final class RequestBytes: @unchecked Sendable {
  /// The memory.
  let space: UnsafeMutableRawBufferPointer
  private let release: @Sendable () -> Void

  /// Allocates memory; nil if the system has none.
  ///
  /// - Parameter release: Called when the memory is no longer needed, or could not be allocated.
  package init?(count: Int, release: @escaping @Sendable () -> Void) {
    guard let memory = malloc(max(1, count)) else {
      release()
      return nil
    }
    space = UnsafeMutableRawBufferPointer(start: memory, count: count)
    self.release = release
  }

  /// Returns the bytes, which keep the memory alive.
  func data() throws(MediaError) -> DataBuffer {
    try DataBuffer(wrapping: space) { withExtendedLifetime(self) {} }
  }

  deinit {
    free(space.baseAddress)
    release()
  }
}
