import OpenCapture

/// Returns the texts of the QR codes in a picture, from top to bottom, with the highest effort.
func texts(in path: String) throws -> [String] {
  var scanner = try CodeScanner(types: [.qr])
  scanner.effort = .thorough
  return try scanner.scan(try EncodedPicture(contentsOf: path).sampleBuffer()).compactMap(\.stringValue)
}

/// Returns the distinct texts of the codes in a movie, in order of appearance.
func texts(inMovie path: String) async throws -> [String] {
  // A code missed in one frame is read in another, so low effort is enough.
  var scanner = CodeScanner()
  scanner.effort = .fast
  var tracker = CodeTracker(scanner)
  var texts: [String] = []
  for try await sample in try MovieReader(contentsOf: path).samples {
    for case let text? in try tracker.scan(sample).map(\.stringValue) where !texts.contains(text) {
      texts.append(text)
    }
  }
  return texts
}
