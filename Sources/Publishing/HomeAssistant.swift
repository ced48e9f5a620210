import OpenCaptureMetadata

/// The messages of Home Assistant's MQTT discovery, which add a camera automatically.
package struct HomeAssistant: Sendable {
  /// The interval between pictures for Home Assistant, which does not request them; in seconds.
  package static let snapshotInterval = 10.0

  private let messages: CameraMessages
  private let takesCommands: Bool
  private let version: String?

  /// Creates the messages of a camera.
  ///
  /// - Parameters:
  ///   - takesCommands: Whether the camera takes photos and records on command.
  ///   - version: The version of the program; nil if unknown.
  package init(_ messages: CameraMessages, takesCommands: Bool, version: String?) {
    self.messages = messages
    self.takesCommands = takesCommands
    self.version = version
  }

  /// The retained messages for the picture, the codes and the faces, and for photos and recording.
  ///
  /// Without commands, empty messages remove the button and the switch of an earlier run.
  package var discovery: [OutgoingMessage] {
    [camera, scan, lastCode, faces]
      + [photo, recording].map { message in
        takesCommands ? message : OutgoingMessage(.state, topic: message.topic, payload: [])
      }
  }

  private var camera: OutgoingMessage {
    message("camera", "picture", "Picture") { $0.add("topic", messages.topics.snapshot) }
  }

  /// An event for each code that appears, so that the same code triggers again when it is shown again.
  private var scan: OutgoingMessage {
    message("event", "scan", "Code") { line in
      line.add("icon", "mdi:qrcode-scan")
      line.add("state_topic", messages.topics.event)
      line.add("event_types", json: "[\(JSONLine.quoted(Self.scanEvent))]")
      // Home Assistant ignores empty results.
      line.add(
        "value_template",
        """
        {% if value_json.event == 'new' and value_json.type != 'face' %}\
        {{ {'event_type': '\(Self.scanEvent)', 'text': value_json.object.get('text'), \
        'bytes': value_json.object.get('bytes'), 'type': value_json.type, 'track': value_json.track, 'captured': value_json.captured} | to_json }}\
        {% endif %}
        """)
    }
  }

  private static let scanEvent = "code"

  private var photo: OutgoingMessage {
    message("button", "photo", "Take a photo") { line in
      line.add("icon", "mdi:camera")
      line.add("command_topic", messages.topics.command)
      line.add("payload_press", #"{"command":"photo"}"#)
    }
  }

  private var recording: OutgoingMessage {
    message("switch", "recording", "Recording") { line in
      line.add("icon", "mdi:record-rec")
      line.add("command_topic", messages.topics.command)
      line.add("payload_on", #"{"command":"record","on":true}"#)
      line.add("payload_off", #"{"command":"record","on":false}"#)
      line.add("state_topic", messages.topics.recording)
      line.add("value_template", "{{ 'ON' if value_json.recording else 'OFF' }}")
      line.add("state_on", "ON")
      line.add("state_off", "OFF")
    }
  }

  private var lastCode: OutgoingMessage {
    message("sensor", "code", "Last code") { line in
      line.add("icon", "mdi:qrcode")
      line.add("state_topic", messages.topics.event)
      // A sensor's state has at most 255 characters.
      line.add(
        "value_template",
        """
        {{ (value_json.object.text or '')[:255] \
        if value_json.event == 'new' and value_json.type != 'face' else this.state }}
        """)
    }
  }

  private var faces: OutgoingMessage {
    message("sensor", "faces", "Faces") { line in
      line.add("icon", "mdi:face-recognition")
      line.add("state_topic", messages.topics.frame)
      line.add("state_class", "measurement")
      line.add("value_template", "{{ value_json.objects | selectattr('type', 'eq', 'face') | list | count }}")
    }
  }

  private func message(
    _ component: String, _ part: String, _ name: String, _ add: (inout JSONLine) -> Void
  ) -> OutgoingMessage {
    let identifier = messages.topics.identifier
    var line = JSONLine()
    line.add("unique_id", "\(identifier)_\(part)")
    line.add("name", name)
    add(&line)
    line.add("availability_topic", messages.topics.status)
    line.add("availability_template", "{{ value_json.state }}")
    line.add("payload_available", "online")
    line.add("payload_not_available", "offline")
    var device = JSONLine()
    device.add("identifiers", identifier)
    device.add("name", "\(messages.camera) at \(messages.origin.host)")
    device.add("manufacturer", "OpenCapture")
    line.add("device", device)
    var origin = JSONLine()
    origin.add("name", "OpenCapture")
    if let version { origin.add("sw_version", version) }
    line.add("origin", origin)
    return OutgoingMessage(.state, topic: "homeassistant/\(component)/\(identifier)/\(part)/config", line)
  }
}
