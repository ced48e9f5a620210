import AVFoundation

/// A program that takes photos and movies with all settings.
///
/// For iOS 18. macOS has no raw photos, Live Photos or movie codecs. The first argument is the folder for the files.
@main
struct PhotosAndMovies {
  static func main() async {
    let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory())
    guard await AVCaptureDevice.requestAccess(for: .video), await AVCaptureDevice.requestAccess(for: .audio) else {
      return print("Access to camera and microphone denied.")
    }
    do { try await run(folder) } catch {
      print("Failed: \(error)")
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
    print("Live Photos together with movies: \(studio.photoOutput.isLivePhotoCaptureSupported)")
    let movies = MovieBooth(output: studio.movieOutput, folder: folder)
    movies.chooseSettings()
    await movies.recordToMaximumDuration()
    await movies.recordWithPause()
    studio.session.stopRunning()
  }
}
