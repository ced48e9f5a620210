import COpenCaptureSystem

/// What becomes of memory as large as a picture's once it is let go of.
package enum LargeBlocks {
  /// Gives it back to the system, in the whole process from now on.
  ///
  /// By itself glibc would, from the first such block on, take those of its size out of its heaps, where what lies behind
  /// them keeps them from being given back.
  package static func giveBack() { csystem_give_back_blocks(256 << 10) }
}
