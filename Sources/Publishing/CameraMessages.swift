import Glibc
package import OpenCaptureMediaSamples
package import OpenCaptureMetadata
import OpenCaptureSystem

/// A builder of the JSON messages of a camera, as defined by `Documentation/schemas/publishing-1.json`.
package struct CameraMessages: Sendable {
  package let topics: PublishingTopics
  package let origin: MessageOrigin
  package let camera: String

  package init(site: String, origin: MessageOrigin, camera: String) {
    topics = PublishingTopics(site: site, host: origin.host, camera: camera)
    self.origin = origin
    self.camera = camera
  }

  private func line(_ sequence: Int) -> JSONLine {
    var line = JSONLine()
    line.add(origin, sequence: sequence)
    line.add("camera", camera)
    return line
  }

  // MARK: Detections

  /// Returns the message for an object that appeared, changed or disappeared.
  ///
  /// - Parameters:
  ///   - size: The size of the upright picture, which positions refer to.
  ///   - clock: The clock that converts time stamps to wall clock time.
  package func event(
    _ change: SightingTracker.Change, _ facts: FrameProperties, size: VideoDimensions, sequence: Int,
    _ clock: CaptureClock
  ) -> OutgoingMessage {
    let sighting = change.sighting
    var line = line(sequence)
    line.add(facts)
    line.add("size", [Double(size.width), Double(size.height)])
    line.add("event", change.kind.rawValue)
    line.add("track", origin.name(ofTrack: sighting.track))
    line.add("type", sighting.object.type.name)
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

  /// Returns the message for all objects of a frame, in pixels of the upright picture, with their track numbers.
  package func frame(
    _ objects: [any MetadataObject], _ tracks: [Int?], _ facts: FrameProperties, size: VideoDimensions,
    sequence: Int
  ) -> OutgoingMessage {
    var line = line(sequence)
    line.add(facts)
    line.add("size", [Double(size.width), Double(size.height)])
    let lines = zip(objects, tracks).map { object, track in
      var line = JSONLine()
      if let track { line.add("track", origin.name(ofTrack: track)) }
      line.add(object)
      return line
    }
    line.add("objects", lines)
    return OutgoingMessage(.transient, topic: topics.frame, line)
  }

  // MARK: Camera status

  /// Returns the message for an available camera, with counts of sent and lost messages.
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

  /// Returns the message for an unavailable camera; the broker publishes number 0 when the connection breaks.
  package func offline(sequence: Int) -> OutgoingMessage {
    var line = line(sequence)
    line.add("state", "offline")
    return OutgoingMessage(.state, topic: topics.status, line)
  }

  /// Returns the message for the start or end of a recording.
  package func recording(_ isRecording: Bool) -> OutgoingMessage {
    var line = JSONLine()
    line.add("v", MessageOrigin.version)
    line.add("host", origin.host)
    line.add("session", origin.session)
    line.add("camera", camera)
    line.add("recording", isRecording)
    return OutgoingMessage(.state, topic: topics.recording, line)
  }

  /// Returns the answer to a request; nil is success.
  package func answer(error: String?, topic: String) -> OutgoingMessage {
    var line = JSONLine()
    line.add("v", MessageOrigin.version)
    line.add("host", origin.host)
    line.add("session", origin.session)
    line.add("camera", camera)
    line.add("ok", error == nil)
    if let error { line.add("error", error) }
    return OutgoingMessage(.transient, topic: topic, line)
  }
}

/// The origin of live lines and messages: the host name and a random number for this run.
package struct MessageOrigin: Sendable, Hashable {
  /// The version of the message format.
  package static let version = 1

  package let host: String
  /// A random identifier of this run; track and sequence numbers are unique within a session.
  package let session: String

  package init(host: String, session: String) {
    self.host = host
    self.session = session
  }

  /// Creates the origin of this process.
  package init() {
    var name = [CChar](repeating: 0, count: 256)
    let isKnown = gethostname(&name, name.count - 1) == 0
    let host = String(characters: name)
    let session = UInt64.random(in: .min ... .max).hexadecimal
    self.init(host: isKnown && !host.isEmpty ? host : "localhost", session: session)
  }

  /// Returns the globally unique name of a track.
  package func name(ofTrack track: Int) -> String { "\(session)-\(track)" }
}

extension JSONLine {
  /// Adds the fields common to all live lines and messages: the origin and the sequence number.
  package mutating func add(_ origin: MessageOrigin, sequence: Int) {
    add("v", MessageOrigin.version)
    add("host", origin.host)
    add("session", origin.session)
    add("sequence", sequence)
  }
}
