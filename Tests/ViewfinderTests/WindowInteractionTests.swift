import OpenCapture
import Testing

@testable import OpenCaptureViewfinder

@Suite("What keys and clicks in the window mean")
struct WindowInteractionTests {
  private func key(_ character: Character, _ modifiers: WindowKey.Modifiers = [], isRepeated: Bool = false)
    -> WindowEvent
  {
    .key(WindowKey(.character(character), modifiers, isRepeated: isRepeated))
  }

  @Test("Over a camera, each key does what the help says")
  func live() {
    var person = WindowInteraction(.init(), isLive: true)
    #expect(person.take(key(" ")) == .takePhoto)
    #expect(person.take(key("r")) == .toggleRecording)
    #expect(person.take(key("c")) == .switchCamera)
    #expect(person.take(key("0")) == .resetZoom)
    #expect(person.take(key("+")) == .zoom(1.25) && person.take(key("=")) == .zoom(1.25))
    #expect(person.take(key("-")) == .zoom(0.8) && person.take(.zoom(2)) == .zoom(2))
    #expect(person.take(.tap(Point(x: 3, y: 4))) == .focus(Point(x: 3, y: 4)))
    #expect(person.take(key("q")) == .close && person.take(.close) == .close)
    #expect(person.take(key("c", .control)) == .close && person.take(key("w", .control)) == .close)
    #expect(person.take(key("r", .control)) == nil && person.take(key("x")) == nil)
    #expect(person.help.contains { $0[0] == "space" && $0[1] == "photo" })
  }

  @Test("Over files, the same keys go on to the next, and there is no camera to ask")
  func files() {
    var person = WindowInteraction(.init(), isLive: false)
    #expect(person.take(key(" ")) == .proceed && person.take(.key(WindowKey(.right))) == .proceed)
    #expect(person.take(.tap(.zero)) == .proceed)
    for event in [key("r"), key("c"), key("+"), key("0"), .zoom(2)] { #expect(person.take(event) == nil) }
    #expect(!person.help.contains { $0[0] == "r" })
  }

  @Test("Looks change one by one, and are kept")
  func looks() {
    var person = WindowInteraction(.init(), isLive: true)
    var look = WindowInteraction.Look()
    look.isMirrored = true
    #expect(person.take(key("m")) == .look(look))
    look.isPeaking = true
    #expect(person.take(key("p")) == .look(look))
    for gravity in [VideoGravity.resizeAspectFill, .resize, .resizeAspect] {
      look.videoGravity = gravity
      #expect(person.take(key("g")) == .look(look))
    }
    look.isFullScreen = true
    #expect(person.take(.key(WindowKey(.function(11)))) == .look(look))
    look.showsStatus = false
    #expect(person.take(key("s")) == .look(look))
    look.showsHelp = true
    #expect(person.take(key("/", .shift)) == .look(look))
    look.showsHelp = false
    // Escape leaves the help first, and then the window.
    #expect(person.take(.key(WindowKey(.escape))) == .look(look))
    #expect(person.take(.key(WindowKey(.escape))) == .close)
    #expect(person.look == look)
  }

  @Test("A key that is held zooms on, and switches nothing to and fro")
  func held() {
    var person = WindowInteraction(.init(), isLive: true)
    #expect(person.take(key("+", isRepeated: true)) == .zoom(1.25))
    for character in "mgpfs rcq" { #expect(person.take(key(character, isRepeated: true)) == nil) }
    #expect(person.look == .init())
  }
}
