package import OpenCaptureMediaSamples
public import OpenCaptureSystem

extension EncodedPicture {
  /// Writes the picture to a file, whole or not at all.
  ///
  /// The bytes are written to a temporary file in the same folder. The new file replaces the old one when it is
  /// complete and on the disk. It keeps the owner, group and permissions of the old one, except for set-user-ID. If the
  /// owner cannot be kept, the old file isn't replaced. Pipes and devices are written to directly.
  ///
  /// - Parameter path: The path of the file. If it is a symbolic link, the target of the link is replaced. In a folder
  ///   that all users can write to, links and files of other users are not followed or replaced.
  /// - Throws: ``PictureError`` with `PictureError.Code.cannotWrite`.
  public func write(to path: String) throws(PictureError) { try write(toPath: Array(path.utf8)) }

  /// Writes the picture to a file whose path may contain any bytes, whole or not at all; see ``write(to:)``.
  ///
  /// - Parameter path: The bytes of the path, without a terminating zero.
  /// - Throws: ``PictureError`` with `PictureError.Code.cannotWrite`.
  public func write(toPath path: [UInt8]) throws(PictureError) { try data.write(toPath: path) }

  /// Appends the picture to an open pipe, socket or file, and leaves it open.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor to write to.
  ///   - name: The name of the target in errors (default: `standard output`).
  /// - Throws: ``PictureError`` with `PictureError.Code.cannotWrite`. A part of the picture may have been written.
  public func write(to descriptor: Int32, name: String = "standard output") throws(PictureError) {
    do throws(SystemError) {
      try data.withUnsafeBytes { (bytes) throws(SystemError) in try AtomicFile.writeAll(bytes, to: descriptor) }
    } catch {
      throw PictureError(.cannotWrite, subject: name, error)
    }
  }
}

extension DataBuffer {
  /// Writes the bytes to a file, whole or not at all; see ``EncodedPicture/write(to:)``.
  package func write(toPath path: [UInt8]) throws(PictureError) {
    do throws(SystemError) {
      try withUnsafeBytes { (bytes) throws(SystemError) in try AtomicFile.write(bytes, to: path) }
    } catch {
      throw PictureError(.cannotWrite, subject: String(decoding: path, as: UTF8.self), error)
    }
  }
}
