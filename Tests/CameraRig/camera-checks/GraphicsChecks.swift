import Glibc

/// Checks of encoding with a GPU if the CPU is too slow, using the test driver on the kernel's own device file.
struct GraphicsChecks {
  func run(_ list: inout Checklist) {
    list.check("viewfinder record in its sandbox encodes with a GPU if software encoding is too slow") {
      let path = "/tmp/graphics.mp4"
      let record = try RunningCommand(
        "viewfinder",
        ["record", "-v", "--preset", "1920x1080", "--microphone", "none", "--duration", "3", "-o", path])
      try expect(try record.end() == 0, record.errors)
      let movie = try PlayedMovie(path)
      let profile = try ffprobe(path)
      note("\(movie.times.count) frames, profile \(profile)")
      // x264 would write the High profile.
      try expect(profile == "Constrained Baseline", "software encoded it: \(record.errors)")
      try expect(record.errors.contains("encoded by h264_vaapi (/dev/dri/renderD"), record.errors)
      try expect(record.errors.contains("sandbox: files (Landlock) on"), record.errors)
      try shell("ffmpeg -v error -xerror -i \(path) -f null - 2> /tmp/decoding && test ! -s /tmp/decoding")
    }
    list.check("viewfinder doctor reports whether the GPU can encode, with and without its driver") {
      let found = try doctor()
      try expect(found.contains(": encodes H.264 by VA-API"), found)
      let driver = getenv("LIBVA_DRIVER_NAME").map { String(cString: $0) }
      setenv("LIBVA_DRIVER_NAME", "none", 1)
      defer { if let driver { setenv("LIBVA_DRIVER_NAME", driver, 1) } }
      let missed = try doctor()
      try expect(missed.contains("no H.264 encoder for VA-API"), missed)
    }
    list.check("without a GPU driver, software encodes") {
      let path = "/tmp/software.mp4"
      setenv("LIBVA_DRIVER_NAME", "none", 1)
      let record = try RunningCommand(
        "viewfinder", ["record", "--preset", "1920x1080", "--microphone", "none", "--duration", "3", "-o", path])
      try expect(try record.end() == 0, record.errors)
      try expect(try ffprobe(path) != "Constrained Baseline", record.errors)
      try expectNoComplaint(about: path)
    }
  }

  /// Returns the output of `viewfinder doctor`, whatever its status.
  private func doctor() throws -> String {
    let command = try RunningCommand("viewfinder", ["doctor"])
    _ = try command.end()
    return command.lines.joined(separator: "\n")
  }

  /// Returns the profile of the video.
  private func ffprobe(_ path: String) throws -> String {
    try shell("ffprobe -v error -select_streams v -show_entries stream=profile -of csv=p=0 \(path) > /tmp/profile")
    return read("/tmp/profile").split(separator: "\n").first.map(String.init) ?? ""
  }
}
