import OpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("CodeAppearances")
struct CodeAppearancesTests {
  private let corners = Corners(Rect.unit)

  private func codes(_ texts: String) -> [MachineReadableCodeObject] {
    texts.map {
      MachineReadableCodeObject(type: .qr, corners: corners, bytes: Array("\($0)".utf8), stringValue: "\($0)")
    }
  }

  /// What appears in each frame, a tenth of a second apart, of which each shows these codes.
  private func appearing(_ frames: [String], rearm: Int64 = 5) -> [String] {
    var appearances = CodeAppearances(rearmTime: MediaTime(value: rearm, timescale: 10))
    return frames.enumerated().map { index, texts in
      appearances.appearing(codes(texts), at: MediaTime(value: Int64(index), timescale: 10))
        .compactMap(\.stringValue).joined()
    }
  }

  @Test("A code that stays in view appears once, also where frames between miss it")
  func staying() {
    #expect(appearing(["a", "a", "", "", "a", "a"]) == ["a", "", "", "", "", ""])
  }

  @Test("It appears again after it was out of sight for longer than the re-arm time, and not before")
  func rearm() {
    #expect(appearing(["a", "", "", "", "", "a", ""]) == ["a", "", "", "", "", "", ""])
    #expect(appearing(["a", "", "", "", "", "", "a"]) == ["a", "", "", "", "", "", "a"])
    #expect(appearing(["a", "", "a"], rearm: 0) == ["a", "", "a"])
  }

  @Test("Two codes with one text are two appearances, each once")
  func twins() {
    #expect(appearing(["a", "aa", "a", "aa", "aaa"]) == ["a", "a", "", "", "a"])
  }

  @Test("Others come and go beside it")
  func others() {
    #expect(appearing(["a", "ab", "b", "bc", "c", "c", "c", "ca"]) == ["a", "b", "", "c", "", "", "", "a"])
  }

  @Test("The same payload in another kind of code is another code")
  func types() {
    var appearances = CodeAppearances()
    let qr = codes("1")
    let ean = [MachineReadableCodeObject(type: .ean13, corners: corners, bytes: qr[0].bytes, stringValue: "1")]
    #expect(appearances.appearing(qr, at: .zero).count == 1)
    #expect(appearances.appearing(ean, at: .zero).count == 1)
  }

  @Test("A movie that begins again shows its codes again; without times, each appears once")
  func time() {
    var appearances = CodeAppearances()
    #expect(appearances.appearing(codes("a"), at: MediaTime(value: 60, timescale: 1)).count == 1)
    #expect(appearances.appearing(codes("a"), at: .zero).count == 1)
    var timeless = CodeAppearances()
    #expect(timeless.appearing(codes("a"), at: .invalid).count == 1)
    #expect(timeless.appearing(codes("a"), at: .invalid).isEmpty)
  }

  @Test("What is gone is forgotten: memory doesn't grow")
  func memory() {
    var appearances = CodeAppearances(rearmTime: MediaTime(value: 1, timescale: 1))
    for frame in 0..<500 {
      let code = MachineReadableCodeObject(
        type: .qr, corners: corners, bytes: Array("\(frame)".utf8), stringValue: "\(frame)")
      #expect(appearances.appearing([code], at: MediaTime(value: Int64(frame), timescale: 10)).count == 1)
    }
    #expect(appearances.count == 11)
  }
}
