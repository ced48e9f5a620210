import Glibc

/// A failure of the operating system, in its own words.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }
}
