import Glibc
package import OpenCaptureMediaSamples
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
  public func write(toPath path: [UInt8]) throws(PictureError) { try data.write(toPath: path) }

  /// Writes the picture to a pipe, a socket or a file that is open, behind what is in it; leaves it open.
  ///
  /// - Parameters:
  ///   - descriptor: Where to write.
  ///   - name: What errors call it; default `standard output`.
  /// - Throws: ``PictureError`` with ``PictureError/Code/cannotWrite``; part of it may have been written.
  public func write(to descriptor: Int32, name: String = "standard output") throws(PictureError) {
    let failure = data.withUnsafeBytes { bytes -> Int32? in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno }
        rest = rest.dropFirst(max(0, count))
      }
      return nil
    }
    if let failure { throw PictureError(.cannotWrite, subject: name, systemError: failure) }
  }
}

extension DataBuffer {
  /// Writes a file's bytes, whole or not at all; see ``EncodedPicture/write(to:)``.
  ///
  /// - Throws: ``PictureError`` with ``PictureError/Code/cannotWrite``.
  package func write(toPath path: [UInt8]) throws(PictureError) {
    do throws(SystemError) {
      try withUnsafeBytes { (bytes) throws(SystemError) in try AtomicFile.write(bytes, to: path) }
    } catch {
      throw PictureError(.cannotWrite, subject: String(decoding: path, as: UTF8.self), error)
    }
  }
}
