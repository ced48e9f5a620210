import Glibc

/// Memory for rows in between; zeros at first, gone with the end of the scope.
struct ScratchMemory: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer

  /// Takes at least `count` bytes.
  init(count: Int, _ task: DecodingTask) throws(PictureError) {
    guard let base = calloc(max(count, 1), 1) else { throw task.noMemory() }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  deinit { free(bytes.baseAddress) }
}
