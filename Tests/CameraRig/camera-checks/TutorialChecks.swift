/// Checks of two tutorials, which use a kernel camera with Apple's names.
struct TutorialChecks {
  private let folder = "/tmp/tutorials"

  func run(_ list: inout Checklist) {
    list.check("the tutorial stills-and-movies takes photos, and ends and pauses movies") {
      let lines = try lines(of: "stills-and-movies")
      for line in ["JPEG: 640x480, thumbnail: true", "short movie: maximum duration, complete", "movie: finished"] {
        try expect(lines.contains(line), "no line '\(line)': \(lines)")
      }
      let frameCounts = try ["short", "paused"].map { try PlayedMovie("\(folder)/\($0).mov").times.count }
      note("frames of the movies: \(frameCounts)")
      try expect(frameCounts.allSatisfy { $0 > 1 }, "frames of the movies: \(frameCounts)")
    }
    list.check("the tutorial video-data-output locks the rate, drops late frames, mirrors and rotates") {
      let lines = try lines(of: "video-data-output")
      note(lines.joined(separator: "; "))
      let rotated = lines.contains("rotated: 480x640")
      try expect(lines.contains("frame rate: 15 frames per second") && rotated, "\(lines)")
      try expect(lines.contains { $0.hasPrefix("dropped: ") && $0.contains("late") }, "\(lines)")
    }
  }

  /// Runs a tutorial in an empty folder, and returns its output.
  private func lines(of tutorial: String) throws -> [String] {
    try shell("rm -rf \(folder) && mkdir \(folder)")
    let program = try RunningCommand(tutorial, [folder, "--no-window"])
    let status = try program.end(within: 90)
    try expect(status == 0, "status \(status): \(program.lines) \(program.errors)")
    return program.lines
  }
}
