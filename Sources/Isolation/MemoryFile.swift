import COpenCaptureSystem
import Glibc
package import OpenCaptureSystem

/// Bytes in memory that one process passes to another one.
package enum MemoryFile {
  /// Returns an immutable file with the given parts, one after another.
  package static func make(_ parts: [UnsafeRawBufferPointer]) throws(SystemError) -> OwnedDescriptor {
    let descriptor = csystem_create_memory("opencapture")
    guard descriptor >= 0 else { throw SystemError(code: -descriptor) }
    let file = OwnedDescriptor(descriptor)
    for part in parts {
      var written = 0
      while written < part.count {
        let count = write(file.number, part.baseAddress.map { $0 + written }, part.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemError(code: errno) }
        written += count
      }
    }
    guard csystem_seal(file.number) == 0 else { throw SystemError(code: errno) }
    return file
  }

  /// Returns the content of a file that another process has sent.
  ///
  /// - Throws: `MessageError.damaged` if the file can still change, or exceeds the limit.
  package static func contents(
    of file: OwnedDescriptor, limit: Int
  ) throws(MessageError) -> [UInt8] {
    var status = stat()
    guard csystem_is_sealed(file.number), fstat(file.number, &status) == 0, status.st_size <= limit else {
      throw .damaged
    }
    var done = 0
    let descriptor = file.number
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { space, filled in
      while done < space.count {
        let count = pread(descriptor, space.baseAddress.map { $0 + done }, space.count - done, done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        done += count
      }
      filled = done
    }
    guard done == Int(status.st_size) else { throw .damaged }
    return bytes
  }
}
