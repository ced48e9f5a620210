import Glibc
import OpenCaptureMediaSamples

/// Memory for bytes that come along with a request; it is given back once nobody uses them any more.
///
/// Unchecked: it is filled before anybody else knows of it.
package final class RequestBytes: @unchecked Sendable {
  /// Where the bytes are.
  let space: UnsafeMutableRawBufferPointer
  private let giveBack: @Sendable () -> Void

  /// Takes memory; nil where the system gives none.
  ///
  /// - Parameter giveBack: Called when it isn't needed any more, or isn't there.
  package init?(count: Int, giveBack: @escaping @Sendable () -> Void) {
    guard let memory = malloc(max(1, count)) else {
      giveBack()
      return nil
    }
    (space, self.giveBack) = (UnsafeMutableRawBufferPointer(start: memory, count: count), giveBack)
  }

  /// The bytes, which keep the memory.
  func data() throws(MediaError) -> DataBuffer {
    try DataBuffer(wrapping: space) { withExtendedLifetime(self) {} }
  }

  deinit {
    free(space.baseAddress)
    giveBack()
  }
}
