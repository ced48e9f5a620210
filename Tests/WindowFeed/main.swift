// Shows one of two 720p cameras at 30 frames per second in a window, to measure the delay on the screen:
// `window-feed LOG`. Blocks of 48 pixels from (720, 0) identify each picture: eight bits of its number, lowest
// first; one white block; one black block; and one block that is white for the second camera. LOG receives one line
// per rendered picture: camera, number, and the system's time in milliseconds. A line on standard input switches
// cameras; its end closes the window.
import Foundation
import OpenCapture
import OpenCaptureSystem

/// A log of rendered pictures.
final class FeedLog: Sendable {
  private struct State: Lockable {
    let file: FileHandle
  }

  private let state: Locked<State>

  init(_ path: String) throws {
    try Data().write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    state = Locked(State(file: file))
  }

  /// Writes a line with the current time.
  func note(_ what: String) {
    let line = "\(what) \(Date().timeIntervalSince1970 * 1000)\n"
    state.withLock { $0.file.write(Data(line.utf8)) }
  }
}

/// A scene with a code, two faces, and the number of the picture in blocks.
struct CountedScene: SyntheticScene {
  let camera: Int
  let log: FeedLog
  private let side = 48
  private let left = 720

  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    try CodeAndFaces().render(moment, into: &buffer)
    guard buffer.format == .nv12, buffer.width >= left + 11 * side else {
      throw MediaError(.unsupportedFormat, subject: "window-feed", reason: "the blocks require NV12 at 720p")
    }
    let bits = (0..<8).map { moment.frame >> $0 & 1 == 1 } + [true, false, camera == 1]
    let stride = buffer.planes[0].bytesPerRow
    try buffer.withUnsafeMutablePlane(0) { bytes in
      for row in 0..<side {
        for (index, isWhite) in bits.enumerated() {
          let start = row * stride + left + index * side
          for place in start..<start + side { bytes[place] = isWhite ? 235 : 16 }
        }
      }
    }
    log.note("\(camera) \(moment.frame)")
  }
}

/// A session that switches between two cameras.
final class Switcher: Sendable {
  private struct State: Lockable {
    var number = 0
  }

  let session = CaptureSession()
  private let inputs: [CaptureDeviceInput]
  private let state = Locked(State())

  init(_ log: FeedLog) throws {
    inputs = try (0..<2).map { number in
      let camera = SyntheticCamera(scene: CountedScene(camera: number, log: log), uniqueID: "camera \(number)")
      return try CaptureDeviceInput(device: camera.device)
    }
    session.sessionPreset = .hd1280x720
    try session.add(inputs[0])
  }

  func switchCameras() throws {
    let number = state.withLock { state in
      state.number = 1 - state.number
      return state.number
    }
    session.beginConfiguration()
    session.removeInput(inputs[1 - number])
    try session.add(inputs[number])
    try session.commit()
  }
}

let log = try FeedLog(CommandLine.arguments[1])
let switcher = try Switcher(log)
let layer = PreviewLayer(session: switcher.session)
let window = try PreviewWindow(
  title: "window-feed", layer: layer, dimensions: VideoDimensions(width: 1280, height: 720))
switcher.session.startRunning()
let reader = NamedThread(name: "input") {
  while readLine() != nil {
    log.note("switch 0")
    do { try switcher.switchCameras() } catch { print(error) }
  }
  window.close()
}
try window.run { _ in }
switcher.session.stopRunning()
