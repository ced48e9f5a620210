import CommandSupport
import OpenCaptureRecording

/// Returns an output that records at most ten seconds.
func output() -> CaptureMovieFileOutput {
  let output = CaptureMovieFileOutput()
  output.maxRecordedDuration = MediaTime(value: 10, timescale: 1)
  return output
}

report(
  "\(output().isRecording), \(output().maxRecordedDuration.seconds) s, \(MovieContainer(path: "a.mkv").map { "\($0)" } ?? "none")"
)
