import OpenCaptureMediaSamples

/// What labels say, how large and where, so that each can be read.
///
/// They avoid each other and what was found. Where there is no room they shrink, and are cut short; where that isn't
/// enough, or there are more than ``mostLabels``, long ones become numbers, and a legend in a corner says what for. The
/// plan is one of the frame alone: a label moves to another place only when its own is taken.
struct LabelPlan: Sendable {
  /// A line of text.
  struct Entry: Sendable, Hashable {
    var text: String
    /// In pixels.
    var fontSize: Double
    /// How wide the text may become, in pixels.
    var width: Double
    /// Text and padding; entries of the legend stand on its ground.
    var box: Rect
  }

  /// How a line of text is measured: its text, the height of the font and how wide it may become, in pixels.
  typealias Measure = (String, Double, Double) -> Size

  /// More are numbers and a legend.
  static let mostLabels = 24
  /// Texts of so few characters are never numbers: those say no less.
  private static let shortText = 4
  /// How much smaller labels become where there is no room, and how many letters wide then.
  private static let tiers: [(scale: Double, letters: Double)] = [
    (1, .infinity), (1, 36), (0.8, 36), (0.8, 22), (0.65, 22), (0.65, 12),
  ]
  /// How wide letters are, of the height of their font.
  private static let letterWidth = 0.65
  /// No letters are smaller, in pixels.
  private static let leastFontSize = 9.0
  /// How much of the picture's width and height the legend may take.
  private static let legendShare: (width: Double, height: Double) = (0.34, 0.95)

  /// Beside what was found.
  private(set) var labels: [Entry] = []
  /// What numbers stand for.
  private(set) var legend: [Entry] = []
  /// What lies under the legend; nil for none.
  private(set) var legendBox: Rect?

  private let style: OverlayStyle
  private var placement: LabelPlacement {
    LabelPlacement(pictureSize: style.pictureSize, gap: style.lineWidth * 2)
  }

  /// Plans the labels of objects.
  ///
  /// - Parameters:
  ///   - texts: What they say.
  ///   - objects: What they name, in pixels.
  ///   - style: Sizes that suit the picture.
  ///   - measure: How text is measured.
  init(_ texts: [String], beside objects: [Rect], style: OverlayStyle, measure: Measure) {
    self.style = style
    let longCount = texts.count { $0.count > Self.shortText }
    if longCount <= Self.mostLabels {
      for tier in Self.tiers {
        let entries = entries(texts, tier.scale, letters: tier.letters, measure)
        let boxes = placement.boxes(of: entries.map(\.box.size), beside: objects)
        // A single label has nothing to avoid.
        guard boxes.allSatisfy({ $0 != nil }) || texts.count == 1 else { continue }
        labels = zip(entries, boxes).map { $0.placed(at: $1 ?? $0.box) }
        return
      }
    }
    number(texts, objects, measure)
  }

  private func entries(_ texts: [String], _ scale: Double, letters: Double, _ measure: Measure) -> [Entry] {
    let fontSize = fontSize(scale)
    let width = max(1, min(style.labelWidth, letters * fontSize * Self.letterWidth))
    return texts.map { text in
      let size = style.boxSize(of: measure(text, fontSize, width), fontSize: fontSize)
      return Entry(text: text, fontSize: fontSize, width: width, box: Rect(origin: .zero, size: size))
    }
  }

  private func fontSize(_ scale: Double) -> Double {
    min(style.fontSize, max(Self.leastFontSize, style.fontSize * scale))
  }

  // MARK: Numbers

  private mutating func number(_ texts: [String], _ objects: [Rect], _ measure: Measure) {
    let scale = Self.tiers.last?.scale ?? 1
    var (names, explained): ([String], [String]) = ([], [])
    for text in texts {
      if text.count > Self.shortText { explained.append("\(explained.count + 1)  \(text)") }
      names.append(text.count > Self.shortText ? "\(explained.count)" : text)
    }
    layOutLegend(explained, objects, measure)
    let badges = entries(names, scale, letters: .infinity, measure)
    let taken = legendBox.map { [$0] } ?? []
    let boxes = placement.boxes(of: badges.map(\.box.size), beside: objects, avoiding: taken)
    labels = zip(zip(badges, boxes), objects).compactMap { pair, object in
      if let box = pair.1 { return pair.0.placed(at: box) }
      // In the middle of what it names, where nothing is free; nowhere, where the legend covers that.
      let size = pair.0.box.size
      let middle = Point(x: object.center.x - size.width / 2, y: object.center.y - size.height / 2)
      if let legendBox, legendBox.contains(object.center) { return nil }
      return pair.0.placed(at: placement.movedInside(Rect(origin: middle, size: size)))
    }
  }

  /// One line a number, in the corner where it covers least; the last line says how many found no room.
  private mutating func layOutLegend(_ texts: [String], _ objects: [Rect], _ measure: Measure) {
    guard !texts.isEmpty else { return }
    let (fontSize, height, room) = legendFont(for: texts.count, measure)
    let padding = style.padding(for: fontSize)
    let width = max(1, style.pictureSize.width * Self.legendShare.width - 2 * padding)
    var lines = texts
    if lines.count > room { lines = texts.prefix(room - 1) + ["… \(texts.count - room + 1) more"] }
    let longest = lines.reduce(0.0) { max($0, measure($1, fontSize, width).width) }
    let size = style.boxSize(of: Size(width: longest, height: height * Double(lines.count)), fontSize: fontSize)
    let box = placement.corner(for: size, avoiding: objects)
    legendBox = box
    legend = lines.enumerated().map { index, line in
      let place = Rect(
        x: box.minX, y: box.minY + Double(index) * height, width: box.width, height: height + padding)
      return Entry(text: line, fontSize: fontSize, width: width, box: place)
    }
  }

  /// The largest font of which so many lines find room, else the smallest; how high its lines are, and for how many there is
  /// room.
  private func legendFont(for count: Int, _ measure: Measure) -> (size: Double, height: Double, room: Int) {
    var size = fontSize(Self.tiers.last?.scale ?? 1)
    while true {
      let height = max(1, measure("0", size, style.labelWidth).height)
      let share = style.pictureSize.height * Self.legendShare.height
      let room = Int(max(1, (share - style.padding(for: size)) / height))
      if room >= count || size <= Self.leastFontSize { return (size, height, room) }
      size = max(Self.leastFontSize, size - 1)
    }
  }
}

extension LabelPlan.Entry {
  fileprivate func placed(at box: Rect) -> Self {
    var entry = self
    entry.box = box
    return entry
  }
}
