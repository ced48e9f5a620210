import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

/// What is told of a frame along with its picture.
///
/// Places are in pixels of the upright picture, as in the lines of `viewfinder --json`.
struct FrameNote {
  /// The number of the frame among those that were shown, from 0.
  let number: UInt64
  private let time: Double?
  private let size: VideoDimensions
  private let orientation: ImageOrientation
  private let objects: [any MetadataObject]

  /// Takes note of a frame.
  ///
  /// - Parameter start: The time that others count from.
  init(_ frame: Frame, number: UInt64, start: MediaTime) {
    let sample = frame.sampleBuffer
    let stored = sample.formatDescription.dimensions
    let upright = PictureTransform.uprightPixels(of: stored, orientation: sample.orientation)
    let time = sample.presentationTimeStamp - start
    (self.number, self.time) = (number, time.isNumeric ? time.seconds : nil)
    (size, orientation) = (stored.upright(sample.orientation), sample.orientation)
    objects = frame.metadataObjects.map { $0.transformed(by: upright) }
  }

  /// The size of the upright picture, how the stored one is turned and mirrored to become that (TIFF 6.0, tag 274), and
  /// what was found: as an object of JSON.
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

  /// What was found, a line each, for `/metadata`; empty for nothing.
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
