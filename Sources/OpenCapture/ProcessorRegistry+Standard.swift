extension ProcessorRegistry {
  /// All processors and detectors of this package, each under its name.
  public static let standard: ProcessorRegistry = {
    var registry = ProcessorRegistry.builtIn
    do { try registry.registerCodes() } catch { preconditionFailure("\(error)") }
    return registry
  }()
}
