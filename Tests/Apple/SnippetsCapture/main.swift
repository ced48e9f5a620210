// swift-format-ignore-file
import AVFoundation

let grabber = FrameGrabber()
grabber.setup()
DispatchQueue.main.asyncAfter(deadline: .now() + 300) { exit(1) }
RunLoop.main.run()
