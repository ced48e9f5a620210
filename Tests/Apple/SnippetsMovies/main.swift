// swift-format-ignore-file
import AVFoundation

// Records a clip, creates thumbnails, and reverses it.
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let clip = folder.appendingPathComponent("clip.mov")
let reversed = folder.appendingPathComponent("reversed.mp4")

let recorder = ClipRecorder(url: clip) { _ in
  ThumbnailMaker(url: clip).makeThumbnails(count: 4) { images in
    print("thumbnails", images.map { "\($0.width)×\($0.height)" }.joined(separator: " "))
    Reversal().reverse(clip, to: reversed) { count in
      Task {
        let asset = AVURLAsset(url: reversed)
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        let size = try await tracks[0].load(.naturalSize)
        print("reversed \(count) \(duration.seconds > 0.2) \(Int(size.width))×\(Int(size.height))")
        let image = try await poster(of: reversed)
        print("poster \(image.width)×\(image.height)")
        exit(0)
      }
    }
  }
}
try recorder.start()
DispatchQueue.main.asyncAfter(deadline: .now() + 300) { exit(1) }
RunLoop.main.run()
