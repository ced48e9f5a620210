@testable import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSystem
import Testing

@Suite("What is said of a file that failed")
struct FileFailureTests {
  private let input = InputPath("a.png")

  private func words(_ error: any Error) -> String { "\(FileFailure(error, at: input))" }

  @Test("An error about the input names it once, whatever type it is of")
  func aboutInput() {
    #expect(
      words(PictureError(.truncated, subject: "a.png", reason: "the data ends"))
        == "a.png: the data ends; get the whole file again")
    #expect(words(MovieError(.noVideo, subject: "a.png", reason: "it is sound")) == "a.png: it is sound")
  }

  @Test("An error about something else says what that is")
  func aboutSomethingElse() {
    #expect(
      words(MediaError(.invalidDimensions, subject: "0x1 BGRA", reason: "it is too small"))
        == "a.png: 0x1 BGRA: it is too small")
  }

  @Test("What was to be written is named instead of the input")
  func aboutOutput() {
    #expect(
      words(OutputError(.isInput, subject: "b.png", reason: "this would overwrite an input"))
        == "b.png: this would overwrite an input; choose another name")
    let cause = PictureError(.cannotWrite, subject: "b.png", systemError: 28)
    #expect(
      words(OutputError(.cannotWrite, subject: "b.png", cause))
        == "b.png: no space left on device; free space there, or choose another folder")
  }

  @Test("What the system says is said as it is")
  func aboutSystem() { #expect(words(SystemError(code: 21)) == "a.png: Is a directory") }

  @Test("Of pictures that nobody named, those that are none are passed over")
  func unnamed() {
    func isTold(_ code: PictureError.Code, isNamed: Bool = false) -> Bool {
      Input(path: input, isNamed: isNamed).failure(for: PictureError(code, subject: "a.png", reason: "no")) != nil
    }
    let passedOver: [PictureError.Code] = [.unknownFormat, .empty, .unsupportedFormat("PDF")]
    #expect(passedOver.allSatisfy { !isTold($0) && isTold($0, isNamed: true) })
    #expect(isTold(.unsupportedFormat("WebP")) && isTold(.corrupt))
  }
}
