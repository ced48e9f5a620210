import OpenCaptureSyntheticDevices
import OpenCaptureMediaSamples

/// Three drawn faces in front of a plain wall.
enum GroupPortrait {
  static func picture() throws -> PixelBuffer {
    let faces = [
      DrawnFace(center: Point(x: 210, y: 300), size: 230, roll: -14),
      DrawnFace(center: Point(x: 500, y: 250), size: 190, lightness: 180),
      DrawnFace(center: Point(x: 760, y: 340), size: 250, roll: 18, lightness: 210),
    ]
    return try DrawnFace.picture(faces, width: 960, height: 600) { x, y in
      150 - Double(y) * 0.1 - Double(abs(x - 480)) * 0.06
    }
  }
}
