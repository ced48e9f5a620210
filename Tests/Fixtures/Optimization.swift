/// Whether the tests are built with optimization.
///
/// Unoptimized code puts closures and values on the heap that are otherwise on the stack.
public let isOptimized = !_isDebugAssertConfiguration()
