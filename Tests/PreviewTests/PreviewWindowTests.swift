import CaptureFixtures
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureOverlay
import OpenCapturePreview
import OpenCaptureProcessing
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

/// One after the other: there is one window at a time, as SDL has it.
@Suite(
  "A window on a screen", .serialized, .timeLimit(.minutes(15)),
  .enabled(if: Desktop.obstacle == nil, "there is no screen: \(Desktop.obstacle ?? "")"))
struct PreviewWindowTests {
  let desktop: Desktop

  init() throws { desktop = try #require(Desktop.shared) }

  /// What a camera sees, with something that was found in it.
  private func frame(_ width: Int, _ height: Int) throws -> Frame {
    var picture = try PixelBuffer(format: .nv12, width: width, height: height)
    try CodeAndFaces().render(SceneMoment(frame: 7, time: .zero), into: &picture)
    let face = FaceObject(faceID: 1, bounds: Rect(x: 0.6, y: 0.1, width: 0.2, height: 0.3), rollAngle: 8)
    return Frame(
      SampleBuffer(imageBuffer: picture, colorMatrix: .bt709), metadataObjects: [face])
  }

  @Test(
    "What is on the screen is what is written into a picture, to the last pixel",
    arguments: [(640, 360, 0, false), (800, 500, 0, true), (333, 477, 90, false), (500, 281, 180, true)])
  func pixels(_ width: Int, _ height: Int, _ turn: Int, _ isMirrored: Bool) throws {
    let frame = try frame(640, 360)
    let title = "pixels \(width) \(turn)"
    var renderer = FrameRenderer()
    (renderer.rotation, renderer.isVideoMirrored) = (VideoRotation(rawValue: turn) ?? .degrees0, isMirrored)
    renderer.dimensions = VideoDimensions(width: width, height: height)
    let expected = try renderer.picture(of: frame)
    try desktop.withWindow(title, VideoDimensions(width: width, height: height)) { window in
      window.renderer = renderer
      try window.showNow(frame)
      let seen = try desktop.screenshot(of: desktop.window(title))
      #expect(seen.dimensions == expected.dimensions)
      #expect(try seen.likeness(to: expected) == .infinity)
      #expect(window.driver == .x11 && window.statistics.failure == nil)
    }
  }

  /// A session that runs, whose camera sees the mark, with a layer and an output.
  private func marked() throws -> (SyntheticCamera, CaptureSession, PreviewLayer, Output) {
    let camera = SyntheticCamera.stepped(scene: PictureScene(still: try Self.mark(640, 480)))
    let session = CaptureSession()
    session.sessionPreset = .vga640x480
    try session.addInput(CaptureDeviceInput(device: camera.device))
    let (layer, output) = (PreviewLayer(session: session), Output())
    try session.addOutput(output)
    session.startRunning()
    return (camera, session, layer, output)
  }

  @Test("However the picture lies, a click is where it seems, and what was found is where it is seen")
  func seventyTwo() throws {
    let (camera, session, layer, output) = try marked()
    let events = Log<WindowEvent>()
    try desktop.withWindow("seventy-two", VideoDimensions(width: 720, height: 560), layer: layer, events: events) {
      window in
      let number = try desktop.window("seventy-two")
      var worst = (click: 0.0, place: 0.0)
      for look in Look.all {
        try look.apply(to: layer, camera.device)
        let seen = try click(on: layer, in: window, number, camera, output, events)
        worst = (max(worst.click, seen.click), max(worst.place, seen.place))
      }
      #expect(Look.all.count == 72 && worst.click <= 1 && worst.place <= 1, "\(worst)")
    }
    session.stopRunning()
  }

  @Test("A window that turns and mirrors by itself is known to its layer")
  func turnedWindow() throws {
    let (camera, session, layer, output) = try marked()
    let events = Log<WindowEvent>()
    try desktop.withWindow("turned", VideoDimensions(width: 720, height: 560), layer: layer, events: events) {
      window in
      let number = try desktop.window("turned")
      for turn in VideoRotation.allCases {
        for (isMirrored, own) in [(false, VideoRotation.degrees0), (true, .degrees0), (true, .degrees90)] {
          window.updateRenderer { renderer in
            (renderer.rotation, renderer.isVideoMirrored) = (turn, isMirrored)
            renderer.videoGravity = isMirrored ? .resize : .resizeAspect
          }
          layer.connection?.videoRotation = own
          #expect(layer.videoGravity == window.renderer.videoGravity)
          let seen = try click(on: layer, in: window, number, camera, output, events)
          #expect(seen.click <= 1 && seen.place <= 1, "\(turn) \(isMirrored) \(own): \(seen)")
        }
      }
      layer.videoGravity = .resizeAspectFill
      #expect(window.renderer.videoGravity == .resizeAspectFill && window.renderer.isVideoMirrored)
    }
    session.stopRunning()
  }

  /// Clicks on what the camera sees of a mark, and says by how many pixels that, and where it is seen, are off from where
  /// the layer says that it is.
  private func click(
    on layer: PreviewLayer, in window: PreviewWindow, _ number: String, _ camera: SyntheticCamera, _ output: Output,
    _ events: Log<WindowEvent>
  ) throws -> (click: Double, place: Double) {
    let shown = window.statistics.shownCount
    camera.step()
    try window.wait(for: "the frame is shown") { window.statistics.shownCount > shown }
    let sample = try #require(try output.subscription.waitForNext())

    // What is seen of the mark is where the layer says that what the camera sees of it is.
    let own = try #require(Self.middleOfMark(try sample.image(as: .bgra), as: .unit))
    let target = layer.layerPointConverted(fromCaptureDevicePoint: own)
    let seen = try #require(Self.middleOfMark(try desktop.screenshot(of: number), as: layer.bounds))

    // A click there is a point of the camera's picture, there.
    let count = events.count
    let (x, y) = (Int(target.x.rounded()), Int(target.y.rounded()))
    try desktop.person("mousemove", "--window", number, "\(x)", "\(y)", "click", "1")
    try events.wait(for: "a click") { $0.count > count }
    guard case .tap(let tap)? = events.all.last else { throw TimedOut(what: "a click") }
    let point = layer.captureDevicePointConverted(fromLayerPoint: tap)
    let back = layer.layerPointConverted(fromCaptureDevicePoint: own)
    let there = layer.layerPointConverted(fromCaptureDevicePoint: point)
    return (
      click: max(abs(back.x - there.x), abs(back.y - there.y)),
      place: max(abs(seen.x - target.x), abs(seen.y - target.y))
    )
  }

  /// One of the ways in which a picture can lie in a view.
  private struct Look {
    let gravity: VideoGravity
    let rotation: VideoRotation
    let isMirrored: Bool
    let zoom: Double

    static let all = [VideoGravity.resizeAspect, .resizeAspectFill, .resize].flatMap { gravity in
      VideoRotation.allCases.flatMap { rotation in
        [false, true].flatMap { isMirrored in
          [1.0, 1.5, 2].map { Look(gravity: gravity, rotation: rotation, isMirrored: isMirrored, zoom: $0) }
        }
      }
    }

    func apply(to layer: PreviewLayer, _ device: CaptureDevice) throws {
      layer.videoGravity = gravity
      layer.connection?.videoRotation = rotation
      layer.connection?.isVideoMirrored = isMirrored
      try device.lockForConfiguration()
      device.videoZoomFactor = zoom
      device.unlockForConfiguration()
    }
  }

  /// A black picture with a white mark off its middle.
  private static func mark(_ width: Int, _ height: Int) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: width, height: height)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      for row in height * 2 / 5..<height * 2 / 5 + 16 {
        for column in width * 4 / 7..<width * 4 / 7 + 16 {
          for part in 0..<4 { bytes[row * stride + column * 4 + part] = 255 }
        }
      }
    }
    return picture
  }

  /// The middle of what is white, as a place in a rectangle that the picture fills.
  private static func middleOfMark(_ picture: PixelBuffer, as place: Rect) -> Point? {
    let pixels = picture.pixels
    var (x, y, sum) = (0.0, 0.0, 0.0)
    for index in 0..<picture.width * picture.height where pixels[index * 4 + 1] > 60 {
      let weight = Double(pixels[index * 4 + 1])
      x += weight * (Double(index % picture.width) + 0.5)
      y += weight * (Double(index / picture.width) + 0.5)
      sum += weight
    }
    guard sum > 0 else { return nil }
    return Point(
      x: place.minX + x / sum / Double(picture.width) * place.width,
      y: place.minY + y / sum / Double(picture.height) * place.height)
  }

  /// What the camera sees, for who waits for it.
  private final class Output: CaptureOutput {
    let link = CaptureOutputLink()
    let subscription = SampleSubscription()
    let receivers: [any SampleReceiver]

    init() { receivers = [subscription] }
  }

  @Test("Keys and the wheel are told")
  func input() throws {
    let events = Log<WindowEvent>()
    try desktop.withWindow("input", VideoDimensions(width: 300, height: 200), events: events) { window in
      let number = try desktop.window("input")
      try window.showNow(frame(300, 200))
      try desktop.person("windowfocus", "--sync", number)
      try desktop.person("mousemove", "--window", number, "20", "30", "click", "4", "click", "5", "click", "3")
      try desktop.person("key", "m", "key", "F11", "key", "ctrl+c", "key", "question")
      try events.wait(for: "the keys") { all in
        let wanted: [WindowEvent] = [
          .zoom(exp2(0.25)), .zoom(exp2(-0.25)), .key(WindowKey(.character("m"))), .key(WindowKey(.function(11))),
          .key(WindowKey(.character("c"), .control)), .key(WindowKey(.character("/"), .shift)),
        ]
        return wanted.allSatisfy(all.contains)
      }
      // The right button means nothing.
      #expect(!events.all.contains { if case .tap = $0 { true } else { false } })
    }
  }

  @Test("It can be made smaller and larger two hundred times")
  func resizes() throws {
    try desktop.withWindow("resizes", VideoDimensions(width: 320, height: 240)) { window in
      let (frame, number) = (try frame(320, 240), try desktop.window("resizes"))
      for round in 0..<200 {
        let size = VideoDimensions(width: 200 + round * 37 % 600, height: 150 + round * 53 % 500)
        window.resize(to: size)
        window.show(frame)
        try window.wait(for: "the window is \(size)") {
          window.geometry.bounds.size == size.size
        }
      }
      let seen = try desktop.screenshot(of: number)
      #expect(seen.dimensions == VideoDimensions(width: 200 + 199 * 37 % 600, height: 150 + 199 * 53 % 500))
    }
  }

  @Test("A camera that goes and comes back a hundred times is seen each time")
  func comesBack() throws {
    let camera = SyntheticCamera.stepped(scene: MovingCode())
    let session = CaptureSession()
    session.sessionPreset = .vga640x480
    session.resumesAfterInterruption = true
    try session.addInput(CaptureDeviceInput(device: camera.device))
    let layer = PreviewLayer(session: session)
    session.startRunning()
    try desktop.withWindow("comes back", VideoDimensions(width: 640, height: 480), layer: layer) { window in
      for _ in 0..<100 {
        let shown = window.statistics.shownCount
        camera.step()
        try window.wait(for: "a frame") { window.statistics.shownCount > shown }
        camera.inject(.vanish)
        camera.step()
        try window.wait(for: "the camera is gone") { session.isInterrupted && !layer.isPreviewing }
        camera.recover()
        try window.wait(for: "the camera is back") { !session.isInterrupted }
      }
    }
    session.stopRunning()
  }

  @Test("Whoever wakes a window while it is closed ends no process")
  func closing() throws {
    for round in 0..<40 {
      let isOver = Locked(false)
      try desktop.withWindow("closing", VideoDimensions(width: 200, height: 150)) { window in
        let shown = window.statistics.shownCount
        Thread.detachNewThread {
          while !isOver.withLock({ $0 }) {
            window.title = "closing \(round)"
            usleep(20)
          }
        }
        window.show(try frame(200, 150))
        try window.wait(for: "a frame") { window.statistics.shownCount > shown }
      }
      isOver.withLock { $0 = true }
    }
  }

  @Test("Without a screen there is an error that says what was tried, and never a window that nobody sees")
  func noScreen() throws {
    // In a process of its own: this one's display is there.
    let outcome = try Command(built: "viewfinder").run(
      ["--camera", "synthetic"],
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "offscreen"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("there is no screen") && outcome.errors.contains("viewfinder serve"))
    let refused = try Command(built: "viewfinder").run(
      ["--camera", "synthetic"], environment: ["DISPLAY": ":4711", "WAYLAND_DISPLAY": ""])
    #expect(refused.status == 1 && refused.errors.contains("x11"), "\(refused.errors)")
  }
}
