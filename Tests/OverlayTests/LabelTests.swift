import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
@testable import OpenCaptureOverlay
import Testing

@Suite("Labels")
struct LabelTests {
  private let style = OverlayStyle(pictureSize: Size(width: 1280, height: 720))

  /// Measures text with letters half as wide as the font height, truncated to the maximum width.
  private func measure(_ text: String, _ fontSize: Double, _ width: Double) -> Size {
    Size(width: min(width, Double(text.count) * fontSize / 2), height: fontSize * 1.2)
  }

  private func plan(_ texts: [String], beside objects: [Rect], avoiding reserved: [Rect] = []) -> LabelPlan {
    LabelPlan(texts, beside: objects, avoiding: reserved, style: style, measure: measure)
  }

  /// Returns objects on a grid with the given number of columns, each covering a share of its cell.
  private func grid(_ count: Int, across: Int, share: Double = 0.6) -> [Rect] {
    let width = 1280 / Double(across)
    let height = 720 / Double((count + across - 1) / across)
    return (0..<count).map { index in
      Rect(
        x: (Double(index % across) + (1 - share) / 2) * width, y: (Double(index / across) + 0.1) * height,
        width: width * share, height: height * share)
    }
  }

  private func overlap(_ boxes: [Rect]) -> Int {
    boxes.indices.reduce(0) { sum, index in
      sum + boxes[..<index].count { ($0.intersection(boxes[index])?.area ?? 0) > 1e-6 }
    }
  }

  private func isInPicture(_ box: Rect) -> Bool {
    box.minX >= 0 && box.minY >= 0 && box.maxX <= 1280 && box.maxY <= 720
  }

  @Test("A single label appears below its object in full size and length")
  func one() {
    let object = Rect(x: 500, y: 300, width: 100, height: 100)
    let plan = plan(["https://www.example.com/a/rather/long/address"], beside: [object])
    #expect(plan.labels.map(\.box.minX) == [500] && plan.labels.map(\.fontSize) == [style.fontSize])
    #expect(plan.labels[0].box.minY > object.maxY && plan.labels[0].box.minY < object.maxY + 20)
    #expect(plan.legend.isEmpty && plan.legendBox == nil)
  }

  @Test("A label appears above its object at the lower edge, and on the object without room beside it")
  func edges() {
    let low = plan(["some text"], beside: [Rect(x: 500, y: 610, width: 100, height: 100)]).labels[0].box
    #expect(low.maxY < 610 && isInPicture(low))
    let all = plan(["some text"], beside: [Rect(x: 0, y: 0, width: 1280, height: 720)]).labels[0].box
    #expect(isInPicture(all))
    let right = plan(["a text that is wide"], beside: [Rect(x: 1200, y: 100, width: 70, height: 70)]).labels[0].box
    #expect(isInPicture(right))
  }

  @Test("Labels and the legend avoid reserved rectangles, and one without room elsewhere stays at its object")
  func reserved() throws {
    let object = Rect(x: 500, y: 300, width: 100, height: 100)
    let below = Rect(x: 0, y: 400, width: 1280, height: 320)
    let label = plan(["some text"], beside: [object], avoiding: [below]).labels[0].box
    #expect(label.maxY < 300 && isInPicture(label))
    let whole = Rect(x: 0, y: 0, width: 1280, height: 720)
    #expect(plan(["some text"], beside: [object], avoiding: [whole]).labels[0].box.minY > object.maxY)
    let right = Rect(x: 640, y: 0, width: 640, height: 720)
    let texts = (0..<40).map { "a long text \($0)" }
    let legend = plan(texts, beside: grid(40, across: 8).filter { $0.maxX < 640 }, avoiding: [right]).legendBox
    #expect(try #require(legend).maxX < 640)
  }

  @Test(
    "Labels overlap neither each other nor other objects, in any number",
    arguments: [(2, 2), (5, 5), (12, 4), (20, 5), (24, 6), (25, 5), (60, 10), (200, 20)])
  func apart(count: Int, across: Int) {
    let objects = grid(count, across: across)
    let plan = plan((0..<count).map { "https://example.com/\($0)" }, beside: objects)
    #expect(overlap(plan.labels.map(\.box)) == 0)
    #expect(plan.labels.map(\.box).allSatisfy(isInPicture))
    for (index, label) in plan.labels.enumerated() where plan.legendBox == nil {
      #expect(objects.indices.allSatisfy { $0 == index || overlap([objects[$0], label.box]) == 0 })
    }
    #expect((plan.legendBox != nil) == (count > LabelPlan.maximumLabelCount))
  }

