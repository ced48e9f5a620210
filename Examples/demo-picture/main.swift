// Makes the pictures that the demo works on: demo-picture OUT.png, or demo-picture --shallow OUT.png

import Fixtures
import Glibc
import MediaSamples
import Pictures

let arguments = CommandLine.arguments.dropFirst()
let isShallow = arguments.first == "--shallow"
guard arguments.count == (isShallow ? 2 : 1), let path = arguments.last else {
  print("usage: demo-picture [--shallow] OUT.png")
  exit(2)
}

do {
  let notes = [
    ("OpenCapture: what the camera sees, in Swift", Point(x: 300, y: 330), 380.0, -0.26, 0.2),
    ("https://en.wikipedia.org/wiki/QR_code", Point(x: 690, y: 250), 260, 0.35, -0.15),
    ("Grüße · Привет · Γειά σου", Point(x: 740, y: 520), 180, 0.08, 0.1),
  ]
  let scene = Scene(
    notes: notes.compactMap { text, center, side, angle, tilt in
      QRSymbol(text).map { Scene.Note(symbol: $0, center: center, side: side, angle: angle, tilt: tilt) }
    })
  let picture = try scene.picture()
  try PNGEncoder().encode(isShallow ? DepthOfField(focus: 0.8).seen(picture) : picture).write(to: path)
} catch {
  print("demo-picture: \(error)")
  exit(1)
}
