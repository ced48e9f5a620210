import CommandSupport
import OpenCaptureRecording

/// An output of movies of ten seconds at most.
func output() -> CaptureMovieFileOutput {
  let output = CaptureMovieFileOutput()
  output.maxRecordedDuration = MediaTime(value: 10, timescale: 1)
  return output
}

report(
  "\(output().isRecording), \(output().maxRecordedDuration.seconds) s, \(MovieContainer(path: "a.mkv").map { "\($0)" } ?? "none")"
)
