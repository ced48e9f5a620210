import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// Checks of `scan-qr` and `viewfinder`, run as separate processes.
struct CommandChecks {
  /// The camera's name on the command line.
  let camera: String
  /// A preset with which the camera shows the image placed before it.
  let preset: String
  /// The text of the first code that the camera shows.
  let text: String
  /// Prepares another code to be shown to the camera.
  let prepare: (String) throws -> Frames.Showing

  func run(_ list: inout Checklist) {
    list.check("scan-qr reads the shown code, and another one within a second") {
      try scanning()
    }
    list.check("scan-qr --one ends at the first code with status 0") { try first() }
    list.check("viewfinder records what the camera shows, and prints detections as JSON") { try viewing() }
  }

  private func scanning() throws {
    let scan = try RunningCommand("scan-qr", ["--camera", camera, "--preset", preset])
    try wait(20, for: "line of scan-qr: \(scan.errors)") { scan.lines.last == text }
    let other = try prepare("another code")
    let again = try prepare(text)
    let start = monotonicSeconds()
    try other()
    try wait(5, for: "line with the other code") { scan.lines.last == "another code" }
    let after = monotonicSeconds() - start
    try again()
    scan.interrupt()
    let status = try scan.end()
    note("after \(rounded(after)) s")
    try expect(after < 1, "it took \(after) s")
    try expect(status == 130, "status \(status): \(scan.errors)")
  }

  private func first() throws {
    let scan = try RunningCommand("scan-qr", ["--camera", camera, "--preset", preset, "--one", "--json"])
    let status = try scan.end()
    let lines = scan.lines
    try expect(status == 0 && lines.count == 1, "status \(status), \(lines): \(scan.errors)")
    try expect(lines[0].contains("\"text\":\"\(text)\"") && lines[0].contains("\"type\":\"qr\""), lines[0])
  }

  private func viewing() throws {
    let path = "/tmp/viewfinder.mp4"
    let view = try RunningCommand(
      "viewfinder",
      [
        "--camera", camera, "--preset", preset, "--with", "codes", "--duration", "10", "--json", "--every-frame",
        "-o", path,
      ])
    let status = try view.end()
    try expect(status == 0, "status \(status): \(view.errors)")
    try expect(view.lines.contains { $0.contains("\"text\":\"\(text)\"") }, "\(view.lines), \(view.errors)")
    let movie = try MovieReader(contentsOf: path)
    var times: [Double] = []
    var texts: Set<String> = []
    while let sample = try movie.nextSample() {
      times.append(sample.presentationTimeStamp.seconds)
      if let text = try code(in: sample) { texts.insert(text) }
    }
    note("\(times.count) frames in \(rounded(times.last ?? 0)) s; \(view.errors.split(separator: "\n").last ?? "")")
    try expect(times.count > 1 && times == times.sorted() && (times.last ?? 99) < 10, "times \(times)")
    try expect(texts == [text], "codes in the movie: \(texts)")
  }
}

/// Checks of `viewfinder` with a camera that another program uses.
struct BusyCameraChecks {
  let device: CaptureDevice

  func run(_ list: inout Checklist) {
    list.check("viewfinder cameras and doctor report whether and by which process a camera is used") {
      try holders()
    }
  }

  private func holders() throws {
    guard let path = device.identity.path else { throw Failure("the camera has no path") }
    let child = try spawn(
      ["v4l2-ctl", "-d", path, "--stream-mmap=4", "--stream-count=100000"], output: "/dev/null", errors: "/dev/null"
    )
    let holder = "v4l2-ctl (process \(child))"
    do {
      defer {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
      }
      try wait(5, for: "a program that has the camera open") { device.otherUsers == [holder] }
      let list = try said(["cameras"], status: 0)
      try expect(list.contains { $0.contains(path) && $0.hasSuffix("used by \(holder)") }, "\(list)")
      let json = try said(["cameras", "--json", path], status: 0)
      try expect(json.first?.contains("\"usedBy\":[\"\(holder)\"]") ?? false, "\(json)")
      let findings = try said(["doctor"], status: 1)
      let finding = findings.first { $0.contains(path) } ?? ""
      note(finding)
      try expect(finding.hasPrefix("WRONG") && finding.contains("in use by \(holder)"), "\(findings)")
      try expect(findings.contains { $0.contains("→ quit \(holder)") }, "\(findings)")
    }
    try expect(!device.isInUseByAnotherApplication, "still open in \(device.otherUsers)")
    let findings = try said(["doctor"], status: 0)
    try expect(
      findings.contains { $0.hasPrefix("ok") && $0.contains(path) && $0.contains(": streams, ") }, "\(findings)")
    let others = try said(["cameras", path], status: 0).filter { $0.contains("not supported: ") }
    note(others.first ?? "")
    try expect(others.count == 1 && findings.contains { $0.contains("unsupported formats: ") }, "\(findings)")
  }

  /// Returns the output of `viewfinder`.
  private func said(_ arguments: [String], status: Int32) throws -> [String] {
    let command = try RunningCommand("viewfinder", arguments)
    let ended = try command.end()
    try expect(ended == status, "viewfinder \(arguments) ended with \(ended): \(command.lines) \(command.errors)")
    return command.lines
  }
}
