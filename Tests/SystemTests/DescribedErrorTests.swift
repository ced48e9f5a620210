import Glibc
import OpenCaptureSystem
import Testing

@Suite("Errors")
struct DescribedErrorTests {
  @Test("An error prints as one line: subject, reason and hint")
  func words() {
    let error = PrinterError(.noPaper, subject: "tray 2", reason: "empty")
    #expect(error.description == "tray 2: empty; put paper in")
    #expect("\(error)" == error.description)
    #expect(error.reasonAndHint == "empty; put paper in")
    #expect(error.errno == nil)
  }

  @Test("A missing hint and an empty subject are omitted")
  func fewerWords() {
    #expect(PrinterError(.onFire, subject: "lp0", reason: "burning").description == "lp0: burning")
    let error = PrinterError(.noPaper, subject: "", reason: "all trays are empty")
    #expect(error.description == "all trays are empty; put paper in")
    #expect(error.reasonAndHint == error.description)
  }

  @Test("The hint is the code's own unless the error gives one")
  func hint() {
    #expect(PrinterError(.noPaper, subject: "lp0", reason: "empty").hint == "put paper in")
    let better = PrinterError(.noPaper, subject: "lp0", reason: "empty", hint: "put A4 in")
    #expect(better.hint == "put A4 in" && better.description == "lp0: empty; put A4 in")
    #expect(PrinterError(.onFire, subject: "lp0", reason: "burning").hint == nil)
  }

  @Test("An empty hint means none, also under another subject")
  func emptyHint() {
    let error = PrinterError(.noPaper, subject: "lp0", reason: "empty", hint: "")
    #expect(error.hint == nil && error.description == "lp0: empty")
    #expect(error.about("tray 2").description == "tray 2: empty")
  }

  @Test("Details of an error stay under another subject, and are not compared")
  func details() {
    var error = PrinterError(.noPaper, subject: "it", reason: "empty")
    error.details.values["sheets"] = 0
    #expect(error == PrinterError(.noPaper, subject: "it", reason: "empty"))
    #expect(error.about("lp0").details.values["sheets"] as? Int == 0)
  }

  @Test("Control characters in subject, reason and hint do not break the line, and stay in the facts")
  func oneLine() {
    let error = PrinterError(.onFire, subject: "a\nb", reason: "\u{1b}[2J\u{7f}é", hint: "run\u{85}away\tnow")
    #expect(error.description == "a?b: ?[2J?é; run?away?now")
    #expect(error.reasonAndHint == "?[2J?é; run?away?now")
    #expect(error.subject == "a\nb" && error.reason == "\u{1b}[2J\u{7f}é")
  }

  @Test("Errors are equal if all facts are equal")
  func equality() {
    let error = PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "empty")
    #expect(error == PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "empty"))
    let others = [
      PrinterError(.onFire, subject: "lp0", errno: ENOSPC, reason: "empty", hint: "put paper in"),
      PrinterError(.noPaper, subject: "lp1", errno: ENOSPC, reason: "empty"),
      PrinterError(.noPaper, subject: "lp0", reason: "empty"),
      PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "full"),
      PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "empty", hint: "put A4 in"),
    ]
    #expect(!others.contains(error) && Set(others + [error]).count == 6)
  }

  @Test("An error of an unknown type can be caught and printed")
  func anyError() {
    let error: any Error = PrinterError(.noPaper, subject: "tray 2", errno: ENODATA, reason: "empty")
    let described = error as? any DescribedError
    #expect(described?.subject == "tray 2" && described?.errno == ENODATA && described?.hint == "put paper in")
    #expect(described?.code.description == "noPaper")
  }
}

@Suite("Codes of errors")
struct ErrorCodeTests {
  @Test("A code declared elsewhere can be matched like the others, and breaks no switch")
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

  @Test("Codes print as their names")
  func names() {
    #expect("\(PrinterError.Code.noInk)" == "noInk" && String(reflecting: PrinterError.Code.onFire) == "onFire")
  }
}

@Suite("Errors caused by other errors")
struct ErrorConversionTests {
  @Test("A failed system call is described in the system's words, with the system's hint")
  func systemError() {
    let error = PrinterError(.onFire, subject: "/dev/lp0", systemError: ENOENT)
    #expect(error.code == .onFire && error.errno == ENOENT)
    #expect(error.description == "/dev/lp0: no such file or directory; check the name")
  }

