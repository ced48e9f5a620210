import COpenCaptureZBar
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The symbols that ZBar found, as a sequence; they live as long as its image.
struct ZBarSymbols: Sequence, IteratorProtocol {
  private var upcoming: OpaquePointer?

  init(first: OpaquePointer?) { upcoming = first }

  mutating func next() -> ZBarSymbol? {
    guard let symbol = upcoming else { return nil }
    upcoming = zbar_symbol_next(symbol)
    return ZBarSymbol(pointer: symbol)
  }
}

/// One of ZBar's symbols.
struct ZBarSymbol {
  let pointer: OpaquePointer

  var type: zbar_symbol_type_t { zbar_symbol_get_type(pointer) }

  /// The parts of a composite symbol.
  var components: ZBarSymbols { ZBarSymbols(first: zbar_symbol_first_component(pointer)) }

  /// The parts that it is joined of, where it is a message that is spread over several codes.
  var messageParts: [ZBarSymbol] { components.filter { $0.type == ZBAR_QRCODE } }

  var bytes: [UInt8] {
    guard let data = zbar_symbol_get_data(pointer) else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(zbar_symbol_get_data_length(pointer))))
  }

  /// Whether the symbology has check characters that every code has.
  var isChecked: Bool { ![ZBAR_I25, ZBAR_CODE39, ZBAR_CODABAR].contains(type) }

  /// The number of lines across a linear code that agree on it.
  var lineCount: Int { Int(zbar_symbol_get_quality(pointer)) }

  var isGS1: Bool { zbar_symbol_get_modifiers(pointer) & (1 << UInt32(ZBAR_MOD_GS1.rawValue)) != 0 }

  /// Where the symbol lies; nil where ZBar gives no place.
  ///
  /// For a QR code ZBar gives the corners, counter-clockwise from the top left one in the code's frame. For a linear
  /// code it gives the places where lines ended that read it; where all of those lie at one end, it is their bounding
  /// box, turned to the symbol's coarse orientation.
  var corners: Corners? {
    let places = (0..<zbar_symbol_get_loc_size(pointer)).map { index in
      Point(x: Double(zbar_symbol_get_loc_x(pointer, index)), y: Double(zbar_symbol_get_loc_y(pointer, index)))
    }
    if type == ZBAR_QRCODE, let corners = Corners(places) { return corners }
    let quarterTurns = max(0, Int(zbar_symbol_get_orientation(pointer).rawValue))
    // Of a linear code they are pixels, whose middles are meant.
    let middles = places.map { Point(x: $0.x + 0.5, y: $0.y + 0.5) }
    if let corners = ReadingEnds(places: middles).corners(quarterTurns: quarterTurns) { return corners }
    guard let box = Rect(bounding: middles) else { return nil }
    // A clockwise turn brings the symbol's top left corner to the box's top right one: the last of the four.
    return Corners((0..<4).map { box.corners[($0 + 4 - quarterTurns) % 4] })
  }
}
