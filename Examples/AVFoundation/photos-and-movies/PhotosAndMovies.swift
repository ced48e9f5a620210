import AVFoundation

/// Takes photos and movies, with everything that can be said about how.
///
/// For iOS 18: raw photos, Live Photos and the codecs of movies are there alone. The folder that they go to is the first
/// argument.
@main
struct PhotosAndMovies {
  static func main() async {
    let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory())
    guard await AVCaptureDevice.requestAccess(for: .video), await AVCaptureDevice.requestAccess(for: .audio) else {
      return print("Nobody let us see and hear.")
    }
    do { try await run(folder) } catch {
      print("It ended: \(error)")
      exit(1)
    }
  }

  private static func run(_ folder: URL) async throws {
    let studio = Studio()
    try studio.configure()
    studio.session.startRunning()
    let photos = PhotoBooth(output: studio.photoOutput, folder: folder)
    try await photos.takeJPEG()
    try await photos.takeHEIC()
    try await photos.takeRaw()
    try await photos.takePixels()
    try await photos.takeLivePhoto()

    try studio.change(to: .movies)
    print("Live Photos beside movies: \(studio.photoOutput.isLivePhotoCaptureSupported)")
    let movies = MovieBooth(output: studio.movieOutput, folder: folder)
    movies.chooseSettings()
    await movies.recordUntilItIsLongEnough()
    await movies.recordWithPause()
    studio.session.stopRunning()
  }
}
