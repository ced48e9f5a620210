import Foundation

/// `viewfinder record`, beside ffmpeg, which records as many pictures of the same film at the same pace.
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
      // The encoder and how much it tries are those that we take.
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
