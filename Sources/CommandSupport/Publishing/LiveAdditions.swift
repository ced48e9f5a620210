import OpenCaptureFiles
package import OpenCaptureMediaSamples
package import OpenCaptureMetadata
package import OpenCaptureProcessing
package import OpenCapturePublishing

/// What a live line says beside what was found: whose it is, when the frame was captured, what was lost, and which track it is;
/// the same as is published.
package struct LiveAdditions: LineAdditions {
  private let origin: LiveOrigin
  private let drops: @Sendable () -> Int
  private let clock = CaptureClock()
  private var book: SightingBook
  private var count = 0

  /// Begins to count lines.
  ///
  /// - Parameters:
  ///   - patience: For how long something can be out of sight and still be the same; default 2 s.
  ///   - drops: Says how many frames were lost since the camera began to stream.
  package init(
    _ origin: LiveOrigin, patience: MediaTime = MediaTime(value: 2, timescale: 1),
    drops: @escaping @Sendable () -> Int
  ) {
    (self.origin, self.drops) = (origin, drops)
    book = SightingBook(patience: patience)
  }

  package mutating func additions(to frame: Frame) -> [JSONLine] {
    let sample = frame.sampleBuffer
    let upright = PictureTransform.uprightPixels(
      of: sample.formatDescription.dimensions, orientation: sample.orientation)
    let objects = frame.metadataObjects.map { $0.transformed(by: upright) }
    return tracks(of: objects, at: frame.presentationTimeStamp).map { line(sample, track: $0) }
  }

  /// The number of each object of the next frame, as what is published has them.
  ///
  /// - Parameters:
  ///   - objects: In pixels of the upright picture.
  ///   - time: When the frame was captured.
  package mutating func tracks(of objects: [any MetadataObject], at time: MediaTime) -> [Int?] {
    book.take(objects, at: time).tracks
  }

  /// What the next line says of an object.
  package mutating func line(_ sample: SampleBuffer, track: Int?) -> JSONLine {
    var line = JSONLine()
    count += 1
    line.add(origin, sequence: count)
    line.add(FrameFacts(sample, drops: drops(), clock))
    if let track { line.add("track", origin.name(ofTrack: track)) }
    return line
  }
}
