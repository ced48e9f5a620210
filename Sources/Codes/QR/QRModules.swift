import OpenCaptureMetadata

/// The modules of a QR code and the properties encoded in them.
struct QRModules {
  let dimension: Int
  /// Whether each module is dark, row by row.
  let dark: [Bool]

  var version: Int { (dimension - 17) / 4 }

  func isDark(_ column: Int, _ row: Int) -> Bool { dark[row * dimension + column] }

  /// The descriptor of the code; nil if the modules form no code or have too many errors.
  var descriptor: CodeDescriptor? {
    guard let (format, codewords, blocks) = content,
      let first = blocks.correctedData(ofBlock: 0, of: codewords)
    else { return nil }
    return CodeDescriptor(
      symbolVersion: version, errorCorrectionLevel: format.level, maskPattern: format.mask,
      structuredAppend: Self.structuredAppend(first))
  }

  /// The segments of the data; nil if the modules form no code or have too many errors.
  var segments: [QRSegments.Segment]? {
    guard let (_, codewords, blocks) = content else { return nil }
    var data: [UInt8] = []
    for number in 0..<blocks.count {
      guard let block = blocks.correctedData(ofBlock: number, of: codewords) else { return nil }
      data += block
    }
    return QRSegments(data, version: version)?.segments
  }

  /// The codewords and their division into blocks; nil if the modules form no code.
  private var content: (format: QRFormat, codewords: [UInt8], blocks: QRBlocks)? {
    guard (1...40).contains(version), let format = QRFormat(self) else { return nil }
    let codewords = codewords(format)
    return (format, codewords, QRBlocks(version: version, level: format.level, codewordCount: codewords.count))
  }

  /// Returns the position in a message, which precedes all other data (ISO/IEC 18004, 8).
  private static func structuredAppend(_ data: [UInt8]) -> StructuredAppend? {
    guard data.count > 2, data[0] >> 4 == 0b0011 else { return nil }
    return StructuredAppend(
      index: Int(data[0] & 15), total: Int(data[1] >> 4) + 1, parity: data[1] << 4 | data[2] >> 4)
  }

