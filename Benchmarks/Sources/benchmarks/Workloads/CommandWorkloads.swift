import Foundation
import OpenCapture

/// Workloads that run `scan-qr` as a whole command.
struct CommandWorkloads {
  let scanQR: String
  let pictures: BenchmarkPictures

  var all: [Workload] {
    let zbarimg = ["zbarimg", "-q", "--raw", "-Sdisable", "-Sqr.enable"]
    // Status 4: no code was found. Status 1: a picture could not be read.
    return [
      Workload(
        name: "scan-qr, one photograph",
        ours: .process("scan-qr", [scanQR, "-q", "--raw", pictures.photograph], succeedsWith: [0, 4]),
        peers: [
          Workload.Peer(
            contender: .process("zbarimg", zbarimg + [pictures.photograph], succeedsWith: [0, 4]),
            bounds: [.wall: 1, .cpu: 0.7])
        ]),
      Workload(
        name: "scan-qr, \(pictures.folder.count) pictures",
        ours: .process("scan-qr", [scanQR, "-q", "--raw"] + pictures.folder, succeedsWith: [0, 1, 4]),
        peers: [
          Workload.Peer(
            contender: .process("zbarimg", zbarimg + pictures.folder, succeedsWith: [0, 1, 4]),
            bounds: [.wall: 0.8, .cpu: 0.9])
        ]),
    ]
  }
}

/// Workloads that run `viewfinder` on a movie of two faces, compared with GStreamer's `facedetect` element.
struct ViewfinderWorkloads {
  let viewfinder: String

  private static let width = 1280
  private static let height = 720
  private static let frameCount = 90

  var all: [Workload] {
    get throws {
      let folder = NSTemporaryDirectory() + "opencapture-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let movie = "\(folder)/faces.mp4"
      try Self.write(movie)
      let smallest = Self.height / 10
      let source = "filesrc location=\(movie) ! decodebin ! videoconvert"
      let detection = "facedetect min-size-width=\(smallest) min-size-height=\(smallest)"
      // The same encoder and preset as viewfinder's.
      let target = "videoconvert ! x264enc speed-preset=veryfast ! mp4mux ! filesink location=\(folder)/peer.mp4"
      return [
        Workload(
          name: "viewfinder, 720p movie of faces, detected",
          ours: .process("viewfinder", [viewfinder, "-q", "--with", "faces", "--json", movie]),
          peers: [.init(contender: Self.gstreamer("\(source) ! \(detection) ! fakesink"), bounds: [.cpu: 0.5])]),
        Workload(
          name: "viewfinder, 720p movie of faces, detected, drawn and written",
          ours: .process(
            "viewfinder", [viewfinder, "-q", "--force", "--with", "faces", movie, "-o", "\(folder)/ours.mp4"]),
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
      let progress = Double(index) / Double(frameCount)
      let faces = [(0.25 + 0.2 * progress, 260.0), (0.8 - 0.2 * progress, 180)].map { x, size in
        DrawnFace(center: Point(x: x * Double(width), y: 0.5 * Double(height)), size: size)
      }
      let sample = SampleBuffer(
        pixelBuffer: try DrawnFace.pictureWithGround(faces, width: width, height: height),
        timing: SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30)))
      let movie = try writer ?? MovieWriter(path, for: sample)
      try movie.append(sample)
      writer = movie
    }
    try writer?.finish()
  }
}

/// Workloads that run `viewfinder record`, compared with ffmpeg recording the same movie at the same rate.
struct RecordingWorkloads {
  let viewfinder: String

  private static let seconds = 10

  var all: [Workload] {
    get throws {
      let folder = NSTemporaryDirectory() + "opencapture-recordings-\(ProcessInfo.processInfo.processIdentifier)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let film = "\(folder)/film.mkv"
      _ = try Self.ffmpeg(
        """
        -f lavfi -i testsrc2=size=1280x720:rate=30,noise=alls=6:allf=t -t \(Self.seconds + 1) -c:v rawvideo \
        -pix_fmt nv12 \(film)
        """
      ).run()
      let record = [
        viewfinder, "record", "-q", "--force", "--camera", "synthetic", "--scene", film, "--preset", "1280x720",
        "--duration", "\(Self.seconds)",
      ]
      // The same encoder and settings as viewfinder's.
      let encoder = """
        -c:v libx264 -preset veryfast -crf 22.4 -g 60 -bf 2 -x264-params rc-lookahead=2:sync-lookahead=0:sliced-threads=1:b-pyramid=0
        """
      let beep = "-f lavfi -i sine=frequency=1000:sample_rate=48000"
      return [
        Workload(
          name: "recording 720p, 10 s",
          ours: .process("viewfinder", record + ["--microphone", "none", "-o", "\(folder)/ours.mp4"]),
          peers: [
            .init(
              contender: Self.ffmpeg("-re -i \(film) -t \(Self.seconds) \(encoder) \(folder)/peer.mp4"),
              bounds: [.cpu: 1.1])
          ]),
        Workload(
          name: "recording 720p with sound, 10 s",
          ours: .process("viewfinder", record + ["--microphone", "synthetic", "-o", "\(folder)/ours.mp4"]),
          peers: [
            .init(
              contender: Self.ffmpeg(
                "-re -i \(film) -re \(beep) -t \(Self.seconds) \(encoder) -c:a aac -ac 1 \(folder)/peer.mp4"),
              bounds: [.cpu: 1.1])
          ]),
      ]
    }
  }

  private static func ffmpeg(_ arguments: String) -> Contender {
    .process("ffmpeg", ["ffmpeg", "-v", "error", "-y"] + arguments.split(separator: " ").map(String.init))
  }
}
