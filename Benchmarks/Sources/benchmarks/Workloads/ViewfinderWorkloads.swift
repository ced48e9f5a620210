import Foundation
import OpenCapture

/// The whole of `viewfinder` over a movie of two faces, beside GStreamer with its `facedetect` element.
struct ViewfinderWorkloads {
  let viewfinder: String

  private static let (width, height, frameCount) = (1280, 720, 90)

  var all: [Workload] {
    get throws {
      let folder = NSTemporaryDirectory() + "opencapture-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let movie = "\(folder)/faces.mp4"
      try Self.write(movie)
      let smallest = Self.height / 10
      let source = "filesrc location=\(movie) ! decodebin ! videoconvert"
      let detection = "facedetect min-size-width=\(smallest) min-size-height=\(smallest)"
      // The encoder and how much it tries are those that we take.
      let target = "videoconvert ! x264enc speed-preset=veryfast ! mp4mux ! filesink location=\(folder)/peer.mp4"
      return [
        Workload(
          name: "viewfinder, 720p movie of faces, found",
          ours: .process("viewfinder", [viewfinder, "-q", "--json", movie]),
          peers: [.init(contender: Self.gstreamer("\(source) ! \(detection) ! fakesink"), bounds: [.cpu: 0.5])]),
        Workload(
          name: "viewfinder, 720p movie of faces, found, drawn and written",
          ours: .process("viewfinder", [viewfinder, "-q", movie, "-o", "\(folder)/ours.mp4"]),
          peers: [
            .init(
              contender: Self.gstreamer("\(source) ! \(detection) ! \(target)"), bounds: [.cpu: 0.6, .memory: 1.2])
          ]),
      ]
    }
  }

  private static func gstreamer(_ pipeline: String) -> Contender {
    .process("facedetect", ["gst-launch-1.0", "-q"] + pipeline.split(separator: " ").map(String.init))
  }

  private static func write(_ path: String) throws {
    var writer: MovieWriter?
    for index in 0..<frameCount {
      let way = Double(index) / Double(frameCount)
      let faces = [(0.25 + 0.2 * way, 260.0), (0.8 - 0.2 * way, 180)].map { x, size in
        DrawnFace(center: Point(x: x * Double(width), y: 0.5 * Double(height)), size: size)
      }
      let sample = SampleBuffer(
        imageBuffer: try DrawnFace.pictureWithGround(faces, width: width, height: height),
        timing: SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30)))
      let movie = try writer ?? MovieWriter(path, for: sample)
      try movie.append(sample)
      writer = movie
    }
    try writer?.finish()
  }
}
