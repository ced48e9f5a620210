import FuzzTargets
import Glibc

// What libFuzzer calls; `Fuzz/run` starts it. The target is what the environment variable FUZZ_TARGET says; without one, all of
// them are printed, with how long an input of each can be.

private let target: FuzzTarget? = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) }
  return FuzzTarget.all.first { $0.name == name }
}()

/// Before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  guard target == nil else { return 0 }
  for target in FuzzTarget.all { print(target.name, target.longestInput) }
  exit(0)
}

/// With each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
