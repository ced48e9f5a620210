import Testing

@testable import OpenCapturePublishing

@Suite("Where a broker is, and what topics there are")
struct AddressTests {
  @Test("An address has a scheme, a host and a site, and may have a user and a port")
  func parts() throws {
    let short = try BrokerAddress("mqtt://broker.local/hall")
    #expect((short.host, short.port, short.site) == ("broker.local", 1883, "hall"))
    #expect(short.user == nil && !short.isEncrypted)
    let long = try BrokerAddress("MQTTS://door%40home@[::1]:8884/a%20b")
    #expect((long.host, long.port, long.site) == ("::1", 8884, "a b"))
    #expect(long.user == "door@home" && long.isEncrypted && "\(long)" == "[::1]:8884")
    #expect(try BrokerAddress("mqtts://h/s").port == 8883)
  }

  @Test("A password in an address is refused, with a word why, and not repeated")
  func password() {
    let error = #expect(throws: PublishingError.self) { try BrokerAddress("mqtt://me:s3cret@broker/hall") }
    #expect(error?.code == .invalidAddress)
    let words = error?.description ?? "s3cret"
    #expect(words.contains("all of the machine's users can read") && !words.contains("s3cret"))
    // Nor where something else is wrong as well.
    for text in ["http://me:s3cret@broker/hall", "mqtt://me:s3cret@broker", "mqtt://me:s3:cret@h@x/a/b"] {
      let error = #expect(throws: PublishingError.self) { try BrokerAddress(text) }
      let words = error?.description ?? "s3"
      #expect(!words.contains("s3"))
    }
  }

  @Test(
    "What is no address is told as such",
    arguments: [
      "", "broker/hall", "http://broker/hall", "mqtt://broker", "mqtt://broker/", "mqtt:///hall", "mqtt://b:0/h",
      "mqtt://b:99999/h", "mqtt://b:x/h", "mqtt://b/a/b", "mqtt://b/a+b", "mqtt://b/%23", "mqtt://b/%zz",
      "mqtt://b/%ff",
      "mqtt://[::1/h", "mqtt://[::1]x/h", "mqtt://b c/h",
    ])
  func wrong(_ text: String) {
    #expect(throws: PublishingError.self) { try BrokerAddress(text) }
  }

  @Test("Names become levels of a topic: what has a meaning there is replaced, and none is empty or endless")
  func levels() {
    let topics = PublishingTopics(site: "hall", host: "a/b", camera: "usb-0000:00:14.0/#1+\u{0}")
    #expect(topics.event == "opencapture/1/hall/a-b/usb-0000:00:14.0--1--/event")
    #expect(PublishingTopics(site: "s", host: "", camera: "c").status == "opencapture/1/s/unnamed/c/status")
    let long = PublishingTopics(site: "s", host: "h", camera: String(repeating: "é", count: 5000))
    #expect(long.base.utf8.count < 300)
  }

  @Test("A camera's client has a name that all brokers take, the same in each run, and another for each camera")
  func clients() {
    let (one, two) = (
      PublishingTopics(site: "s", host: "h", camera: "1"), PublishingTopics(site: "s", host: "h", camera: "2")
    )
    #expect(one.clientID == PublishingTopics(site: "s", host: "h", camera: "1").clientID)
    #expect(one.clientID != two.clientID)
    #expect(one.clientID.utf8.count == 23 && one.clientID.allSatisfy { $0.isLetter || $0.isNumber })
  }

  @Test("Who asks doesn't choose a topic of ours for the answer, nor one that isn't one")
  func answers() {
    #expect(PublishingTopics.isForAnswers("me/answers/1"))
    for topic in [
      "", "a/#", "+/a", "opencapture/1/s/h/c/status", "homeassistant/sensor/x/config", "$SYS/x", "a\u{0}",
    ] {
      #expect(!PublishingTopics.isForAnswers(topic))
    }
  }
}
