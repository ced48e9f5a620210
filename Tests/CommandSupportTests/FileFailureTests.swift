@testable import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSystem
import Testing

@Suite("Failures of files")
struct FileFailureTests {
  private let input = InputPath("a.png")

  private func words(_ error: any Error) -> String { "\(FileFailure(error, at: input))" }

  @Test("An error about the input names it once, whatever its type")
  func aboutInput() {
    #expect(
      words(PictureError(.truncated, subject: "a.png", reason: "the data ends"))
        == "a.png: the data ends; get a complete copy of the file")
    #expect(words(MovieError(.noVideo, subject: "a.png", reason: "it is sound")) == "a.png: it is sound")
  }

  @Test("An error about another subject names that subject")
  func aboutSomethingElse() {
    #expect(
      words(MediaError(.invalidDimensions, subject: "0x1 BGRA", reason: "it is too small"))
        == "a.png: 0x1 BGRA: it is too small")
  }

  @Test("An output error names the output instead of the input")
  func aboutOutput() {
    #expect(
      words(OutputError(.isInput, subject: "b.png", reason: "this would overwrite an input"))
        == "b.png: this would overwrite an input; choose another name")
    let cause = PictureError(.cannotWrite, subject: "b.png", systemError: 28)
    #expect(
      words(OutputError(.cannotWrite, subject: "b.png", cause))
        == "b.png: no space left on device; free space there, or choose another folder")
  }

  @Test("A system error keeps its text")
  func aboutSystem() { #expect(words(SystemError(code: 21)) == "a.png: Is a directory") }

  @Test("Files in folders that are no pictures are skipped silently")
  func unnamed() {
    func isReported(_ code: PictureError.Code, isNamed: Bool = false) -> Bool {
      Input(path: input, isNamed: isNamed).failure(for: PictureError(code, subject: "a.png", reason: "no")) != nil
    }
    let skipped: [PictureError.Code] = [.unknownFormat, .empty, .unsupportedFormat("PDF")]
    #expect(skipped.allSatisfy { !isReported($0) && isReported($0, isNamed: true) })
    #expect(isReported(.unsupportedFormat("WebP")) && isReported(.corrupt))
  }
}
