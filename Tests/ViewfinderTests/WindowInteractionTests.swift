import OpenCapture
import Testing

@testable import OpenCaptureViewfinder

@Suite("Keys and clicks in the window")
struct WindowInteractionTests {
  private func key(_ character: Character, _ modifiers: WindowKey.Modifiers = [], isRepeated: Bool = false)
    -> WindowEvent
  {
    .key(WindowKey(.character(character), modifiers, isRepeated: isRepeated))
  }

  @Test("With a camera, each key performs the action in the help")
  func live() {
    var interaction = WindowInteraction(.init(), isLive: true)
    #expect(interaction.take(key(" ")) == .takePhoto)
    #expect(interaction.take(key("r")) == .toggleRecording)
    #expect(interaction.take(key("c")) == .switchCamera)
    #expect(interaction.take(key("0")) == .resetZoom)
    #expect(interaction.take(key("+")) == .zoom(1.25) && interaction.take(key("=")) == .zoom(1.25))
    #expect(interaction.take(key("-")) == .zoom(0.8) && interaction.take(.zoom(2)) == .zoom(2))
    #expect(interaction.take(.tap(Point(x: 3, y: 4))) == .focus(Point(x: 3, y: 4)))
    #expect(interaction.take(key("q")) == .close && interaction.take(.close) == .close)
    #expect(interaction.take(key("c", .control)) == .close && interaction.take(key("w", .control)) == .close)
    #expect(interaction.take(key("r", .control)) == nil && interaction.take(key("x")) == nil)
    let actions = interaction.help.map { $0[1] }
    #expect(actions.contains("take a photo") && actions.contains("start or stop recording"))
    #expect(actions.contains { $0.hasPrefix("zoom in, out, reset") } && actions.contains("quit"))
  }

  @Test("With files, the keys go on to the next file, and camera keys do nothing")
  func files() {
    var interaction = WindowInteraction(.init(), isLive: false)
    #expect(interaction.take(key(" ")) == .proceed && interaction.take(.key(WindowKey(.right))) == .proceed)
    #expect(interaction.take(.tap(.zero)) == .proceed)
    for event in [key("r"), key("c"), key("+"), key("0"), .zoom(2)] { #expect(interaction.take(event) == nil) }
    #expect(!interaction.help.contains { $0[0] == "r" })
  }

  @Test("Settings of the look change one by one, and are kept")
  func looks() {
    var interaction = WindowInteraction(.init(), isLive: true)
    var look = WindowInteraction.Look()
    look.isMirrored = true
    #expect(interaction.take(key("m")) == .look(look))
    look.isPeaking = true
    #expect(interaction.take(key("p")) == .look(look))
    for gravity in [VideoGravity.resizeAspectFill, .resize, .resizeAspect] {
      look.videoGravity = gravity
      #expect(interaction.take(key("g")) == .look(look))
    }
    look.isFullScreen = true
    #expect(interaction.take(.key(WindowKey(.function(11)))) == .look(look))
    look.showsStatus = false
    #expect(interaction.take(key("s")) == .look(look))
    look.showsHelp = true
    #expect(interaction.take(key("/", .shift)) == .look(look))
    look.showsHelp = false
    // Escape closes the help first, and then the window.
    #expect(interaction.take(.key(WindowKey(.escape))) == .look(look))
    #expect(interaction.take(.key(WindowKey(.escape))) == .close)
    #expect(interaction.look == look)
  }

  @Test("A held key zooms repeatedly, but does not toggle settings")
  func held() {
    var interaction = WindowInteraction(.init(), isLive: true)
    #expect(interaction.take(key("+", isRepeated: true)) == .zoom(1.25))
    for character in "mgpfs rcq" { #expect(interaction.take(key(character, isRepeated: true)) == nil) }
    #expect(interaction.look == .init())
  }
}
