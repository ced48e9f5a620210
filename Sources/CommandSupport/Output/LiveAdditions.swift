import OpenCaptureFiles
package import OpenCaptureMediaSamples
package import OpenCaptureMetadata
package import OpenCaptureProcessing
package import OpenCapturePublishing

/// Additional members of a live output line: source, capture time, dropped frames and track.
///
/// Published messages have the same members.
package struct LiveAdditions: JSONLineFieldSource {
  private let origin: MessageOrigin
  private let drops: @Sendable () -> Int
  private let clock = CaptureClock()
  private var tracker: SightingTracker
  private var count = 0

  /// Starts counting lines.
  ///
  /// - Parameters:
  ///   - longestAbsence: The longest time out of sight after which an object keeps its track. Default: 2 s.
  ///   - drops: Returns the number of dropped frames since the camera started.
  package init(
    _ origin: MessageOrigin, longestAbsence: MediaTime = MediaTime(value: 2, timescale: 1),
    drops: @escaping @Sendable () -> Int
  ) {
    self.origin = origin
    self.drops = drops
    tracker = SightingTracker(longestAbsence: longestAbsence)
  }

  package mutating func additions(to frame: Frame) -> [JSONLine] {
    let sample = frame.sampleBuffer
    let upright = sample.uprightPixels
    let objects = frame.metadataObjects.map { $0.transformed(by: upright) }
    return tracks(of: objects, at: frame.presentationTimeStamp).map { line(sample, track: $0) }
  }

  /// Returns the tracks of the objects in the next frame, the same as in published messages.
  ///
  /// - Parameters:
  ///   - objects: The objects, in pixels of the upright picture.
  ///   - time: The frame's capture time.
  package mutating func tracks(of objects: [any MetadataObject], at time: MediaTime) -> [Int?] {
    tracker.take(objects, at: time).tracks
  }

  /// Returns the additional members for an object in the next line.
  package mutating func line(_ sample: SampleBuffer, track: Int?) -> JSONLine {
    var line = JSONLine()
    count += 1
    line.add(origin, sequence: count)
    line.add(FrameProperties(sample, drops: drops(), clock))
    if let track { line.add("track", origin.name(ofTrack: track)) }
    return line
  }
}

extension SampleBuffer {
  /// The transform from device coordinates to pixels of the upright picture.
  package var uprightPixels: PictureTransform {
    .uprightPixels(of: format.videoDimensions, orientation: orientation)
  }
}
