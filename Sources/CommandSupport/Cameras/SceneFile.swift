package import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import OpenCaptureFiles
import OpenCaptureMediaSamples
import OpenCapturePictures

/// What the built-in camera is given to see: a movie, a picture or a folder of pictures.
package enum SceneFile {
  /// A picture is kept as BGRA, as NV12 and upright.
  private static let limits = PictureLimits.forCommands(bytesPerPixel: 8)

  /// Opens a scene.
  ///
  /// - Throws: `PictureError`, `MovieError` or ``SystemError`` where it can't be read.
  package static func scene(_ path: InputPath) throws -> any SyntheticScene {
    if FileKind(of: path) == .directory { return try PictureScene(folder: path.text, limits: limits) }
    switch try MediaInput.open(Input(path: path, isNamed: true), limits: limits) {
    case nil: return CodeAndFaces()
    case .picture(let picture): return try still(picture.sampleBuffer())
    case .pages(let pages): return try still(pages.page(1).sampleBuffer)
    case .movie(let movie): return try PictureScene(movie: movie)
    }
  }

  private static func still(_ sample: SampleBuffer) throws -> PictureScene {
    PictureScene(still: try sample.image(as: .nv12).uprightCopy(sample.orientation))
  }

  /// What tells the files of a scene from others, so that none is written over.
  static func identities(_ path: InputPath) -> Set<FileIdentity> {
    Set(places(path).compactMap { FileIdentity(ofInput: $0) })
  }

  /// The file, or the folder and what is in it.
  static func places(_ path: InputPath) -> [InputPath] {
    let files = FileKind(of: path) == .directory ? FileSystem.names(in: path.text) : []
    return [path] + files.map { path.appending(InputPath($0)) }
  }
}
