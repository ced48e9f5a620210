import OpenCapture

/// The texts of the QR codes in a picture that must be read, from top to bottom.
func texts(in path: String) throws -> [String] {
  var scanner = try CodeScanner(types: [.qr])
  scanner.effort = .thorough
  return try scanner.scan(try EncodedPicture(contentsOf: path).sampleBuffer()).compactMap(\.stringValue)
}

/// The texts of the codes in a movie, each once, in the order in which they appear.
func texts(inMovie path: String) async throws -> [String] {
  // Of a stream not each frame has to be searched as if nothing were known.
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
