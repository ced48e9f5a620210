import OpenCaptureMediaSamples

/// A plan of label texts, sizes and positions that keeps all labels readable.
///
/// Labels avoid each other and the objects. Without enough room they shrink and are truncated. If that fails, or
/// with more than ``maximumLabelCount`` long texts, numbers replace long texts and a legend in a corner explains them. The
/// plan depends on the frame alone: a label moves only when its place is taken.
struct LabelPlan: Sendable {
  /// A line of text.
  struct Entry: Sendable, Hashable {
    var text: String
    /// The height of the font, in pixels.
    var fontSize: Double
    /// The maximum width of the text, in pixels.
    var width: Double
    /// The rectangle of the text and its padding; legend entries share the legend's background.
    var box: Rect
  }

  /// A function that measures text, given the text, the font height and the maximum width, in pixels.
  typealias Measure = (String, Double, Double) -> Size

  /// The largest number of long texts shown without a legend.
  static let maximumLabelCount = 24
  /// The length up to which texts are never replaced by numbers, in characters.
  private static let shortText = 4
  /// Font scales and maximum widths in letters, tried in order until all labels fit.
  private static let tiers: [(scale: Double, letters: Double)] = [
    (1, .infinity), (1, 36), (0.8, 36), (0.8, 22), (0.65, 22), (0.65, 12),
  ]
  /// The assumed width of a letter, relative to the font height.
  private static let letterWidth = 0.65
  /// The smallest font height, in pixels.
  private static let minimumFontSize = 9.0
  /// The largest share of the picture's width and height for the legend.
  private static let legendShare: (width: Double, height: Double) = (0.34, 0.95)

  private(set) var labels: [Entry] = []
  private(set) var legend: [Entry] = []
  /// The rectangle behind the legend; nil without a legend.
  private(set) var legendBox: Rect?

  private let style: OverlayStyle
  private let reserved: [Rect]
  private var placement: LabelPlacement { LabelPlacement(pictureSize: style.pictureSize, gap: style.lineWidth * 2) }

  /// Plans the labels with the given texts, one for each object in pixels.
  ///
  /// - Parameter reserved: Other rectangles to avoid. Default: none.
  init(
    _ texts: [String], beside objects: [Rect], avoiding reserved: [Rect] = [], style: OverlayStyle, measure: Measure
  ) {
    self.style = style
    self.reserved = reserved
    let longCount = texts.count { $0.count > Self.shortText }
    if longCount <= Self.maximumLabelCount {
      for tier in Self.tiers {
        let entries = entries(texts, tier.scale, letters: tier.letters, measure)
        let boxes = placement.boxes(of: entries.map(\.box.size), beside: objects, avoiding: reserved)
        // A single label has no others to avoid.
        guard boxes.allSatisfy({ $0 != nil }) || texts.count == 1 else { continue }
        labels = zip(entries, boxes).map { $0.placed(at: $1 ?? bestBox(of: $0, beside: objects[0])) }
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

  /// Returns the best place of a label that has no free one.
  private func bestBox(of entry: Entry, beside object: Rect) -> Rect {
    placement.places(for: entry.box.size, beside: object).first ?? entry.box
  }

  private func fontSize(_ scale: Double) -> Double {
    min(style.fontSize, max(Self.minimumFontSize, style.fontSize * scale))
  }

  // MARK: Numbers

  private mutating func number(_ texts: [String], _ objects: [Rect], _ measure: Measure) {
    let scale = Self.tiers.last?.scale ?? 1
    var names: [String] = []
    var legendTexts: [String] = []
    for text in texts {
      if text.count > Self.shortText { legendTexts.append("\(legendTexts.count + 1)  \(text)") }
      names.append(text.count > Self.shortText ? "\(legendTexts.count)" : text)
    }
    layOutLegend(legendTexts, objects, measure)
    let badges = entries(names, scale, letters: .infinity, measure)
    let taken = reserved + (legendBox.map { [$0] } ?? [])
    let boxes = placement.boxes(of: badges.map(\.box.size), beside: objects, avoiding: taken)
    labels = zip(zip(badges, boxes), objects).compactMap { pair, object in
      if let box = pair.1 { return pair.0.placed(at: box) }
      // Without a free place, the number covers the middle of its object, unless the legend does.
      let size = pair.0.box.size
      let middle = Point(x: object.center.x - size.width / 2, y: object.center.y - size.height / 2)
      if let legendBox, legendBox.contains(object.center) { return nil }
      return pair.0.placed(at: placement.movedInside(Rect(origin: middle, size: size)))
    }
  }

  /// Lays out the legend in the corner where it covers least; the last line counts those that are left out.
  private mutating func layOutLegend(_ texts: [String], _ objects: [Rect], _ measure: Measure) {
    guard !texts.isEmpty else { return }
    let (fontSize, height, room) = legendFont(for: texts.count, measure)
    let padding = style.padding(for: fontSize)
    let width = max(1, style.pictureSize.width * Self.legendShare.width - 2 * padding)
    var lines = texts
    if lines.count > room { lines = texts.prefix(room - 1) + ["… \(texts.count - room + 1) more"] }
    let longest = lines.reduce(0.0) { max($0, measure($1, fontSize, width).width) }
    let size = style.boxSize(of: Size(width: longest, height: height * Double(lines.count)), fontSize: fontSize)
    let box = placement.corner(for: size, avoiding: objects, and: reserved)
    legendBox = box
    legend = lines.enumerated().map { index, line in
      let place = Rect(
        x: box.minX, y: box.minY + Double(index) * height, width: box.width, height: height + padding)
      return Entry(text: line, fontSize: fontSize, width: width, box: place)
    }
  }

  /// Returns the largest font with room for the given number of lines, or else the smallest font, in pixels.
  private func legendFont(for count: Int, _ measure: Measure) -> (size: Double, height: Double, room: Int) {
    var size = fontSize(Self.tiers.last?.scale ?? 1)
    while true {
      let height = max(1, measure("0", size, style.labelWidth).height)
      let share = style.pictureSize.height * Self.legendShare.height
      let room = Int(max(1, (share - style.padding(for: size)) / height))
      if room >= count || size <= Self.minimumFontSize { return (size, height, room) }
      size = max(Self.minimumFontSize, size - 1)
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
