import Testing

@testable import OpenCapturePublishing

@Suite("Broker addresses and topics")
struct AddressTests {
  @Test("An address has a scheme, a host and a site, and optionally a user and a port")
  func parts() throws {
    let short = try BrokerAddress("mqtt://broker.local/hall")
    #expect((short.host, short.port, short.site) == ("broker.local", 1883, "hall"))
    #expect(short.user == nil && !short.isEncrypted)
    let long = try BrokerAddress("MQTTS://door%40home@[::1]:8884/a%20b")
    #expect((long.host, long.port, long.site) == ("::1", 8884, "a b"))
    #expect(long.user == "door@home" && long.isEncrypted && "\(long)" == "[::1]:8884")
    #expect(try BrokerAddress("mqtts://h/s").port == 8883)
  }

  @Test("A password in an address is rejected with a reason and not repeated")
  func password() {
    let error = #expect(throws: PublishingError.self) { try BrokerAddress("mqtt://me:s3cret@broker/hall") }
    #expect(error?.code == .invalidAddress)
    let text = error?.description ?? "s3cret"
    #expect(text.contains("visible to all users of the system") && !text.contains("s3cret"))
    // Also not repeated if the address has another error.
    for text in ["http://me:s3cret@broker/hall", "mqtt://me:s3cret@broker", "mqtt://me:s3:cret@h@x/a/b"] {
      let error = #expect(throws: PublishingError.self) { try BrokerAddress(text) }
      let text = error?.description ?? "s3"
      #expect(!text.contains("s3"))
    }
  }

  @Test(
    "An invalid address is rejected",
    arguments: [
      "", "broker/hall", "http://broker/hall", "mqtt://broker", "mqtt://broker/", "mqtt:///hall", "mqtt://b:0/h",
      "mqtt://b:99999/h", "mqtt://b:x/h", "mqtt://b/a/b", "mqtt://b/a+b", "mqtt://b/%23", "mqtt://b/%zz",
      "mqtt://b/%ff",
      "mqtt://[::1/h", "mqtt://[::1]x/h", "mqtt://b c/h",
    ])
  func wrong(_ text: String) {
    #expect(throws: PublishingError.self) { try BrokerAddress(text) }
  }

  @Test("Names become topic levels without special characters, never empty and of limited length")
  func levels() {
    let topics = PublishingTopics(site: "hall", host: "a/b", camera: "usb-0000:00:14.0/#1+\u{0}")
    #expect(topics.event == "opencapture/1/hall/a-b/usb-0000:00:14.0--1--/event")
    #expect(PublishingTopics(site: "s", host: "", camera: "c").status == "opencapture/1/s/unnamed/c/status")
    let long = PublishingTopics(site: "s", host: "h", camera: String(repeating: "é", count: 5000))
    #expect(long.base.utf8.count < 300)
  }

  @Test("A client identifier suits all brokers, is the same in each run, and differs between cameras")
  func clients() {
    let one = PublishingTopics(site: "s", host: "h", camera: "1")
    let two = PublishingTopics(site: "s", host: "h", camera: "2")
    #expect(one.clientID == PublishingTopics(site: "s", host: "h", camera: "1").clientID)
    #expect(one.clientID != two.clientID)
    #expect(one.clientID.utf8.count == 23 && one.clientID.allSatisfy { $0.isLetter || $0.isNumber })
  }

  @Test("A response topic must be valid and outside OpenCapture's topics")
  func answers() {
    #expect(PublishingTopics.isValidResponseTopic("me/answers/1"))
    for topic in [
      "", "a/#", "+/a", "opencapture/1/s/h/c/status", "homeassistant/sensor/x/config", "$SYS/x", "a\u{0}",
    ] {
      #expect(!PublishingTopics.isValidResponseTopic(topic))
    }
  }
}
