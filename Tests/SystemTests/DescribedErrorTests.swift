import Glibc
import OpenCaptureSystem
import Testing

@Suite("Errors")
struct DescribedErrorTests {
  @Test("An error is told in one line: what it happened to, why, and what helps")
  func words() {
    let error = PrinterError(.noPaper, subject: "tray 2", reason: "it is empty")
    #expect(error.description == "tray 2: it is empty; put paper in")
    #expect("\(error)" == error.description)
    #expect(error.reasonAndRemedy == "it is empty; put paper in")
    #expect(error.errno == nil)
  }

  @Test("What is not known is not said: a remedy, or a subject that the reason names")
  func fewerWords() {
    #expect(PrinterError(.onFire, subject: "lp0", reason: "it burns").description == "lp0: it burns")
    let error = PrinterError(.noPaper, subject: "", reason: "all trays are empty")
    #expect(error.description == "all trays are empty; put paper in")
    #expect(error.reasonAndRemedy == error.description)
  }

  @Test("The remedy is the kind's own, unless there is a better one")
  func remedy() {
    #expect(PrinterError(.noPaper, subject: "lp0", reason: "it is empty").remedy == "put paper in")
    let better = PrinterError(.noPaper, subject: "lp0", reason: "it is empty", remedy: "put A4 in")
    #expect(better.remedy == "put A4 in" && better.description == "lp0: it is empty; put A4 in")
    #expect(PrinterError(.onFire, subject: "lp0", reason: "it burns").remedy == nil)
  }

  @Test("Control characters in what it is about, why or what helps make no second line, and stay in the facts")
  func oneLine() {
    let error = PrinterError(.onFire, subject: "a\nb", reason: "\u{1b}[2J\u{7f}é", remedy: "run\u{85}away\tnow")
    #expect(error.description == "a?b: ?[2J?é; run?away?now")
    #expect(error.reasonAndRemedy == "?[2J?é; run?away?now")
    #expect(error.subject == "a\nb" && error.reason == "\u{1b}[2J\u{7f}é")
  }

  @Test("Errors are equal when they say the same")
  func equality() {
    let error = PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "it is empty")
    #expect(error == PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "it is empty"))
    let others = [
      PrinterError(.onFire, subject: "lp0", errno: ENOSPC, reason: "it is empty", remedy: "put paper in"),
      PrinterError(.noPaper, subject: "lp1", errno: ENOSPC, reason: "it is empty"),
      PrinterError(.noPaper, subject: "lp0", reason: "it is empty"),
      PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "it is not full"),
      PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "it is empty", remedy: "put A4 in"),
    ]
    #expect(!others.contains(error) && Set(others + [error]).count == 6)
  }

  @Test("What nobody knew of can be caught and told")
  func anyError() {
    let error: any Error = PrinterError(.noPaper, subject: "tray 2", errno: ENODATA, reason: "it is empty")
    let described = error as? any DescribedError
    #expect(described?.subject == "tray 2" && described?.errno == ENODATA && described?.remedy == "put paper in")
    #expect(described?.code.name == "noPaper")
  }
}

@Suite("Codes of errors")
struct ErrorCodeTests {
  @Test("A code that is declared elsewhere is told apart as the others are, and breaks nobody's switch")
  func switching() {
    func answer(_ code: PrinterError.Code) -> String {
      switch code {
      case .noPaper: "feed it"
      case .onFire: "run"
      default: "read the manual"
      }
    }
    #expect([PrinterError.Code.noPaper, .onFire, .noInk].map(answer) == ["feed it", "run", "read the manual"])
    #expect(PrinterError.Code.noInk != .noPaper && PrinterError.Code.noInk == .noInk)
  }

  @Test("Codes show themselves by their names")
  func names() {
    #expect("\(PrinterError.Code.noInk)" == "noInk" && String(reflecting: PrinterError.Code.onFire) == "onFire")
  }
}

@Suite("Errors that come of others")
struct ErrorConversionTests {
  @Test("A system call that failed is told in the system's words, with what helps against that")
  func systemError() {
    let error = PrinterError(.onFire, subject: "/dev/lp0", systemError: ENOENT)
    #expect(error.code == .onFire && error.errno == ENOENT)
    #expect(error.description == "/dev/lp0: no such file or directory; check the name")
  }

