import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// Memory of a decoded frame that another process can map.
package struct FrameBlock: Sendable {
  /// The descriptor of the file, whose size is fixed, valid as long as the frame.
  package var file: Int32
  /// The number of the block in this process; blocks are used again for later frames.
  package var number: Int64
  /// The offset of the frame's first plane in the file, in bytes, minus that plane's offset in its layout.
  package var offset: Int

  /// Describes the memory of a frame; nil if the sample has been converted to other memory.
  init?(of frame: cffmpeg_frame, for sample: SampleBuffer) {
    guard let block = frame.block?.pointee, let pixels = sample.pixelBuffer else { return nil }
    let start = pixels.withUnsafePlane(0) { UInt(bitPattern: $0.baseAddress) }
    let blockStart = UInt(bitPattern: block.start)
    guard start >= blockStart, start - blockStart < block.count else { return nil }
    file = block.file
    number = block.number
    offset = Int(start - blockStart) - pixels.layout.planes[0].offset
  }
}
