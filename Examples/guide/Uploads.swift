import OpenCaptureIsolation

/// Returns the texts of the codes in a stranger's file; none if the file is rejected.
func texts(inUpload path: String, with scanner: IsolatedScanner) async throws -> [String] {
  do {
    return try await scanner.scan(contentsOf: path).codes.compactMap(\.stringValue)
  } catch let error as IsolationError {
    print("rejected: \(error)")
    return []
  }
}
