import OpenCaptureMetadata

/// The messages of Home Assistant's MQTT discovery, which add a camera automatically.
package struct HomeAssistant: Sendable {
  /// The interval between pictures for Home Assistant, which does not request them; in seconds.
  package static let snapshotInterval = 10.0

  private let messages: CameraMessages

  package init(_ messages: CameraMessages) { self.messages = messages }

  /// The retained messages for the camera, its last code, and its number of faces.
  package var discovery: [OutgoingMessage] { [camera, lastCode, faces] }

  private var camera: OutgoingMessage {
    message("camera", "picture", "Picture") { $0.add("topic", messages.topics.snapshot) }
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
    return OutgoingMessage(.state, topic: "homeassistant/\(component)/\(identifier)/\(part)/config", line)
  }
}
