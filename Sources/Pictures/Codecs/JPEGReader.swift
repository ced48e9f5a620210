import COpenCaptureJPEG
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A wrapper of the C reader for the bytes of a task.
struct JPEGReader: ~Copyable {
  private let task: DecodingTask
  private let reader: OpaquePointer
  let header: cjpeg_header

  /// Reads the header.
  init(_ task: DecodingTask) throws(PictureError) {
    let bytes = task.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard let reader = cjpeg_reader_create(bytes, task.bytes.count, !task.options.acceptsDamage) else {
      throw task.noMemory()
    }
    cjpeg_reader_set_stop_callback(reader) { WorkLimit.isReached }
    var header = cjpeg_header()
    if let error = Self.error(cjpeg_read_header(reader, &header), reader, task) {
      cjpeg_reader_destroy(reader)
      throw error
    }
    self.task = task
    self.reader = reader
    self.header = header
  }

  deinit { cjpeg_reader_destroy(reader) }

  var dimensions: VideoDimensions { VideoDimensions(width: header.width, height: header.height) }

  /// Starts decoding to packed pixels, and returns the size of the decoded picture.
  func start(_ pixels: cjpeg_pixels, denominator: Int = 1) throws(PictureError) -> VideoDimensions {
    var options = cjpeg_options(
      pixels: pixels, denominator: UInt32(denominator),
      smooths_chroma: task.options.chromaUpsampling == .smooth)
    var size = VideoDimensions(width: 0, height: 0)
    if let error = error(cjpeg_start(reader, &options, &size.width, &size.height)) { throw error }
    return size
  }

  /// Reads all rows into a plane; returns the number of rows and the damage of the picture.
  func readRows(
    to plane: UnsafeMutableRawBufferPointer, bytesPerRow: Int, count: Int
  ) -> (count: Int, damage: PictureError?) {
    var read = 0
    let pixels = plane.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let failure = error(cjpeg_read_rows(reader, pixels, bytesPerRow, count, &read))
    return (read, failure ?? finish())
  }

  /// Starts decoding to the stored components.
  func startPlanes() throws(PictureError) -> [cjpeg_plane] {
    var planes = [cjpeg_plane](repeating: cjpeg_plane(), count: 4)
    if let error = error(cjpeg_start_planes(reader, &planes)) { throw error }
    return planes
  }

  /// Reads all components, and returns the damage of the picture.
  func readPlanes(_ planes: [cjpeg_plane]) -> PictureError? {
    error(cjpeg_read_planes(reader, planes)) ?? finish()
  }

  private func finish() -> PictureError? { error(cjpeg_finish(reader)) ?? error(cjpeg_damage(reader)) }

  private func error(_ status: cjpeg_status) -> PictureError? { Self.error(status, reader, task) }

  private static func error(
    _ status: cjpeg_status, _ reader: OpaquePointer, _ task: DecodingTask
  ) -> PictureError? {
    let message = String(cString: cjpeg_reader_message(reader))
    switch status {
    case CJPEG_OK: return nil
    case CJPEG_TRUNCATED:
      return PictureError(.truncated, subject: task.name, reason: "the JPEG data ends early")
    case CJPEG_UNSUPPORTED:
      return PictureError(
        .unsupportedFormat("JPEG"), subject: task.name, reason: "this type of JPEG is not supported (\(message))",
        hint: "convert it to PNG or baseline JPEG")
    case CJPEG_NO_MEMORY: return task.noMemory()
    case CJPEG_STOPPED: return PictureError.stopped(task.name)
    default:
      return PictureError(.corrupt, subject: task.name, reason: "the JPEG data is damaged (\(message))")
    }
  }
}
