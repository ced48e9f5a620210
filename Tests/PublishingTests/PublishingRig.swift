import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCaptureSystem

@testable import OpenCapturePublishing

/// A fake broker whose behaviour the test controls.
final class FakeBroker: Broker {
  struct State: Lockable {
    var sent: [OutgoingMessage] = []
    var subscriptions: [String] = []
    var isThere = true
    var isEnded = false
    var refusedTopic: String?
    var tell: (@Sendable (BrokerEvent) -> Void)?
  }

  let state = Monitor(State())

  func start(_ tell: @escaping @Sendable (BrokerEvent) -> Void) { state.update { $0.tell = tell } }

  func resume() {}

  func publish(_ message: OutgoingMessage) -> PublishResult {
    state.update { state in
      guard state.isThere else { return .withoutConnection }
      if state.refusedTopic == message.topic { return .refused }
      state.sent.append(message)
      return .accepted(state.sent.count)
    }
  }

  func subscribe(to topic: String) { state.update { $0.subscriptions.append(topic) } }

  func end() { state.update { $0.isEnded = true } }

  /// Returns the messages sent under topics with a suffix.
  func sent(_ ending: String) -> [OutgoingMessage] {
    state.withLock { $0.sent.filter { $0.topic.hasSuffix(ending) } }
  }

  func tell(_ event: BrokerEvent) { state.withLock { $0.tell }?(event) }
}

extension OutgoingMessage {
  /// The members of the JSON payload.
  var members: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(payload))) as? [String: Any] ?? [:]
  }

  func text(_ name: String) -> String? { members[name] as? String }

  func number(_ name: String) -> Int? { members[name] as? Int }

  static func event(_ text: String) -> OutgoingMessage {
    OutgoingMessage(.event, topic: "t/event", payload: Array(text.utf8))
  }

  var words: String { String(decoding: payload, as: UTF8.self) }
}

/// Detections for tests, in the unit square.
enum TestDetections {
  static func code(_ text: String, x: Double = 0.25, side: Double = 0.25, at time: MediaTime = .invalid)
    -> MachineReadableCodeObject
  {
    MachineReadableCodeObject(
      type: .qr, cornerPoints: Corners(Rect(x: x, y: 0.25, width: side, height: side)), bytes: Array(text.utf8),
      stringValue: text, time: time, engine: "test")
  }

  static func face(_ id: Int, x: Double = 0.5, side: Double = 0.25, roll: Double? = nil) -> FaceObject {
    FaceObject(faceID: id, boundingBox: Rect(x: x, y: 0.25, width: side, height: side), roll: roll)
  }

  static func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds, preferredTimescale: 1000) }

  /// Returns a frame of 80 × 40 pixels.
  static func frame(_ seconds: Double, _ objects: [any MetadataObject] = []) throws -> Frame {
    let timing = SampleTiming(presentationTimeStamp: Self.seconds(seconds))
    let pixels = try PixelBuffer(format: .grey, width: 80, height: 40)
    return Frame(
      SampleBuffer(pixelBuffer: pixels, timing: timing, sequenceNumber: UInt64(seconds * 10)),
      metadataObjects: objects)
  }
}

extension CameraMessages {
  static let test = CameraMessages(
    site: "hall", origin: MessageOrigin(host: "pi", session: "00000000000000ab"), camera: "usb/door")
}
