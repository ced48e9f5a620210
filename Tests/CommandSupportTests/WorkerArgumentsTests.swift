import Testing
@testable import OpenCaptureCommandSupport

@Suite("Arguments for workers")
struct WorkerArgumentsTests {
  private let names = (0..<5000).map { "\($0).png" }

  @Test("Options before and behind any number of names are kept, as are some of the names")
  func rows() {
    let short = WorkerArguments.shortened(["--with", "codes"] + names + ["--json"] + names)
    #expect(short == ["--with", "codes", "0.png", "1.png", "--json", "0.png", "1.png", "2.png"])
  }

  @Test("Behind two dashes, all arguments are names")
  func dashes() {
    let short = WorkerArguments.shortened(["--json", "--", "-a", "-b", "-c", "-d"])
    #expect(short == ["--json", "--", "-a", "-b", "-c"])
  }

  @Test("Few arguments stay as they are")
  func few() {
    let arguments = ["run", "-o", "found", "a.png", "--rotate", "90"]
    #expect(WorkerArguments.shortened(arguments) == arguments)
  }
}
