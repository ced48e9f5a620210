import OpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("CodeAppearances")
struct CodeAppearancesTests {
  private let corners = Corners(Rect.unit)

  private func codes(_ texts: String) -> [MachineReadableCodeObject] {
    texts.map {
      MachineReadableCodeObject(type: .qr, cornerPoints: corners, bytes: Array("\($0)".utf8), stringValue: "\($0)")
    }
  }

  /// Returns the codes that appear in each frame.
  ///
  /// Frames are a tenth of a second apart, and each shows the given codes.
  private func newlyVisible(_ frames: [String], rearm: Int64 = 5) -> [String] {
    var appearances = CodeAppearances(rearmTime: MediaTime(value: rearm, timescale: 10))
    return frames.enumerated().map { index, texts in
      appearances.newlyVisible(codes(texts), at: MediaTime(value: Int64(index), timescale: 10))
        .compactMap(\.stringValue).joined()
    }
  }

  @Test("A code that stays in view appears once, even if frames in between miss it")
  func staying() {
    #expect(newlyVisible(["a", "a", "", "", "a", "a"]) == ["a", "", "", "", "", ""])
  }

  @Test("A code appears again only after an absence longer than the re-arm time")
  func rearm() {
    #expect(newlyVisible(["a", "", "", "", "", "a", ""]) == ["a", "", "", "", "", "", ""])
    #expect(newlyVisible(["a", "", "", "", "", "", "a"]) == ["a", "", "", "", "", "", "a"])
    #expect(newlyVisible(["a", "", "a"], rearm: 0) == ["a", "", "a"])
  }

  @Test("Two codes with the same text appear once each")
  func twins() {
    #expect(newlyVisible(["a", "aa", "a", "aa", "aaa"]) == ["a", "a", "", "", "a"])
  }

  @Test("Other codes appear and disappear independently")
  func others() {
    #expect(newlyVisible(["a", "ab", "b", "bc", "c", "c", "c", "ca"]) == ["a", "b", "", "c", "", "", "", "a"])
  }

  @Test("The same payload in another type of code is another code")
  func types() {
    var appearances = CodeAppearances()
    let qr = codes("1")
    let ean = [MachineReadableCodeObject(type: .ean13, cornerPoints: corners, bytes: qr[0].bytes, stringValue: "1")]
    #expect(appearances.newlyVisible(qr, at: .zero).count == 1)
    #expect(appearances.newlyVisible(ean, at: .zero).count == 1)
  }

  @Test("A movie that restarts shows its codes again; without times, each code appears once")
  func time() {
    var appearances = CodeAppearances()
    #expect(appearances.newlyVisible(codes("a"), at: MediaTime(value: 60, timescale: 1)).count == 1)
    #expect(appearances.newlyVisible(codes("a"), at: .zero).count == 1)
    var timeless = CodeAppearances()
    #expect(timeless.newlyVisible(codes("a"), at: .invalid).count == 1)
    #expect(timeless.newlyVisible(codes("a"), at: .invalid).isEmpty)
  }

  @Test("Absent codes are removed, so memory doesn't grow")
  func memory() {
    var appearances = CodeAppearances(rearmTime: MediaTime(value: 1, timescale: 1))
    for frame in 0..<500 {
      let code = MachineReadableCodeObject(
        type: .qr, cornerPoints: corners, bytes: Array("\(frame)".utf8), stringValue: "\(frame)")
      #expect(appearances.newlyVisible([code], at: MediaTime(value: Int64(frame), timescale: 10)).count == 1)
    }
    #expect(appearances.count == 11)
  }
}
