import COpenCapturePNG
import OpenCaptureSystem

/// A wrapper of the C reader for the bytes of a task.
struct PNGReader: ~Copyable {
  private let task: DecodingTask
  private let reader: OpaquePointer
  let layout: cpng_layout

  /// Reads the chunks before the pixels.
  init(_ task: DecodingTask) throws(PictureError) {
    let bytes = task.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let endsEarly = !PNGChunks.areComplete(task.bytes.bytes)
    guard task.options.acceptsDamage || !endsEarly else { throw task.truncatedPNG() }
    guard let reader = cpng_reader_create(bytes, task.bytes.count, endsEarly) else { throw task.noMemory() }
    var layout = cpng_layout()
    if let error = Self.error(cpng_start(reader, &layout), reader, task) {
      cpng_reader_destroy(reader)
      throw error
    }
    self.task = task
    self.reader = reader
    self.layout = layout
  }

  deinit { cpng_reader_destroy(reader) }

  /// Reads rows of a picture that isn't interlaced; returns their number, and the failure that prevented others.
  func readRows(
    to strip: UnsafeMutableRawBufferPointer, bytesPerRow: Int, count: Int
  ) -> (count: Int, failure: PictureError?) {
    var read = 0
    let bytes = strip.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let failure = error(cpng_read_rows(reader, bytes, bytesPerRow, count, &read))
    return (read, failure)
  }

  /// Reads all rows of an interlaced picture.
  func readInterlaced(to strip: UnsafeMutableRawBufferPointer, bytesPerRow: Int) -> PictureError? {
    let rows = strip.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return error(cpng_read_interlaced(reader, rows, bytesPerRow) { WorkLimit.isReached })
  }

  /// Reads the rest of the file, and returns the damage of the picture.
  func finish() -> PictureError? { error(cpng_finish(reader)) ?? error(cpng_damage(reader)) }

  private func error(_ status: cpng_status) -> PictureError? { Self.error(status, reader, task) }

  private static func error(_ status: cpng_status, _ reader: OpaquePointer, _ task: DecodingTask) -> PictureError? {
    switch status {
    case CPNG_OK: nil
    case CPNG_TRUNCATED: task.truncatedPNG()
    case CPNG_NO_MEMORY: task.noMemory()
    case CPNG_STOPPED: PictureError.stopped(task.name)
    default: task.corruptPNG(String(cString: cpng_reader_message(reader)))
    }
  }
}
