package import OpenCaptureMediaSamples
package import OpenCaptureMetadata

/// Puts into words what is published of a camera: JSON, whose members `Documentation/schemas/publishing-1.json` tells.
package struct CameraMessages: Sendable {
  package let topics: PublishingTopics
  package let origin: LiveOrigin
  /// What the camera is called.
  package let camera: String

  package init(site: String, origin: LiveOrigin, camera: String) {
    topics = PublishingTopics(site: site, host: origin.host, camera: camera)
    (self.origin, self.camera) = (origin, camera)
  }

  private func line(_ sequence: Int) -> JSONLine {
    var line = JSONLine()
    line.add(origin, sequence: sequence)
    line.add("camera", camera)
    return line
  }

  // MARK: What is found

  /// That something came, changed or went.
  ///
  /// - Parameters:
  ///   - size: Of the upright picture, which places are in.
  ///   - clock: Says when something was seen.
  package func event(
    _ change: SightingBook.Change, _ facts: FrameFacts, size: VideoDimensions, sequence: Int, _ clock: CaptureClock
  ) -> OutgoingMessage {
    let sighting = change.sighting
    var line = line(sequence)
    line.add(facts)
    line.add("size", [Double(size.width), Double(size.height)])
    line.add("event", change.name)
    line.add("track", origin.name(ofTrack: sighting.track))
    line.add("type", sighting.object.type.rawValue)
    line.add("first", clock.wallTime(of: sighting.first).universal)
    line.add("last", clock.wallTime(of: sighting.last).universal)
    line.add("object", Self.object(sighting.object))
    line.add("best", Self.object(sighting.best))
    return OutgoingMessage(.event, topic: topics.event, line)
  }

  private static func object(_ object: any MetadataObject) -> JSONLine {
    var line = JSONLine()
    line.add(object)
    return line
  }

  /// All that is in a frame.
  ///
  /// - Parameters:
  ///   - objects: In pixels of the upright picture.
  ///   - tracks: Their numbers, as many.
  package func frame(
    _ objects: [any MetadataObject], _ tracks: [Int?], _ facts: FrameFacts, size: VideoDimensions, sequence: Int
  ) -> OutgoingMessage {
    var line = line(sequence)
    line.add(facts)
    line.add("size", [Double(size.width), Double(size.height)])
    line.add(
      "objects",
      zip(objects, tracks).map { object, track in
        var line = JSONLine()
        if let track { line.add("track", origin.name(ofTrack: track)) }
        line.add(object)
        return line
      })
    return OutgoingMessage(.passing, topic: topics.frame, line)
  }

  // MARK: What is with the camera

  /// That the camera is there, and what was lost on the way to the broker.
  package func online(_ counts: PublishingStatistics, sequence: Int) -> OutgoingMessage {
    var line = line(sequence)
    line.add("state", "online")
    line.add("captured", WallTime.now.universal)
    line.add("events", counts.eventCount)
    line.add("eventsWaiting", counts.waitingEventCount)
    line.add("eventsDropped", counts.droppedEventCount)
    line.add("frames", counts.frameCount)
    line.add("framesDropped", counts.droppedFrameCount)
    line.add("drops", counts.drops)
    return OutgoingMessage(.state, topic: topics.status, line)
  }

  /// That it isn't: what the broker says where the connection breaks, and is said at the end.
  ///
  /// - Parameter sequence: 0 for what the broker says, which has it from the beginning.
  package func offline(sequence: Int) -> OutgoingMessage {
    var line = line(sequence)
    line.add("state", "offline")
    return OutgoingMessage(.state, topic: topics.status, line)
  }

  /// What became of something that was asked for.
  ///
  /// - Parameter error: Why it wasn't done; nil where it was.
  package func answer(error: String?, topic: String) -> OutgoingMessage {
    var line = JSONLine()
    line.add("v", LiveOrigin.version)
    line.add("host", origin.host)
    line.add("session", origin.session)
    line.add("camera", camera)
    line.add("ok", error == nil)
    if let error { line.add("error", error) }
    return OutgoingMessage(.passing, topic: topic, line)
  }
}

extension SightingBook.Change {
  fileprivate var name: String {
    switch self {
    case .new: "new"
    case .update: "update"
    case .end: "end"
    }
  }
}
