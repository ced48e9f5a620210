import OpenCaptureMediaSamples
import OpenCaptureSystem

extension EncodedPicture {
  /// Writes the picture to a file, whole or not at all.
  ///
  /// The bytes go to a new file in the same folder, which takes the place of the old one when it is complete
  /// and on the disk: the old one is never half overwritten. It keeps the old one's owner, group and permissions, but
  /// never runs as somebody else (set-user-ID); what can't be given back to its owner isn't replaced. What is no plain
  /// file, a pipe or a device, is written to.
  ///
  /// - Parameter path: The file's name; a symbolic link stays, and the file that it leads to is replaced. A link or a
  ///   file of another user's is left alone in a folder where anybody can make one.
  /// - Throws: ``PictureError`` with ``PictureError/Code/cannotWrite``.
  public func write(to path: String) throws(PictureError) {
    try write(toPath: Array(path.utf8))
  }

  /// Writes the picture to a file whose name may be any bytes, whole or not at all; see ``write(to:)``.
  ///
  /// - Parameter path: The bytes of the file's name, without a zero at the end.
  /// - Throws: ``PictureError`` with ``PictureError/Code/cannotWrite``.
  public func write(toPath path: [UInt8]) throws(PictureError) {
    do throws(SystemError) {
      try data.withUnsafeBytes { (bytes) throws(SystemError) in try AtomicFile.write(bytes, to: path) }
    } catch {
      throw PictureError(.cannotWrite, subject: String(decoding: path, as: UTF8.self), error)
    }
  }
}
