import Glibc

/// Makes a system call again when a signal interrupted it.
package func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
