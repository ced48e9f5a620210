/// What stands in a TIFF structure, read as the specification has it: to compare with what was written.
struct TIFFReader {
  /// A field: TIFF's number of its type, and its value's bytes.
  struct Field: Hashable {
    let type: UInt16
    let bytes: [UInt8]
  }

  /// Where the directory behind this one begins; 0 for none.
  private(set) var next = 0
  private(set) var fields: [UInt16: Field] = [:]

  /// How many bytes a value of each type has (TIFF 6.0, section 2).
  private static let byteCounts: [UInt16: Int] = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8]

  /// Reads the directory that begins there; default the first.
  init(_ bytes: [UInt8], at place: Int? = nil) {
    precondition(bytes.starts(with: [0x4d, 0x4d, 0, 42]), "this is no TIFF structure, the highest byte first")
    let place = place ?? Int(Self.number(bytes[4..<8]))
    let count = Int(Self.number(bytes[place..<place + 2]))
    var last = -1
    for index in 0..<count {
      let entry = bytes[(place + 2 + index * 12)...].prefix(12)
      let (number, type) = (UInt16(Self.number(entry.prefix(2))), UInt16(Self.number(entry.dropFirst(2).prefix(2))))
      precondition(Int(number) > last, "fields aren't in their order")
      last = Int(number)
      let byteCount = Int(Self.number(entry.dropFirst(4).prefix(4))) * (Self.byteCounts[type] ?? 0)
      let offset = byteCount > 4 ? Int(Self.number(entry.suffix(4))) : entry.startIndex + 8
      precondition(byteCount <= 4 || offset % 2 == 0, "values begin at even offsets")
      fields[number] = Field(type: type, bytes: Array(bytes[offset..<offset + byteCount]))
    }
    let end = place + 2 + count * 12
    next = Int(Self.number(bytes[end..<end + 4]))
  }

  /// What a field says that has a number of 16 or 32 bits.
  subscript(number: UInt16) -> Int? { fields[number].map { Int(Self.number($0.bytes[...])) } }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
