import Glibc

/// What is checked of a graphics processor that encodes, where processors are too slow: the driver of the tests on the kernel's
/// own device file.
struct GraphicsChecks {
  func run(_ list: inout Checklist) {
    list.check("viewfinder record lets it encode what software is too slow for, in its sandbox") {
      let path = "/tmp/graphics.mp4"
      let record = try RunningCommand(
        "viewfinder",
        ["record", "-v", "--preset", "1920x1080", "--microphone", "none", "--duration", "3", "-o", path])
      try expect(try record.end() == 0, record.errors)
      let movie = try PlayedMovie(path)
      let profile = try ffprobe(path)
      note("\(movie.times.count) frames, profile \(profile)")
      // x264 writes High.
      try expect(profile == "Constrained Baseline", "software encoded it: \(record.errors)")
      try expect(record.errors.contains("encoded by h264_vaapi (/dev/dri/renderD"), record.errors)
      try expect(record.errors.contains("sandbox: files (Landlock) on"), record.errors)
      try shell("ffmpeg -v error -xerror -i \(path) -f null - 2> /tmp/decoding && test ! -s /tmp/decoding")
    }
    list.check("viewfinder doctor says that it encodes, and without its driver that it doesn't") {
      let found = try doctor()
      try expect(found.contains("it encodes H.264 by VA-API"), found)
      let driver = getenv("LIBVA_DRIVER_NAME").map { String(cString: $0) }
      setenv("LIBVA_DRIVER_NAME", "none", 1)
      defer { if let driver { setenv("LIBVA_DRIVER_NAME", driver, 1) } }
      let missed = try doctor()
      try expect(missed.contains("it encodes no H.264 by VA-API"), missed)
    }
    list.check("without its driver, software encodes") {
      let path = "/tmp/software.mp4"
      setenv("LIBVA_DRIVER_NAME", "none", 1)
      let record = try RunningCommand(
        "viewfinder", ["record", "--preset", "1920x1080", "--microphone", "none", "--duration", "3", "-o", path])
      try expect(try record.end() == 0, record.errors)
      try expect(try ffprobe(path) != "Constrained Baseline", record.errors)
      try expectNoComplaint(about: path)
    }
  }

  /// What the doctor says, whatever it finds.
  private func doctor() throws -> String {
    let command = try RunningCommand("viewfinder", ["doctor"])
    _ = try command.end()
    return command.lines.joined(separator: "\n")
  }

  /// Which profile the pictures have.
  private func ffprobe(_ path: String) throws -> String {
    try shell("ffprobe -v error -select_streams v -show_entries stream=profile -of csv=p=0 \(path) > /tmp/profile")
    return read("/tmp/profile").split(separator: "\n").first.map(String.init) ?? ""
  }
}