  @Test("If the system's error has no hint, the error has the code's own")
  func systemErrorWithoutRemedy() {
    let error = PrinterError(.noPaper, subject: "/dev/lp0", systemError: EIO)
    #expect(error.description == "/dev/lp0: input/output error; put paper in")
  }

  @Test("A system error can have other words than the system's")
  func systemErrorInOtherWords() {
    let cause = SystemError(code: EACCES, reason: "another user owns it", hint: "remove it")
    let error = PrinterError(.noPaper, subject: "lp0", cause)
    #expect(error.errno == EACCES && error.description == "lp0: another user owns it; remove it")
  }

  @Test("A system error without a subject prints only the system's text")
  func bareSystemError() {
    let error = SystemError(code: ENOENT)
    #expect("\(error)" == "No such file or directory")
    #expect(error.reasonAndHint == "no such file or directory; check the name")
    #expect(error.errno == ENOENT && !error.isClosedPipe && SystemError(code: EPIPE).isClosedPipe)
    #expect(error == SystemError(code: ENOENT) && error.code != SystemError(code: EIO).code)
  }

  @Test("A cause passes its number, reason and hint on")
  func cause() {
    let cause = PrinterError(.noPaper, subject: "lp0", errno: ENOSPC, reason: "empty")
    let error = OfficeError(.closed, subject: "lp0", cause)
    #expect(error.code == .closed && error.errno == ENOSPC)
    #expect(error.description == "lp0: empty; put paper in")
  }

  @Test("The cause's subject becomes part of the reason unless it is the same")
  func otherSubject() {
    let cause = PrinterError(.noPaper, subject: "lp0", reason: "empty")
    let error = OfficeError(.closed, subject: "first floor", cause)
    #expect(error.reason == "lp0: empty" && error.hint == "put paper in")
    #expect(error.description == "first floor: \(cause)")
  }

  @Test("An error can get another subject, and is otherwise unchanged")
  func betterName() {
    let cause = PrinterError(.noPaper, subject: "it", errno: ENOSPC, reason: "empty", hint: "put A4 in")
    let error = cause.about("lp0")
    #expect(error.description == "lp0: empty; put A4 in" && error.code == .noPaper && error.errno == ENOSPC)
    #expect(OfficeError(.closed, subject: "lp0", error).reason == "empty")
  }

  @Test("If the cause has no hint, the error has the code's own")
  func causeWithoutRemedy() {
    let error = OfficeError(.closed, subject: "lp0", PrinterError(.onFire, subject: "lp0", reason: "burning"))
    #expect(error.description == "lp0: burning; come tomorrow")
  }

  @Test("The text of an error of another shape becomes the reason")
  func foreignCause() {
    let error = OfficeError(.closed, subject: "first floor", Flood(depth: 3))
    #expect(error.errno == nil && error.reason == "3 m of water" && error.hint == "come tomorrow")
  }

  @Test("A type of a program's own can conform, and passes its parts on as a cause")
  func ownType() {
    let cause = Strike(subject: "staff", reason: "on strike")
    #expect("\(cause)" == "staff: on strike; negotiate" && cause.rootCode == "strike")
    let error = OfficeError(.closed, subject: "first floor", cause)
    #expect(error.description == "first floor: staff: on strike; negotiate" && error.rootCode == "strike")
  }
}

typealias PrinterError = DomainError<PrinterErrorDomain>
enum PrinterErrorDomain {}

extension PrinterError.Code {
  static var noPaper: Self { Self("noPaper", hint: "put paper in") }
  static var onFire: Self { Self("onFire") }
}

// Declared as in another module.
extension PrinterError.Code {
  static var noInk: Self { Self("noInk") }
}

typealias OfficeError = DomainError<OfficeErrorDomain>
enum OfficeErrorDomain {}

extension OfficeError.Code {
  static var closed: Self { Self("closed", hint: "come tomorrow") }
}

struct Strike: DescribedError {
  let code = "strike"
  let subject: String
  let errno: Int32? = nil
  let reason: String
  let hint: String? = "negotiate"
}

struct Flood: Error, CustomStringConvertible {
  let depth: Int

  var description: String { "\(depth) m of water" }
}
