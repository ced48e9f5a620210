import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@testable import OpenCaptureLivePage

extension FrameMessage {
  /// Splits a message into the note and the offset of the picture; nil for an invalid message.
  static func parts(of message: [UInt8]) -> (note: String, picture: Int)? {
    guard message.count >= 4 else { return nil }
    let end = 4 + message.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return end <= message.count ? (String(decoding: message[4..<end], as: UTF8.self), end) : nil
  }
}

@Suite("Messages")
struct MessageTests {
  @Test(
    "A page sends its token, acknowledgements and its visibility",
    arguments: [
      (#"{"token":"abc"}"#, ViewerMessage.token("abc")), (#"{"drawn":18446744073709551615}"#, .drawn(.max)),
      (#"{ "hidden" : true }"#, .hidden(true)),
    ])
  func viewerMessages(text: String, message: ViewerMessage) throws {
    #expect(try ViewerMessage(Array(text.utf8)) == message)
  }

  @Test(
    "Unknown messages are rejected",
    arguments: [
      "", "{", "[]", "{}", "null", #"{"drawn":-1}"#, #"{"drawn":1.5}"#, #"{"drawn":"1"}"#,
      #"{"drawn":1,"hidden":true}"#,
      #"{"token":null}"#, "{\"token\":\"" + String(repeating: "a", count: 300) + "\"}", "\u{FF}",
    ])
  func invalidMessage(text: String) {
    #expect(throws: LivePageError.self) { try ViewerMessage(Array(text.utf8)) }
  }

  @Test(
    "Valid commands are parsed",
    arguments: [
      (#"{"command":"zoom","value":2}"#, LiveCommand.zoom(2)), (#"{"command":"camera","id":"a"}"#, .camera("a")),
      (#"{"command":"peaking","on":true}"#, .peaking(true)), (#"{"command":"photo"}"#, .photo),
      (#"{"command":"record","on":false}"#, .record(false)),
      (#"{"command":"center-stage","on":true}"#, .centerStage(true)),
      (#"{"command":"point","x":0.25,"y":1}"#, .point(Point(x: 0.25, y: 1))),
      (#"{"command":"focus","automatic":true}"#, .focus(.automatic)),
      (#"{"command":"exposure","value":-0.5}"#, .exposure(.value(-0.5))),
      (#"{"command":"white-balance","locked":true}"#, .whiteBalance(.locked)),
      (#"{"command":"control","name":"gain","value":-7}"#, .control(name: "gain", value: -7)),
      (#"{"command":"reset-control","name":"gain"}"#, .resetControl(name: "gain")),
      (#"{"command":"reset-control"}"#, .resetControl(name: nil)),
    ])
  func commands(json: String, command: LiveCommand) throws {
    #expect(try LiveCommand(json: Array(json.utf8)) == command)
  }

  @Test(
    "Invalid commands are rejected with an error",
    arguments: [
      "", "[]", "{}", #"{"command":1}"#, #"{"command":"zoom"}"#, #"{"command":"zoom","value":1e999}"#,
      #"{"command":"point","x":1.5,"y":0}"#, #"{"command":"point","x":0}"#, #"{"command":"reboot"}"#,
      #"{"command":"control","name":"gain"}"#, #"{"command":"control","value":1}"#,
      #"{"command":"control","name":"gain","value":0.5}"#, #"{"command":"control","name":"gain","value":1e30}"#,
      #"{"command":"record"}"#, String(repeating: "[", count: 4000),
    ])
  func refusedCommands(json: String) {
    let error = #expect(throws: LivePageError.self) { try LiveCommand(json: Array(json.utf8)) }
    #expect(error?.code == .invalidMessage)
  }

  @Test("The state contains all controls of the camera for pages with control, and none for others")
  func settings() throws {
    var state = LiveState()
    state.settings = [
      LiveState.Setting(
        name: "gain", label: "Gain", kind: .number, value: 20, text: "20", range: 1...64, usual: 16)
    ]
    func settings(_ access: LiveAccess) throws -> [[String: Any]] {
      let json = try JSONSerialization.jsonObject(with: Data(state.json(access: access))) as? [String: Any]
      return try #require((json?["state"] as? [String: Any])?["settings"] as? [[String: Any]])
    }
    let setting = try #require(try settings(.control).first)
    #expect(setting["name"] as? String == "gain" && setting["kind"] as? String == "number")
    #expect(setting["usual"] as? Int == 16 && setting["greatest"] as? Int == 64)
    #expect(try settings(.look).isEmpty)
  }

  @Test("A frame's note contains number, time, size, and detections in pixels of the upright picture")
  func note() throws {
    let frame = try Self.frame(at: MediaTime(value: 5, timescale: 2))
    let note = LiveFrameMetadata(frame, number: 7, start: MediaTime(value: 2, timescale: 1))
    #expect(
      note.json
        == #"{"number":7,"time":0.5,"size":[20,40],"orientation":6,"objects":[{"type":"face","id":3,"bounds":[10,0,10,20],"roll":null,"yaw":null}]}"#
    )
    #expect(
      note.lines == #"{"frame":7,"time":0.5,"type":"face","id":3,"bounds":[10,0,10,20],"roll":null,"yaw":null}"#
        + "\n")
  }

  @Test("A message keeps the note and the picture separate")
  func message() {
    let head = FrameMessage(note: "{}é").head
    #expect(head == [0, 0, 0, 4] + Array("{}é".utf8))
    let parts = FrameMessage.parts(of: head + [0xff, 0xd8])
    #expect(parts?.note == "{}é" && parts?.picture == 8)
    #expect(FrameMessage.parts(of: [0, 0, 0]) == nil)
    #expect(FrameMessage.parts(of: [0xff, 0xff, 0xff, 0xff, 0]) == nil)
  }

  @Test("The state message contains settings and permission, and names that look like markup remain text")
  func state() throws {
    var state = LiveState()
    state.cameras = [LiveState.Camera(id: "a", name: #"</script>"\"#)]
    state.zoom = LiveState.Range(value: 1, least: 1, greatest: 4)
    let json = try #require(
      JSONSerialization.object(state.json(access: .look)))
    #expect(json["controls"] as? Bool == false)
    let message = try #require(json["state"] as? [String: Any])
    #expect((message["cameras"] as? [[String: String]])?.first?["name"] == #"</script>"\"#)
    #expect(message["recordedSeconds"] == nil)
    #expect(JSONSerialization.object(state.json(access: .control))?["controls"] as? Bool == true)
  }

  /// Returns a frame of 40×20 pixels, rotated clockwise, with a face in the left half of its upper half.
  private static func frame(at time: MediaTime) throws -> Frame {
    let picture = try PixelBuffer(format: .grey, width: 40, height: 20)
    let sample = SampleBuffer(
      pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: time), orientation: .right)
    let face = FaceObject(faceID: 3, boundingBox: Rect(x: 0, y: 0, width: 0.5, height: 0.5))
    return Frame(sample, metadataObjects: [face])
  }
}

extension JSONSerialization {
  /// Parses a JSON object; nil for other data.
  fileprivate static func object(_ bytes: [UInt8]) -> [String: Any]? {
    (try? jsonObject(with: Data(bytes))) as? [String: Any]
  }
}
