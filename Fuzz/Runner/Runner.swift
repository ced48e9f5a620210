import FuzzTargets
import Glibc

// The entry points of libFuzzer. `Fuzz/run` starts the program. The environment variable FUZZ_TARGET selects the
// target. If the variable names no target, the program prints all targets with their longest inputs.

private let target: FuzzTarget? = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) }
  return FuzzTarget.all.first { $0.name == name }
}()

/// Prepares the run before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  guard target == nil else { return 0 }
  for target in FuzzTarget.all { print(target.name, target.longestInput) }
  exit(0)
}

/// Runs the target with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