  /// Returns the codewords in the order of the code.
  func codewords(_ format: QRFormat) -> [UInt8] {
    let bits = dataModules.map { index in
      dark[index] != format.turns(column: index % dimension, row: index / dimension)
    }
    return stride(from: 0, through: bits.count - 8, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  /// The indices of the modules of data and error correction: in columns of two from the right, alternating up and
  /// down.
  var dataModules: [Int] {
    let isFunction = functionModules
    var modules: [Int] = []
    var right = dimension - 1
    var goesUp = true
    while right > 0 {
      // Skip the column of the timing pattern.
      if right == 6 { right -= 1 }
      for step in 0..<dimension {
        let row = goesUp ? dimension - 1 - step : step
        for column in [right, right - 1] where !isFunction[row * dimension + column] {
          modules.append(row * dimension + column)
        }
      }
      right -= 2
      goesUp.toggle()
    }
    return modules
  }

  /// Whether each module belongs to a function pattern or to format or version information.
  private var functionModules: [Bool] {
    var isFunction = Array(repeating: false, count: dimension * dimension)
    func mark(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) {
      for row in rows { for column in columns { isFunction[row * dimension + column] = true } }
    }
    let last = dimension - 1
    mark(0...8, 0...8)
    mark(last - 7...last, 0...8)
    mark(0...8, last - 7...last)
    mark(6...6, 0...last)
    mark(0...last, 6...6)
    if version >= 7 {
      mark(last - 10...last - 8, 0...5)
      mark(0...5, last - 10...last - 8)
    }
    for (x, y) in QRFunctionPatterns.alignmentCentres(version: version) { mark(x - 2...x + 2, y - 2...y + 2) }
    return isFunction
  }
}

/// The format information of a QR code: error correction level and mask (ISO/IEC 18004, 7.9).
struct QRFormat {
  let level: CodeDescriptor.ErrorCorrectionLevel
  /// The mask pattern, from 0 to 7.
  let mask: Int

  /// Reads both copies; nil if neither is close enough to a valid word.
  init?(_ modules: QRModules) {
    let candidates = [Self.firstPlaces, Self.secondPlaces(modules.dimension)].map { places in
      places.enumerated().reduce(0) {
        $0 | (modules.isDark($1.element.column, $1.element.row) ? 1 << $1.offset : 0)
      }
    }
    let best = candidates.flatMap { read in
      (0..<32).map { data in (data: data, distance: (read ^ Self.word(data)).nonzeroBitCount) }
    }.min { $0.distance < $1.distance }
    // Valid words differ from each other in at least seven bits.
    guard let best, best.distance <= 3 else { return nil }
    self.init(data: best.data)
  }

  /// The levels in the order of their numbers.
  private static let levels: [CodeDescriptor.ErrorCorrectionLevel] = [.levelM, .levelL, .levelH, .levelQ]

  private init(data: Int) {
    level = Self.levels[data >> 3]
    mask = data & 7
  }

  /// Returns the valid format that resembles both copies most, and its resemblance.
  ///
  /// - Parameter contrasts: The differences of modules from their surroundings, positive if light.
  static func mostLikely(_ contrasts: [Float], dimension: Int) -> (format: QRFormat, resemblance: Float) {
    let resemblances = (0..<32).map { data in
      places(word(data), dimension).reduce(Float(0)) { sum, place in
        sum + (place.isDark ? -1 : 1) * contrasts[place.index]
      }
    }
    let best = resemblances.indices.max { resemblances[$0] < resemblances[$1] } ?? 0
    return (QRFormat(data: best), resemblances[best])
  }

  /// Returns the modules of both copies, as indices.
  func places(dimension: Int) -> [(index: Int, isDark: Bool)] {
    Self.places(Self.word((Self.levels.firstIndex(of: level) ?? 0) << 3 | mask), dimension)
  }

  private static func places(_ word: Int, _ dimension: Int) -> [(index: Int, isDark: Bool)] {
    [firstPlaces, secondPlaces(dimension)].flatMap { places in
      places.enumerated().map { ($1.row * dimension + $1.column, word >> $0 & 1 == 1) }
    }
  }

  /// Returns five bits with their ten check bits, masked.
  private static func word(_ data: Int) -> Int {
    var remainder = data << 10
    for bit in stride(from: 14, through: 10, by: -1) where remainder >> bit & 1 == 1 {
      remainder ^= 0b101_0011_0111 << (bit - 10)
    }
    return (data << 10 | remainder) ^ 0b101_0100_0001_0010
  }

  private typealias Place = (column: Int, row: Int)

  /// The modules around the top left finder pattern, the lowest bit first.
  private static let firstPlaces: [Place] =
    [0, 1, 2, 3, 4, 5, 7, 8].map { (8, $0) } + [7, 5, 4, 3, 2, 1, 0].map { ($0, 8) }

  /// Returns the modules beside the other two finder patterns.
  private static func secondPlaces(_ dimension: Int) -> [Place] {
    (0..<8).map { (dimension - 1 - $0, 8) } + (8..<15).map { (8, dimension - 15 + $0) }
  }

  /// Returns whether the mask inverts a module.
  func turns(column x: Int, row y: Int) -> Bool {
    switch mask {
    case 0: (x + y).isMultiple(of: 2)
    case 1: y.isMultiple(of: 2)
    case 2: x.isMultiple(of: 3)
    case 3: (x + y).isMultiple(of: 3)
    case 4: (x / 3 + y / 2).isMultiple(of: 2)
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3).isMultiple(of: 2)
    default: ((x + y) % 2 + x * y % 3).isMultiple(of: 2)
    }
  }
}
