import CommandSupport
import OpenCaptureIsolation

do {
  let scanner = try IsolatedScanner(types: [.qr], helper: "/nonexistent/scan-qr")
  report("\(try await scanner.scan(contentsOf: "picture.png").codes.count) codes")
} catch let error as IsolationError {
  report("\(error.code): \(error.subject)")
}