  @Test("Labels shrink and are truncated without room, and finally become numbers")
  func shrinking() {
    func sizes(_ count: Int, _ across: Int) -> [Double] {
      plan(Array(repeating: "https://example.com/some/path", count: count), beside: grid(count, across: across))
        .labels.map(\.fontSize)
    }
    #expect(sizes(3, 3).allSatisfy { $0 == style.fontSize })
    #expect(sizes(8, 8).allSatisfy { $0 < style.fontSize && $0 >= 9 })
    let crowd = plan(
      Array(repeating: "https://example.com", count: 20), beside: grid(20, across: 20, share: 0.98))
    #expect(crowd.labels.first?.text == "1" && crowd.legend.first?.text == "1  https://example.com")
  }

  @Test("The legend explains each number, lies inside the picture, and counts omitted lines")
  func legend() throws {
    let few = plan((1...30).map { "code number \($0)" }, beside: grid(30, across: 6))
    #expect(few.legend.count == 30 && few.legend[6].text == "7  code number 7")
    let box = try #require(few.legendBox)
    #expect(isInPicture(box) && box.width <= 0.36 * 1280)
    #expect(few.legend.allSatisfy { $0.box.minX >= box.minX && $0.box.maxY <= box.maxY + 1e-6 })
    // Numbers covered by the legend are left out; all others are present.
    let names = Set(few.labels.map(\.text))
    for (index, object) in grid(30, across: 6).enumerated() where !box.contains(object.center) {
      #expect(names.contains("\(index + 1)"))
    }
    let many = plan((1...200).map { "code number \($0)" }, beside: grid(200, across: 20))
    let last = try #require(many.legend.last?.text)
    #expect(last == "… \(200 - many.legend.count + 1) more")
  }

  @Test("Short texts such as face numbers are never replaced by legend numbers")
  func short() {
    let texts = (1...30).map { "code number \($0)" } + ["#3 →"]
    let plan = plan(texts, beside: grid(31, across: 8, share: 0.4))
    #expect(plan.labels.contains { $0.text == "#3 →" } && plan.legend.count == 30)
  }

  @Test("Objects that move by a pixel move their labels by a pixel")
  func steady() {
    for (count, across) in [(5, 5), (20, 5)] {
      let objects = grid(count, across: across)
      let texts = (0..<count).map { "number \($0)" }
      let before = plan(texts, beside: objects).labels
      for (x, y) in [(1.0, 0.0), (0, 1), (-1, -1), (0.4, -0.7)] {
        let moved = objects.map { Rect(x: $0.minX + x, y: $0.minY + y, width: $0.width, height: $0.height) }
        for (old, new) in zip(before, plan(texts, beside: moved).labels) {
          #expect(abs(new.box.minX - old.box.minX) <= 1 + 1e-9 && abs(new.box.minY - old.box.minY) <= 1 + 1e-9)
        }
      }
    }
  }

  @Test("A plan exists for objects of any size and position", arguments: [Double.nan, .infinity, -1e9, 0, 1e9])
  func any(value: Double) {
    for count in [1, 2, 30] {
      let objects = Array(repeating: Rect(x: value, y: value, width: value, height: 3), count: count)
      let plan = plan(Array(repeating: "a text", count: count), beside: objects)
      #expect(plan.labels.count <= count)
    }
    let tiny = OverlayStyle(pictureSize: Size(width: 1, height: 1))
    let none = LabelPlan(
      Array(repeating: "a text", count: 40), beside: grid(40, across: 8), style: tiny, measure: measure)
    #expect(none.legend.count >= 1)
  }

  @Test("Bidirectional controls and control characters appear as escapes")
  func directions() {
    let corners = Corners(Rect(x: 0, y: 0, width: 1, height: 1))
    let code = MachineReadableCodeObject(
      type: .qr, cornerPoints: corners, bytes: [], stringValue: "https://gro.elpmaxe/\u{202E}\u{2066}fdp\n")
    #expect(Mark(code).label == #"https://gro.elpmaxe/\u{202E}\u{2066}fdp\n"#)
  }

  @Test("Scripts without an installed font are reported")
  func fonts() throws {
    let missing = try LabelScript.missing()
    // The labels of these tests need a Latin font.
    #expect(!missing.contains(.latin))
  }
}
