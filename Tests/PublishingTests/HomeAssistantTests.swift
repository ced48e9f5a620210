import Foundation
import Testing

@testable import OpenCapturePublishing

@Suite("Home Assistant discovery")
struct HomeAssistantTests {
  /// The configuration variables that Home Assistant documents for an MQTT entity of each kind.
  ///
  /// From home-assistant.io/integrations: `camera.mqtt`, `event.mqtt`, `sensor.mqtt`, `button.mqtt`, `switch.mqtt`.
  private static let documented: [String: (required: Set<String>, optional: Set<String>)] = [
    "camera": (["topic"], ["image_encoding"]),
    "event": (["event_types", "state_topic"], ["device_class", "value_template"]),
    "sensor": (
      ["state_topic"],
      [
        "device_class", "expire_after", "force_update", "options", "state_class", "suggested_display_precision",
        "unit_of_measurement", "value_template",
      ]
    ),
    "button": (["command_topic"], ["command_template", "device_class", "payload_press", "retain"]),
    "switch": (
      ["command_topic"],
      [
        "device_class", "optimistic", "payload_off", "payload_on", "retain", "state_off", "state_on", "state_topic",
        "value_template",
      ]
    ),
  ]

  /// The documented variables of all entities.
  private static let common: Set = [
    "availability", "availability_mode", "availability_template", "availability_topic", "default_entity_id",
    "device",
    "enabled_by_default", "encoding", "entity_category", "entity_picture", "icon", "json_attributes_template",
    "json_attributes_topic", "name", "origin", "payload_available", "payload_not_available", "qos", "unique_id",
  ]

  private static let device: Set = [
    "configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model", "model_id", "name",
    "serial_number", "suggested_area", "sw_version", "via_device",
  ]

  private func discovery(takesCommands: Bool = true) -> [OutgoingMessage] {
    HomeAssistant(.test, takesCommands: takesCommands, version: "1.2.3").discovery
  }

  private func object(_ message: OutgoingMessage) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any])
  }

  private func component(_ message: OutgoingMessage) -> String { String(message.topic.split(separator: "/")[1]) }

  @Test("Each message has the required variables of its kind of entity, and no undocumented ones")
  func documentedVariables() throws {
    let messages = discovery()
    #expect(messages.map(component) == ["camera", "event", "sensor", "sensor", "button", "switch"])
    for message in messages {
      let object = try object(message)
      let names = Set(object.keys)
      let variables = try #require(Self.documented[component(message)])
      #expect(variables.required.isSubset(of: names))
      #expect(names.subtracting(variables.required).subtracting(variables.optional).isSubset(of: Self.common))
      for (name, value) in object where !["device", "origin", "event_types"].contains(name) {
        #expect(value is String, "\(name) is not a text")
      }
      let device = try #require(object["device"] as? [String: Any])
      #expect(Set(device.keys).isSubset(of: Self.device) && device["identifiers"] is String)
      #expect(object["origin"] as? [String: String] == ["name": "OpenCapture", "sw_version": "1.2.3"])
    }
  }

  @Test("Messages are retained, have unique names, and share the camera's availability")
  func topics() throws {
    let messages = discovery()
    #expect(Set(messages.compactMap { $0.text("unique_id") }).count == messages.count)
    #expect(Set(messages.map(\.topic)).count == messages.count)
    for message in messages {
      #expect(
        message.kind == .state && message.topic.hasPrefix("homeassistant/") && message.topic.hasSuffix("/config"))
      #expect(!message.topic.contains { !($0.isLetter || $0.isNumber || "/_-".contains($0)) })
      #expect(message.text("availability_topic") == CameraMessages.test.topics.status)
      #expect(message.text("availability_template") == "{{ value_json.state }}")
    }
  }

  @Test("Entities read the topics of the camera, and their commands are those that the camera accepts")
  func commands() throws {
    let messages = discovery()
    let topics = CameraMessages.test.topics
    #expect(messages[0].text("topic") == topics.snapshot)
    #expect(messages[1].text("state_topic") == topics.event)
    #expect(try object(messages[1])["event_types"] as? [String] == ["code"])
    #expect(messages[2].text("state_topic") == topics.event && messages[3].text("state_topic") == topics.frame)
    #expect(
      messages[4].text("command_topic") == topics.command && messages[5].text("command_topic") == topics.command)
    #expect(messages[4].text("payload_press") == #"{"command":"photo"}"#)
    #expect(messages[5].text("payload_on") == #"{"command":"record","on":true}"#)
    #expect(messages[5].text("payload_off") == #"{"command":"record","on":false}"#)
    #expect(messages[5].text("state_topic") == topics.recording)
  }

  @Test("Without commands, empty retained messages remove the button and the switch of an earlier run")
  func removal() {
    let all = discovery()
    let messages = discovery(takesCommands: false)
    #expect(messages.map(\.topic) == all.map(\.topic))
    #expect(messages.prefix(4).map(\.payload) == all.prefix(4).map(\.payload))
    #expect(messages.suffix(2).allSatisfy { $0.payload.isEmpty && $0.kind == .state })
  }
}
