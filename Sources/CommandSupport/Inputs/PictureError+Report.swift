package import OpenCapturePictures

extension PictureError {
  /// Whether the file isn't a picture at all, as far as people with folders of pictures care.
  package var isNoPicture: Bool {
    switch code {
    case .unknownFormat, .empty, .unsupportedFormat("PDF"), .unsupportedFormat("PostScript"): true
    default: false
    }
  }
}

extension Input {
  /// What to say of an error that this input led to; nil where it is passed over in silence.
  package func failure(for error: any Error) -> FileFailure? {
    if let error = error as? PictureError, !isNamed, error.isNoPicture { return nil }
    return FileFailure(error, at: path)
  }
}
