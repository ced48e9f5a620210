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

/// Serialized, because SDL supports one window at a time.
@Suite(
  "A preview window", .serialized, .timeLimit(.minutes(20)),
  .enabled(if: Desktop.unavailableReason == nil, "no display: \(Desktop.unavailableReason ?? "")"))
struct PreviewWindowTests {
  let desktop: Desktop

  init() throws { desktop = try #require(Desktop.shared) }

  /// A frame of a synthetic camera with a metadata object.
  private func frame(_ width: Int, _ height: Int) throws -> Frame {
    var picture = try PixelBuffer(format: .nv12, width: width, height: height)
    try CodeAndFaces().render(SceneMoment(frame: 7, time: .zero), into: &picture)
    let face = FaceObject(faceID: 1, boundingBox: Rect(x: 0.6, y: 0.1, width: 0.2, height: 0.3), roll: 8)
    return Frame(
      SampleBuffer(pixelBuffer: picture, colorMatrix: .bt709), metadataObjects: [face])
  }

  @Test(
    "The screen shows exactly the pixels of the rendered picture",
    arguments: [(640, 360, 0, false), (800, 500, 0, true), (333, 477, 90, false), (500, 281, 180, true)])
  func pixels(_ width: Int, _ height: Int, _ turn: Int, _ isMirrored: Bool) throws {
    let frame = try frame(640, 360)
    let title = "pixels \(width) \(turn)"
    var renderer = FrameRenderer()
    renderer.rotation = VideoRotation(rawValue: turn) ?? .degrees0
    renderer.isVideoMirrored = isMirrored
    renderer.dimensions = VideoDimensions(width: width, height: height)
    let expected = try renderer.picture(of: frame)
    try desktop.withWindow(title, VideoDimensions(width: width, height: height)) { window in
      window.renderer = renderer
      try window.showNow(frame)
      let seen = try desktop.screenshot(of: desktop.window(title))
      #expect(seen.dimensions == expected.dimensions)
      #expect(try seen.peakSignalToNoiseRatio(to: expected) == .infinity)
      #expect(window.driver == .x11 && window.statistics.failure == nil)
    }
  }

  /// Returns a running session whose camera sees the mark, with a layer and an output.
  private func marked() throws -> (SyntheticCamera, CaptureSession, PreviewLayer, Output) {
    let camera = SyntheticCamera.stepped(scene: PictureScene(still: try Self.mark(640, 480)))
    let session = CaptureSession()
    session.sessionPreset = .vga640x480
    try session.add(CaptureDeviceInput(device: camera.device))
    let layer = PreviewLayer(session: session)
    let output = Output()
    try session.add(output)
    session.startRunning()
    return (camera, session, layer, output)
  }

  @Test("Clicks and detections convert correctly for every gravity, rotation, mirroring and zoom")
  func seventyTwo() throws {
    let (camera, session, layer, output) = try marked()
    let events = Log<WindowEvent>()
    try desktop.withWindow("seventy-two", VideoDimensions(width: 720, height: 560), layer: layer, events: events) {
      window in
      let number = try desktop.window("seventy-two")
      var worst = (click: 0.0, place: 0.0)
      for placement in Placement.all {
        try placement.apply(to: layer, camera.device)
        let seen = try click(on: layer, in: window, number, camera, output, events)
        worst = (max(worst.click, seen.click), max(worst.place, seen.place))
      }
      #expect(Placement.all.count == 72 && worst.click <= 1 && worst.place <= 1, "\(worst)")
    }
    session.stopRunning()
  }

  @Test("A layer includes the rotation and mirroring of its window")
  func turnedWindow() throws {
    let (camera, session, layer, output) = try marked()
    let events = Log<WindowEvent>()
    try desktop.withWindow("turned", VideoDimensions(width: 720, height: 560), layer: layer, events: events) {
      window in
      let number = try desktop.window("turned")
      for turn in VideoRotation.allCases {
        for (isMirrored, own) in [(false, VideoRotation.degrees0), (true, .degrees0), (true, .degrees90)] {
          window.updateRenderer { renderer in
            renderer.rotation = turn
            renderer.isVideoMirrored = isMirrored
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

  @Test("A layer's drawing covers the picture, also before the first frame, and is painted again on request")
  func drawing() throws {
    let color = Locked(0)
    let layer = PreviewLayer()
    layer.drawing = { geometry in
      let place = Rect(x: 10, y: 10, width: geometry.bounds.width / 2, height: 40)
      let red = color.withLock { Double($0) }
      return ViewDrawing([.fill(VectorPath(place), OverlayColor(red: red, green: 1 - red, blue: 0))])
    }
    try desktop.withWindow("drawing", VideoDimensions(width: 320, height: 240), layer: layer) { window in
      let number = try desktop.window("drawing")
      func isPainted(_ expected: [UInt8]) throws -> Bool {
        let pixels = try desktop.screenshot(of: number).pixels
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * 320 + x) * 4..<(y * 320 + x) * 4 + 3]) }
        return pixel(160, 30) == expected && pixel(180, 30) != expected
      }
      try eventually("a green drawing") { try isPainted([0, 255, 0]) }
      color.withLock { $0 = 1 }
      layer.setNeedsDisplay()
      try eventually("a red drawing") { try isPainted([0, 0, 255]) }
      try window.showNow(frame(320, 240))
      #expect(try isPainted([0, 0, 255]) && window.statistics.failure == nil)
      layer.drawing = nil
      try eventually("no drawing") { try !isPainted([0, 0, 255]) }
    }
  }

  /// Clicks on the mark, and returns the errors of the click and of the displayed position, in pixels.
  private func click(
    on layer: PreviewLayer, in window: PreviewWindow, _ number: String, _ camera: SyntheticCamera, _ output: Output,
    _ events: Log<WindowEvent>
  ) throws -> (click: Double, place: Double) {
    let shown = window.statistics.shownCount
    camera.step()
    try window.wait(for: "the frame is shown") { window.statistics.shownCount > shown }
    let sample = try #require(try output.subscription.waitForNext())

    // The mark is displayed where the layer says.
    let own = try #require(Self.middleOfMark(try sample.image(as: .bgra), as: .unit))
    let target = layer.geometry.layerPointConverted(fromCaptureDevicePoint: own)
    let seen = try #require(Self.middleOfMark(try desktop.screenshot(of: number), as: layer.viewBounds))

    // A click converts to the same point of the camera's picture.
    let count = events.count
    let x = Int(target.x.rounded())
    let y = Int(target.y.rounded())
    try desktop.runXdotool("mousemove", "--window", number, "\(x)", "\(y)", "click", "1")
    try events.wait(for: "a click") { $0.count > count }
    guard case .tap(let tap)? = events.all.last else { throw TimedOut(what: "a click") }
    let point = layer.geometry.captureDevicePointConverted(fromLayerPoint: tap)
    let back = layer.geometry.layerPointConverted(fromCaptureDevicePoint: own)
    let there = layer.geometry.layerPointConverted(fromCaptureDevicePoint: point)
    return (
      click: max(abs(back.x - there.x), abs(back.y - there.y)),
      place: max(abs(seen.x - target.x), abs(seen.y - target.y))
    )
  }

  /// A combination of the settings that place a picture in a view.
  private struct Placement {
    let gravity: VideoGravity
    let rotation: VideoRotation
    let isMirrored: Bool
    let zoom: Double

    static let all = [VideoGravity.resizeAspect, .resizeAspectFill, .resize].flatMap { gravity in
      VideoRotation.allCases.flatMap { rotation in
        [false, true].flatMap { isMirrored in
          [1.0, 1.5, 2].map { Placement(gravity: gravity, rotation: rotation, isMirrored: isMirrored, zoom: $0) }
        }
      }
    }

    func apply(to layer: PreviewLayer, _ device: CaptureDevice) throws {
      layer.videoGravity = gravity
      layer.connection?.videoRotation = rotation
      layer.connection?.isVideoMirrored = isMirrored
      try device.lockForConfiguration()
      device.zoomFactor = zoom
      device.unlockForConfiguration()
    }
  }

  /// Returns a black picture with a white mark beside its center.
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

  /// Returns the center of the white pixels, in coordinates of a rectangle that the picture fills.
  private static func middleOfMark(_ picture: PixelBuffer, as place: Rect) -> Point? {
    let pixels = picture.pixels
    var x = 0.0
    var y = 0.0
    var sum = 0.0
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

  /// An output that lets tests wait for samples.
  private final class Output: CaptureOutput {
    let link = CaptureOutputLink()
    let subscription = SampleSubscription()
    let receivers: [any SampleReceiver]

    init() { receivers = [subscription] }
  }

  @Test("Keys and the wheel cause events")
  func input() throws {
    let events = Log<WindowEvent>()
    try desktop.withWindow("input", VideoDimensions(width: 300, height: 200), events: events) { window in
      let number = try desktop.window("input")
      try window.showNow(frame(300, 200))
      try desktop.runXdotool("windowfocus", "--sync", number)
      try desktop.runXdotool("mousemove", "--window", number, "20", "30", "click", "4", "click", "5", "click", "3")
      // xdotool of Debian's unstable release holds Alt for the name F11, so this is the key's number.
      try desktop.runXdotool("key", "m", "key", "95", "key", "ctrl+c", "key", "question")
      try events.wait(for: "the keys") { all in
        let expected: [WindowEvent] = [
          .zoom(exp2(0.25)), .zoom(exp2(-0.25)), .key(WindowKey(.character("m"))), .key(WindowKey(.function(11))),
          .key(WindowKey(.character("c"), .control)), .key(WindowKey(.character("/"), .shift)),
        ]
        return expected.allSatisfy(all.contains)
      }
      // The right button has no effect.
      #expect(!events.all.contains { if case .tap = $0 { true } else { false } })
    }
  }

  @Test("A window can be resized two hundred times")
  func resizes() throws {
    try desktop.withWindow("resizes", VideoDimensions(width: 320, height: 240)) { window in
      let frame = try frame(320, 240)
      let number = try desktop.window("resizes")
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

  @Test("A camera that disconnects and recovers a hundred times is shown each time")
  func comesBack() throws {
    let camera = SyntheticCamera.stepped(scene: MovingCode())
    let session = CaptureSession()
    session.sessionPreset = .vga640x480
    session.resumesAfterInterruption = true
    try session.add(CaptureDeviceInput(device: camera.device))
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

  @Test("Waking a window while it closes does not end the process")
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

  @Test("Without a display, an error lists the drivers tried, and no invisible window opens")
  func noScreen() throws {
    // In a separate process, because this one has a display.
    let outcome = try Command(built: "viewfinder").run(
      ["--camera", "synthetic"],
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "offscreen"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("no display found") && outcome.errors.contains("viewfinder serve"))
    let refused = try Command(built: "viewfinder").run(
      ["--camera", "synthetic"], environment: ["DISPLAY": ":4711", "WAYLAND_DISPLAY": ""])
    #expect(refused.status == 1 && refused.errors.contains("x11"), "\(refused.errors)")
  }
}
