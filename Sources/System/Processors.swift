import COpenCaptureSystem

/// The machine's processors.
package enum Processors {
  /// On how many of them this process may run, at least 1.
  package static var count: Int { Int(csystem_processor_count()) }
}
