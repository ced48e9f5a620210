import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePictures
import OpenCaptureProcessing

/// The message for a frame: the length of the note (32 bits, big-endian), the note, and the JPEG data.
///
/// One message contains both, so that overlays always match their picture.
struct FrameMessage {
  /// The length of the length field, in bytes.
  static let lengthByteCount = 4

  /// The part before the picture.
  let head: [UInt8]

  /// Creates the head of a message.
  init(note: String) {
    let note = Array(note.utf8)
    let length = UInt32(clamping: note.count)
    head = (0..<Self.lengthByteCount).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + note
  }

  /// Splits a message into the note and the offset of the picture; nil for an invalid message.
  static func parts(of message: [UInt8]) -> (note: String, picture: Int)? {
    guard message.count >= lengthByteCount else { return nil }
    let length = message.prefix(lengthByteCount).reduce(0) { $0 << 8 | Int($1) }
    guard length <= message.count - lengthByteCount else { return nil }
    let end = lengthByteCount + length
    return (String(decoding: message[lengthByteCount..<end], as: UTF8.self), end)
  }
}

/// The metadata sent with the picture of a frame.
///
/// Positions are in pixels of the upright picture, as in the output of `viewfinder --json`.
struct LiveFrameMetadata {
  /// The number of the published frame, from 0.
  let number: UInt64
  private let time: Double?
  private let size: VideoDimensions
  private let orientation: ImageOrientation
  private let objects: [any MetadataObject]

  /// Creates the metadata of a frame.
  ///
  /// - Parameter start: The time from which times of frames count.
  init(_ frame: Frame, number: UInt64, start: MediaTime) {
    let sample = frame.sampleBuffer
    let stored = sample.format.videoDimensions
    let upright = PictureTransform.uprightPixels(of: stored, orientation: sample.orientation)
    let time = sample.presentationTimeStamp - start
    self.number = number
    self.time = time.isNumeric ? time.seconds : nil
    size = stored.upright(sample.orientation)
    orientation = sample.orientation
    objects = frame.metadataObjects.map { $0.transformed(by: upright) }
  }

  /// The metadata as a JSON object.
  ///
  /// It contains the size of the upright picture, the orientation of the stored picture (TIFF 6.0, tag 274), and
  /// the objects.
  var json: String {
    var line = JSONLine()
    line.add("number", Int(clamping: number))
    line.add("time", time, digits: 6)
    line.add("size", [Double(size.width), Double(size.height)])
    line.add("orientation", Int(orientation.rawValue))
    line.add(
      "objects",
      objects.map { object in
        var line = JSONLine()
        line.add(object)
        return line
      })
    return line.text
  }

  /// The objects as one line of JSON each, for `/metadata`; empty without objects.
  var lines: String {
    objects.map { object in
      var line = JSONLine()
      line.add("frame", Int(clamping: number))
      line.add("time", time, digits: 6)
      line.add(object)
      return line.text + "\n"
    }.joined()
  }
}

/// An encoder of the JPEG pictures that all viewers share.
struct LivePictures: Sendable {
  /// The quality of pictures that are not JPEG yet, from 1 to 100.
  let quality: Int

  /// Returns a frame's picture as JPEG.
  ///
  /// - Throws: Errors of the decoder, `PictureError` when encoding fails, `MediaError` when out of memory.
  func picture(of sample: SampleBuffer) throws -> DataBuffer {
    try JPEGEncoder(quality: quality).picture(of: sample)
  }
}
