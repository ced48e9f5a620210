import COpenCaptureSystem
import Glibc

/// The process's environment variables.
package enum Environment {
  /// Returns a variable's value; nil if it is not set.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Returns the values of those variables that are set.
  package static func values(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = value($1) }
  }
}

/// The process's standard error, for messages of libraries.
package enum StandardError {
  /// Writes a line in one call, so that lines of several threads stay whole.
  package static func write(line text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The host's processors.
package enum Processors {
  /// The number of processors that this process may run on, at least 1.
  package static var count: Int { Int(csystem_processor_count()) }
}

/// The handling of freed memory blocks as large as pictures.
package enum LargeAllocations {
  /// Returns large blocks to the system when they are freed; applies to the whole process from now on.
  ///
  /// By default, after the first such block glibc allocates blocks of that size from its heaps. There, blocks
  /// behind them keep their memory from being returned.
  package static func returnToSystem() { csystem_return_large_blocks(256 << 10) }
}
