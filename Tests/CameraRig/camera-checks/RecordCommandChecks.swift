import Glibc
import OpenCaptureSession

/// Checks of `viewfinder record` and `viewfinder photo` with a flashing camera and a beeping microphone.
struct RecordCommandChecks {
  let camera: CaptureDevice

  func run(_ list: inout Checklist) {
    for container in ["mp4", "mkv"] {
      list.check("killing viewfinder record leaves a .\(container) that can be played to within 10 s of the end") {
        try killed("/tmp/killed.\(container)")
      }
    }
    list.check("viewfinder photo writes the camera's first JPEG after a cold start") { try coldStart() }
    list.check("recordings of ffmpeg and GStreamer are measured for comparison") { try others() }
  }

  /// The camera's device file.
  private var device: String {
    get throws {
      guard let path = camera.identity.path else { throw Failure("the camera has no path") }
      return path
    }
  }

  private func killed(_ path: String) throws {
    let arguments = [
      "--camera", camera.uniqueID, "--preset", "low", "--microphone", "Loopback.1", "--codec", "mpeg4",
    ]
    let record = try RunningCommand("viewfinder", ["record"] + arguments + ["-o", path])
    try wait(20, for: "the beginning of \(path): \(record.errors)") { access(path, F_OK) == 0 }
    let start = monotonicSeconds()
    try wait(30, for: "25 s") { monotonicSeconds() - start > 25 }
    kill(record.process, SIGKILL)
    let status = try record.end()
    let seconds = monotonicSeconds() - start
    try expect(status == 128 + SIGKILL, "status \(status): \(record.errors)")
    let movie = try PlayedMovie(path)
    let end = min(movie.times.last ?? 0, movie.soundSeconds)
    note("\(movie.times.count) frames, \(rounded(end)) of \(rounded(seconds)) s")
    try expect(end > seconds - 10, "only \(end) of \(seconds) s can be played")
    try expectNoComplaint(about: path)
  }

  /// Measures the time to the first JPEG file for the installed `viewfinder` and for `v4l2-ctl`.
  ///
  /// In an emulated system, only the ratio is meaningful.
  private func coldStart() throws {
    let path = "/tmp/cold.jpg"
    let device = try device
    let viewfinder = getenv("INSTALLED").map { String(cString: $0) } ?? neighbor("viewfinder")
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<3 {
      ours.append(
        try time(path, [viewfinder, "photo", "-q", "--force", "--camera", camera.uniqueID, "-o", path]))
      let format = "width=1280,height=720,pixelformat=MJPG"
      theirs.append(
        try time(
          path,
          ["v4l2-ctl", "-d", device, "-v", format, "--stream-mmap", "--stream-count=1", "--stream-to=\(path)"]))
    }
    note(
      """
      viewfinder photo \(ours.milliseconds), v4l2-ctl \(theirs.milliseconds): \
      \(rounded((ours.median - theirs.median) * 1_000)) ms longer, factor \(rounded(ours.median / theirs.median))
      """)
  }

  /// Returns the time until a program has written a complete JPEG file.
  private func time(_ path: String, _ arguments: [String]) throws -> Double {
    unlink(path)
    let start = monotonicSeconds()
    let child = try spawn(arguments, output: "/tmp/cold.out", errors: "/tmp/cold.err")
    defer { waitpid(child, nil, 0) }
    try wait(30, for: "a JPEG file of \(arguments[0]): \(read("/tmp/cold.err"))") { endsAsJPEG(path) }
    return monotonicSeconds() - start
  }

  private func endsAsJPEG(_ path: String) -> Bool {
    guard let file = fopen(path, "r") else { return false }
    defer { fclose(file) }
    return fseek(file, -2, SEEK_END) == 0 && fgetc(file) == 0xff && fgetc(file) == 0xd9
  }

  private func others() throws {
    let seconds = 20
    let device = try device
    let gstreamer = """
      timeout -s INT -k 10 \(seconds) gst-launch-1.0 -q -e v4l2src device=\(device) ! image/jpeg,width=320,height=240 \
      ! queue ! qtmux name=m ! filesink location=/tmp/gstreamer.mov alsasrc device=hw:Loopback,1,0 \
      ! audio/x-raw,format=S16LE,rate=48000,channels=2 ! queue ! m.
      """
    let ffmpeg = """
      ffmpeg -v error -y -f v4l2 -input_format mjpeg -video_size 320x240 -i \(device) -f alsa -ar 48000 -ac 2 \
      -i hw:Loopback,1,0 -t \(seconds) -c:v copy -c:a aac /tmp/ffmpeg.mov
      """
    for (name, command) in [("ffmpeg", ffmpeg), ("gstreamer", gstreamer)] {
      do {
        try shell(command + " || true")
        let movie = try PlayedMovie("/tmp/\(name).mov")
        note(
          "\(name): \(movie.times.count) frames, flashes later than beeps by \(movie.claps.offsets.milliseconds)")
      } catch {
        note("\(name): \(error)")
      }
    }
  }
}
