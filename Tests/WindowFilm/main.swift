// Shows a file of NV12 pictures of 1280×720 in a window at 30 frames per second in a loop until interrupted.
// Measures the cost of the window alone: `window-film FILE [outlined]`. With `outlined`, shows a moving code and
// two faces.
import Foundation
import OpenCapture

let dimensions = VideoDimensions(width: 1280, height: 720)

/// Returns the pictures of the file, whose memory is never freed.
func pictures(of film: Data) throws -> [PixelBuffer] {
  let layout = try PixelLayout(format: .nv12, width: dimensions.width, height: dimensions.height, rowAlignment: 1)
  return try stride(from: 0, through: film.count - layout.byteCount, by: layout.byteCount).map { start in
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.byteCount, alignment: 64)
    film.copyBytes(to: memory, from: start..<start + layout.byteCount)
    return try PixelBuffer(wrapping: memory, layout: layout) {}
  }
}

/// Returns metadata objects that move from frame to frame.
func objects(_ number: Int) -> [any MetadataObject] {
  let offset = Double(number % 60) / 600
  let code = Rect(x: 0.1 + offset, y: 0.1, width: 0.15, height: 0.25)
  return [
    MachineReadableCodeObject(
      type: .qr, cornerPoints: Corners(code), bytes: Array("film".utf8), stringValue: "film"),
    FaceObject(faceID: 1, boundingBox: Rect(x: 0.4 + offset, y: 0.4, width: 0.12, height: 0.2)),
    FaceObject(faceID: 2, boundingBox: Rect(x: 0.6 + offset, y: 0.5, width: 0.12, height: 0.2)),
  ]
}

let buffers = try pictures(of: Data(contentsOf: URL(filePath: CommandLine.arguments[1]), options: .alwaysMapped))
let isOutlined = CommandLine.arguments.contains("outlined")
let window = try PreviewWindow(title: "window-film", dimensions: dimensions)
let camera = Thread {
  let start = Date()
  for number in 0... {
    Thread.sleep(until: start + Double(number) / 30)
    let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(number), timescale: 30))
    var frame = Frame(SampleBuffer(pixelBuffer: buffers[number % buffers.count], timing: timing))
    if isOutlined { frame.metadataObjects = objects(number) }
    window.show(frame)
  }
}
camera.start()
try window.run { _ in }
