import Foundation

/// How many bytes of this process are in memory; 0 where the system doesn't say.
public func residentByteCount() -> Int {
  let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return fields.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * Int(getpagesize()) } ?? 0
}
