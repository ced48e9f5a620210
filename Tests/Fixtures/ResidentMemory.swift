import Foundation

/// Returns the resident memory of this process in bytes; 0 if the system does not say.
public func residentByteCount() -> Int {
  let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return fields.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * Int(getpagesize()) } ?? 0
}
