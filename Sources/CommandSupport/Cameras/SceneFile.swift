import Cameras
import Movies
import Pictures
import FileInputs
import MediaSamples

/// What the built-in camera is given to see: a movie, a picture or a folder of pictures.
package enum SceneFile {
  /// Opens a scene.
  ///
  /// - Throws: `PictureError`, `MovieError` or ``SystemError`` where it can't be read.
  package static func scene(_ path: InputPath) throws -> any SyntheticScene {
    if FileKind(of: path) == .directory { return try PictureScene(folder: path.text) }
    switch try MediaInput.open(Input(path: path, isNamed: true), limits: PictureLimits()) {
    case nil: return ColorBars()
    case .picture(let picture):
      let sample = try picture.sampleBuffer()
      return PictureScene(still: try sample.image(as: .nv12).uprightCopy(sample.orientation))
    case .movie(let movie): return try PictureScene(movie: movie)
    }
  }
}
