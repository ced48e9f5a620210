import Testing

/// Tests that the commands accept the command lines of documents.
@Suite("Command lines in documents")
struct CommandLineTests {
  /// A command line, and the document that shows it.
  struct Sample: Sendable, CustomStringConvertible {
    let document: String
    let line: ShellLine

    var description: String { "\(document): \(line)" }
  }

  private static let samples: [Sample] = Documents.all.flatMap { document in
    let lines = (try? Documents.shellLines(in: document)) ?? []
    return lines.flatMap { ShellLine.all(in: $0) }.map { Sample(document: document, line: $0) }
  }

  @Test("The command accepts each line", arguments: samples)
  func line(sample: Sample) throws { _ = try sample.line.command() }

  @Test("The README and both guides of the commands have command lines")
  func found() {
    for document in ["README.md", "Documentation/scan-qr.md", "Documentation/viewfinder.md"] {
      #expect(Self.samples.count { $0.document == document } >= 8, "\(document)")
    }
  }

  @Test("Quotes, pipes, redirections and comments are not arguments")
  func splitting() {
    let lines = [
      "find . -name '*.png' -print0 | scan-qr --files-from0 -  # all", "scan-qr --stream < requests > answers",
      "viewfinder  # the default camera", "ls photo.jpg", "scan-qr 'my photo.jpg' && viewfinder doctor",
    ]
    #expect(
      lines.map { ShellLine.all(in: $0).map(\.description) } == [
        ["scan-qr --files-from0 -"], ["scan-qr --stream"], ["viewfinder"], [],
        ["scan-qr my photo.jpg", "viewfinder doctor"],
      ])
  }
}
