import OpenCaptureMediaSamples
import Testing

@testable import OpenCapturePreview

@Suite("Window input")
struct WindowInputTests {
  @Test("A finger that stays in place taps; a moving finger or one of several does not")
  func taps() {
    var gestures = FingerGestures()
    gestures.touch(1, at: Point(x: 100, y: 50))
    #expect(gestures.move(1, to: Point(x: 110, y: 55)) == nil)
    #expect(gestures.lift(1) == .tap(Point(x: 110, y: 55)))
    gestures.touch(2, at: Point(x: 100, y: 50))
    #expect(gestures.move(2, to: Point(x: 130, y: 50)) == nil)
    #expect(gestures.lift(2) == nil)
    gestures.touch(3, at: .zero)
    gestures.touch(4, at: Point(x: 50, y: 0))
    #expect(gestures.lift(4) == nil && gestures.lift(3) == nil)
    // Unknown fingers are ignored.
    #expect(gestures.lift(9) == nil && gestures.move(9, to: .zero) == nil)
    gestures.touch(5, at: .zero)
    #expect(gestures.lift(5) == .tap(.zero))
  }

  @Test("Two fingers zoom by the change of their distance")
  func pinches() {
    var gestures = FingerGestures()
    gestures.touch(1, at: .zero)
    gestures.touch(2, at: Point(x: 100, y: 0))
    var factor = 1.0
    for x in [120.0, 150, 200] {
      guard case .zoom(let step)? = gestures.move(2, to: Point(x: x, y: 0)) else {
        Issue.record("no zoom at \(x)")
        return
      }
      factor *= step
    }
    #expect(abs(factor - 2) < 1e-12)
    // Fingers at one point have no distance to compare.
    #expect(gestures.move(2, to: .zero) == nil)
    #expect(gestures.move(2, to: Point(x: 50, y: 0)) == nil)
  }

  @Test("Keys have the symbols written on them, in lower case, including the keypad")
  func keys() {
    func symbol(_ code: Int32) -> WindowKey.Symbol {
      WindowKey.Symbol(code: code)
    }
    let place: Int32 = 1 << 30
    #expect(symbol(113) == .character("q") && symbol(32) == .character(" ") && symbol(0xdf) == .character("ß"))
    #expect(symbol(27) == .escape && symbol(13) == .enter && symbol(place | 88) == .enter)
    #expect(symbol(place | 79) == .right && symbol(place | 80) == .left)
    #expect(symbol(place | 81) == .down && symbol(place | 82) == .up)
    #expect(symbol(place | 58) == .function(1) && symbol(place | 69) == .function(12))
    #expect(symbol(place | 86) == .character("-") && symbol(place | 87) == .character("+"))
    #expect(symbol(place | 98) == .character("0") && symbol(place | 200) == .other(place | 200))
    #expect(symbol(-5) == .other(-5))
  }

  @Test(
    "The environment selects the display drivers, with the console as fallback"
  )
  func displays() {
    func candidates(_ variables: [String: String], card: Bool = true) -> [DisplayDriver] {
      DisplayDriver.candidates(in: { variables[$0] }, hasGraphicsCard: card)
    }
    #expect(candidates(["DISPLAY": ":0"]) == [.x11])
    #expect(candidates(["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"]) == [.x11, .wayland])
    #expect(candidates(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ""]) == [.wayland])
    #expect(candidates([:]) == [.kmsdrm] && candidates([:], card: false).isEmpty)
    #expect(candidates(["SDL_VIDEODRIVER": "wayland,x11"]) == [.wayland, .x11])
    #expect(candidates(["SDL_VIDEODRIVER": "dummy", "DISPLAY": ":0"]).isEmpty)
    #expect(candidates(["SDL_VIDEODRIVER": "offscreen"]).isEmpty)
  }
}
