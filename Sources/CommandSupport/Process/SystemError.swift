import Glibc

/// A failure of the operating system, in its own words.
package struct SystemError: Error, CustomStringConvertible {
  package let code: Int32

  package var description: String { String(cString: strerror(code)) }
}
