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
    #expect(interaction.take(key("c")) == .switchCamera && interaction.take(key("a")) == .automatic)
    #expect(interaction.take(key("0")) == .resetZoom && interaction.take(key("t")) == .toggleCenterStage)
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

  @Test("In the open panel of controls, arrows select and change, Backspace resets, and Escape closes the panel")
  func controls() {
    var interaction = WindowInteraction(.init(), isLive: true)
    let right = WindowEvent.key(WindowKey(.right, [], isRepeated: true))
    #expect(interaction.take(right) == nil)
    guard case .look(let look)? = interaction.take(key("o")), look.showsControls else {
      Issue.record("the panel is not open")
      return
    }
    #expect(interaction.take(.key(WindowKey(.down))) == .selectControl(1))
    #expect(interaction.take(.key(WindowKey(.up))) == .selectControl(-1))
    #expect(interaction.take(right) == .changeControl(1))
    #expect(interaction.take(.key(WindowKey(.left, .shift))) == .changeControl(-10))
    #expect(interaction.take(key("\u{8}")) == .resetControl(isAll: false))
    #expect(interaction.take(key("\u{7F}", .shift)) == .resetControl(isAll: true))
    // Other keys still work.
    #expect(interaction.take(key("+")) == .zoom(1.25) && interaction.take(key(" ")) == .takePhoto)
    #expect(interaction.take(.key(WindowKey(.escape))) == .look(.init()))
    #expect(interaction.take(right) == nil && interaction.take(.key(WindowKey(.escape))) == .close)
    var files = WindowInteraction(.init(), isLive: false)
    #expect(files.take(key("o")) == nil)
  }

  @Test("With pictures, the keys go to the next and the previous file, and camera keys do nothing")
  func files() {
    var interaction = WindowInteraction(.init(), isLive: false)
    #expect(interaction.take(key(" ")) == .proceed && interaction.take(.key(WindowKey(.right))) == .proceed)
    #expect(interaction.take(.key(WindowKey(.left))) == .goBack && interaction.take(key("a")) == nil)
    #expect(interaction.take(.tap(.zero)) == .proceed)
    for event in [key("r"), key("c"), key("+"), key("0"), .zoom(2)] { #expect(interaction.take(event) == nil) }
    #expect(!interaction.help.contains { $0[0] == "r" })
  }

  @Test("With a movie, the keys pause and move in it, and others go to the next and the previous file")
  func movie() {
    var interaction = WindowInteraction(.init(), isLive: false)
    interaction.isMovie = true
    #expect(interaction.take(key(" ")) == .togglePause && interaction.take(.tap(.zero)) == .togglePause)
    #expect(interaction.take(.key(WindowKey(.right))) == .seek(5))
    #expect(interaction.take(.key(WindowKey(.left, [], isRepeated: true))) == .seek(-5))
    #expect(interaction.take(key("n")) == .proceed && interaction.take(key("b")) == .goBack)
    #expect(interaction.help.contains(["← →", "5 seconds back or on"]))
  }

  @Test("The playback clock stands still during a pause, and moves within the duration")
  func clock() {
    var clock = PlaybackClock(duration: 90, at: 100)
    #expect(clock.position(at: 105) == 5 && clock.words(at: 105) == "0:05 / 1:30" && clock.time(of: 7) == 107)
    clock.togglePause(at: 105)
    #expect(clock.position(at: 200) == 5 && clock.words(at: 200) == "0:05 / 1:30  paused")
    clock.move(to: 60, at: 201)
    #expect(clock.position(at: 300) == 60)
    clock.togglePause(at: 300)
    #expect(clock.position(at: 310) == 70 && clock.time(of: 71) == 311)
    clock.move(to: 1000, at: 310)
    #expect(clock.position(at: 310) == 90)
    clock.move(to: -4, at: 310)
    #expect(clock.position(at: 310) == 0)
    #expect(PlaybackClock(duration: nil, at: 0).words(at: 3700) == "61:40")
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
    look.showsFigures = true
    #expect(interaction.take(key("i")) == .look(look))
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
    for character in "mgpfsi rcq" { #expect(interaction.take(key(character, isRepeated: true)) == nil) }
    #expect(interaction.look == .init())
  }
}
