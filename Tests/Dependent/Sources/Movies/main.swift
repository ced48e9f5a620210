import CommandSupport
import OpenCaptureMovies

do throws(MovieError) {
  try MovieEngine.load()
  _ = try MovieReader(contentsOf: "nothing.mp4")
} catch {
  report("\(error.code)")
}
