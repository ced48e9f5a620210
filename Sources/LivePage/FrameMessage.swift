import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

/// The message for a frame: the length of the note (32 bits, big-endian), the note, and the JPEG data.
///
/// One message contains both, so that overlays always match their picture.
struct FrameMessage {
  /// The part before the picture.
  let head: [UInt8]

  init(note: String) {
    let note = Array(note.utf8)
    let length = UInt32(clamping: note.count)
    head = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + note
  }
}

/// The metadata sent with a frame, in pixels of the upright picture as in the output of `viewfinder --json`.
struct LiveFrameMetadata {
  /// The number of the published frame, from 0.
  let number: UInt64
  private let time: Double?
  private let size: VideoDimensions
  private let orientation: ImageOrientation
  private let objects: [any MetadataObject]

  /// Creates the metadata of a frame, whose time counts from `start`.
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

  /// The upright picture's size, the stored picture's orientation (TIFF 6.0, tag 274) and the objects, as JSON.
  var json: String {
    var line = JSONLine()
    line.add("number", Int(clamping: number))
    line.add("time", time, digits: 6)
    line.add("size", [Double(size.width), Double(size.height)])
    line.add("orientation", Int(orientation.rawValue))
    let members = objects.map { object in
      var line = JSONLine()
      line.add(object)
      return line
    }
    line.add("objects", members)
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