  @Test("Where nothing helps against what the system said, the remedy is the kind's own")
  func systemErrorWithoutRemedy() {
    let error = PrinterError(.noPaper, subject: "/dev/lp0", systemError: EIO)
    #expect(error.description == "/dev/lp0: input/output error; put paper in")
  }

  @Test("What the system said can have better words than the system's")
  func systemErrorInOtherWords() {
    let cause = SystemError(code: EACCES, reason: "somebody planted it", remedy: "take it away")
    let error = PrinterError(.noPaper, subject: "lp0", cause)
    #expect(error.errno == EACCES && error.description == "lp0: somebody planted it; take it away")
  }

  @Test("A failure of the system that has no subject yet says what the system says, and no more")
  func bareSystemError() {
    let error = SystemError(code: ENOENT)
    #expect("\(error)" == "No such file or directory")
    #expect(error.reasonAndRemedy == "no such file or directory; check the name")
    #expect(error.errno == ENOENT && !error.isClosedPipe && SystemError(code: EPIPE).isClosedPipe)
    #expect(error == SystemError(code: ENOENT) && error.code != SystemError(code: EIO).code)
  }

  @Test("An error that led to another gives it its number, its reason and its remedy")
  func cause() {
    let cause = PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "it is empty")
    let error = OfficeError(.closed, subject: "lp0", cause)
    #expect(error.code == .closed && error.errno == ENOSPC)
    #expect(error.description == "lp0: it is empty; put paper in")
  }

  @Test("What the other error is about is said too, unless that is the same")
  func otherSubject() {
    let cause = PrinterError(.noPaper, subject: "lp0", reason: "it is empty")
    let error = OfficeError(.closed, subject: "first floor", cause)
    #expect(error.reason == "lp0: it is empty" && error.remedy == "put paper in")
    #expect(error.description == "first floor: \(cause)")
  }

  @Test("An error can be given the name that its subject has for the caller, and is the same otherwise")
  func betterName() {
    let cause = PrinterError(.noPaper, subject: "it", errno: ENOSPC, reason: "it is empty", remedy: "put A4 in")
    let error = cause.about("lp0")
    #expect(error.description == "lp0: it is empty; put A4 in" && error.code == .noPaper && error.errno == ENOSPC)
    #expect(OfficeError(.closed, subject: "lp0", error).reason == "it is empty")
  }

  @Test("Where nothing helped against the other, the remedy is the kind's own")
  func causeWithoutRemedy() {
    let error = OfficeError(.closed, subject: "lp0", PrinterError(.onFire, subject: "lp0", reason: "it burns"))
    #expect(error.description == "lp0: it burns; come tomorrow")
  }

  @Test("An error of another shape is the reason as it is")
  func foreignCause() {
    let error = OfficeError(.closed, subject: "first floor", Flood(depth: 3))
    #expect(error.errno == nil && error.reason == "3 m of water" && error.remedy == "come tomorrow")
  }
}

struct PrinterError: DescribedError {
  struct Code: ErrorCode {
    let name: String
    var remedy: String?
  }

  let facts: ErrorFacts<Code>

  init(_ facts: ErrorFacts<Code>) { self.facts = facts }
}

extension PrinterError.Code {
  static let noPaper = Self(name: "noPaper", remedy: "put paper in")
  static let onFire = Self(name: "onFire")
}

// As another module declares codes of its own.
extension PrinterError.Code {
  static let noInk = Self(name: "noInk")
}

struct OfficeError: DescribedError {
  struct Code: ErrorCode {
    let name: String
    var remedy: String?
  }

  let facts: ErrorFacts<Code>

  init(_ facts: ErrorFacts<Code>) { self.facts = facts }
}

extension OfficeError.Code {
  static let closed = Self(name: "closed", remedy: "come tomorrow")
}

struct Flood: Error, CustomStringConvertible {
  let depth: Int

  var description: String { "\(depth) m of water" }
}
