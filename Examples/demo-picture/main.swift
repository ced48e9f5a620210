// Makes the picture that the demo scans: demo-picture OUT.png

import Fixtures
import Glibc
import MediaSamples
import Pictures

guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last else {
  print("usage: demo-picture OUT.png")
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
  try PNGEncoder().encode(scene.picture()).write(to: path)
} catch {
  print("demo-picture: \(error)")
  exit(1)
}
