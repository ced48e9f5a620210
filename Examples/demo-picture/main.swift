// Creates the pictures of the demo: demo-picture [--shallow | --faces] OUT.png

import OpenCaptureSyntheticDevices
import Glibc
import OpenCaptureMediaSamples
import OpenCapturePictures

let arguments = CommandLine.arguments.dropFirst()
let kind = arguments.count == 2 ? arguments.first : nil
guard (1...2).contains(arguments.count), [nil, "--shallow", "--faces"].contains(kind), let path = arguments.last
else {
  print("usage: demo-picture [--shallow | --faces] OUT.png")
  exit(2)
}

do {
  let notes = [
    ("OpenCapture: what the camera sees, in Swift", Point(x: 300, y: 330), 380.0, -0.26, 0.2),
    ("https://en.wikipedia.org/wiki/QR_code", Point(x: 690, y: 250), 260, 0.35, -0.15),
    ("Grüße · Привет · Γειά σου", Point(x: 740, y: 520), 180, 0.08, 0.1),
  ]
  let scene = Scene(
    notes: try notes.map { text, center, side, angle, tilt in
      Scene.Note(symbol: try DrawnCode(text), center: center, side: side, angle: angle, tilt: tilt)
    })
  let picture =
    switch kind {
    case "--shallow": try DepthOfField(focus: 0.8).apply(to: scene.picture())
    case "--faces": try GroupPortrait.picture()
    default: try scene.picture()
    }
  try PNGEncoder().encode(picture).write(to: path)
} catch {
  print("demo-picture: \(error)")
  exit(1)
}
