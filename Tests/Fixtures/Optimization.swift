/// Whether the tests are optimized, and so what they test: without that, closures and values are put on the heap that
/// are on the stack otherwise.
public let isOptimized = !_isDebugAssertConfiguration()
