package import OpenCaptureMediaSamples

/// A writer of EXIF data: a big-endian TIFF structure (CIPA DC-008).
package enum ExifData {
  private typealias Tag = PictureTag
  private typealias Facts = [UInt16: PictureTag.Value]

  /// The tags that point to the other directories and the thumbnail.
  private enum Pointer {
    static let exif: UInt16 = 0x8769
    static let gps: UInt16 = 0x8825
    static let thumbnail: UInt16 = 0x0201
  }

  /// Returns the EXIF data for metadata.
  ///
  /// - Parameters:
  ///   - metadata: The metadata to write.
  ///   - dimensions: The size of a photo, to add all tags that EXIF requires of camera files; nil to add none.
  ///   - thumbnail: A JPEG file; nil for none.
  ///   - own: Tags that take precedence over those of the metadata (default: none).
  package static func bytes(
    _ metadata: PictureMetadata, dimensions: VideoDimensions? = nil, thumbnail: [UInt8]? = nil,
    own: [PictureTag: PictureTag.Value] = [:]
  ) -> [UInt8] {
    var all: [PictureTag.Directory: Facts] = [:]
    add(own, to: &all)
    addFacts(metadata, to: &all)
    if let dimensions { add(requirements(dimensions), to: &all) }
    var main = all[.main] ?? [:]
    for (pointer, directory) in [(Pointer.exif, Tag.Directory.exif), (Pointer.gps, .gps)]
    where all[directory] != nil {
      main[pointer] = .long(0)
    }
    let exifOffset = header.count + table(main, at: header.count).count
    let exif = all[.exif].map { table($0, at: exifOffset) } ?? []
    let gpsOffset = exifOffset + exif.count
    let gps = all[.gps].map { table($0, at: gpsOffset) } ?? []
    if !exif.isEmpty { main[Pointer.exif] = .long(UInt32(exifOffset)) }
    if !gps.isEmpty { main[Pointer.gps] = .long(UInt32(gpsOffset)) }
    guard let thumbnail else { return header + table(main, at: header.count) + exif + gps }
    let end = gpsOffset + gps.count
    return header + table(main, at: header.count, next: end) + exif + gps + second(thumbnail, at: end)
  }

  /// Returns a TIFF file with one uncompressed picture; the rows follow the metadata.
  static func file(_ metadata: PictureMetadata, own: [PictureTag: PictureTag.Value], rows: [UInt8]) -> [UInt8] {
    let place = PictureTag(.main, 0x0111)
    let count = PictureTag(.main, 0x0117)
    var own = own
    own[place] = .long(0)
    own[count] = .long(UInt32(clamping: rows.count))
    // The value of the offset doesn't change the length of the metadata.
    let offset = (bytes(metadata, own: own).count + 1) & ~1
    own[place] = .long(UInt32(offset))
    let head = bytes(metadata, own: own)
    return head + [UInt8](repeating: 0, count: offset - head.count) + rows
  }

  private static let header = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]

  /// Returns the directory of the thumbnail, followed by the thumbnail.
  private static func second(_ thumbnail: [UInt8], at offset: Int) -> [UInt8] {
    var facts: Facts = [
      0x0103: .short(6), 0x011a: .rational(72, 1), 0x011b: .rational(72, 1), 0x0128: .short(2),
      Pointer.thumbnail: .long(0), 0x0202: .long(UInt32(thumbnail.count)), 0x0213: .short(1),
    ]
    facts[Pointer.thumbnail] = .long(UInt32(offset + table(facts, at: offset).count))
    return table(facts, at: offset) + thumbnail
  }

  // MARK: Contents

  /// Returns the tags of metadata, except for those that describe the data itself.
  package static func tags(_ metadata: PictureMetadata) -> [PictureTag: PictureTag.Value] {
    var tags = metadata.tags.filter { !isOurs($0.key) }
    var others = [Tag(.main, 0x0112): Tag.Value.short(UInt16(metadata.orientation.rawValue))]
    if let software = metadata.software { others[Tag(.main, 0x0131)] = .text(software.cut(to: 200)) }
    if let date = metadata.date { others.merge(facts(date, metadata)) { $1 } }
    others.merge(metadata.exposure.tags) { $1 }
    if let location = metadata.location { others.merge(location.tags) { $1 } }
    tags.merge(others) { own, _ in own }
    return tags
  }

  private static func addFacts(_ metadata: PictureMetadata, to all: inout [PictureTag.Directory: Facts]) {
    add(tags(metadata), to: &all)
    if all[.exif] != nil { add([Tag(.exif, 0x9000): .undefined(Array("0232".utf8))], to: &all) }
  }

  /// Returns whether a tag describes the data itself, so that callers cannot set it.
  private static func isOurs(_ tag: PictureTag) -> Bool {
    switch (tag.directory, tag.number) {
    case (.main, 0x0112), (.main, Pointer.exif), (.main, Pointer.gps), (.exif, 0xa002), (.exif, 0xa003),
      (.exif, 0xa005):
      true
    default: false
    }
  }

  private static func facts(_ date: PictureDate, _ metadata: PictureMetadata) -> [PictureTag: PictureTag.Value] {
    var facts: [PictureTag: PictureTag.Value] = [
      Tag(.main, 0x0132): .text("\(date)"), Tag(.exif, 0x9003): .text("\(date)"),
    ]
    if let millisecond = metadata.millisecond, (0...999).contains(millisecond) {
      let digits = String(String(1000 + millisecond).dropFirst())
      for number: UInt16 in 0x9290...0x9292 { facts[Tag(.exif, number)] = .text(digits) }
      facts[Tag(.exif, 0x9004)] = .text("\(date)")
    }
    if let seconds = metadata.secondsFromGMT, seconds.magnitude < 86_400 {
      for number: UInt16 in 0x9010...0x9012 { facts[Tag(.exif, number)] = .text(offset(seconds)) }
      facts[Tag(.exif, 0x9004)] = .text("\(date)")
    }
    return facts
  }

  /// Returns a time zone offset, such as `+02:00`.
  private static func offset(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    let digits = [minutes / 60, minutes % 60].map { String(String(100 + $0).dropFirst()) }
    return (seconds < 0 ? "-" : "+") + digits.joined(separator: ":")
  }

  /// Returns the tags that EXIF requires of a camera's compressed pictures (CIPA DC-008, 4.6.8).
  private static func requirements(_ dimensions: VideoDimensions) -> [PictureTag: PictureTag.Value] {
    [
      Tag(.main, 0x011a): .rational(72, 1), Tag(.main, 0x011b): .rational(72, 1), Tag(.main, 0x0128): .short(2),
      Tag(.main, 0x0213): .short(1),
      Tag(.exif, 0x9000): .undefined(Array("0232".utf8)), Tag(.exif, 0x9101): .undefined([1, 2, 3, 0]),
      Tag(.exif, 0xa000): .undefined(Array("0100".utf8)), Tag(.exif, 0xa001): .short(1),
      Tag(.exif, 0xa002): .long(UInt32(clamping: dimensions.width)),
      Tag(.exif, 0xa003): .long(UInt32(clamping: dimensions.height)),
    ]
  }

  /// Adds the tags that are not yet set.
  private static func add(_ new: [PictureTag: PictureTag.Value], to all: inout [PictureTag.Directory: Facts]) {
    for (tag, value) in new where all[tag.directory]?[tag.number] == nil {
      all[tag.directory, default: [:]][tag.number] = value
    }
  }

  // MARK: Storage

  /// Returns a directory that starts at `offset`, followed by the values that don't fit into its entries.
  private static func table(_ facts: Facts, at offset: Int, next: Int = 0) -> [UInt8] {
    var table = UInt16(facts.count).bigEndianBytes
    var values: [UInt8] = []
    let valuesOffset = offset + 2 + facts.count * 12 + 4
    for (number, value) in facts.sorted(by: { $0.key < $1.key }) {
      let stored = value.stored
      table += number.bigEndianBytes + stored.type.bigEndianBytes + UInt32(stored.count).bigEndianBytes
      if stored.bytes.count <= 4 {
        table += stored.bytes + [UInt8](repeating: 0, count: 4 - stored.bytes.count)
      } else {
        table += UInt32(valuesOffset + values.count).bigEndianBytes
        // Values start at even offsets.
        values += stored.bytes + [UInt8](repeating: 0, count: stored.bytes.count % 2)
      }
    }
    return table + UInt32(next).bigEndianBytes + values
  }
}

extension PictureTag.Value {
  /// The number of the type in TIFF, the number of values, and their bytes.
  fileprivate var stored: (type: UInt16, count: Int, bytes: [UInt8]) {
    switch self {
    case .text(let text):
      let bytes = text.cut(to: 2000).utf8.filter { $0 != 0 } + [0]
      return (2, bytes.count, bytes)
    case .bytes(let bytes): return (1, bytes.count, bytes)
    case .undefined(let bytes): return (7, bytes.count, bytes)
    case .shorts(let numbers): return (3, numbers.count, numbers.flatMap(\.bigEndianBytes))
    case .long(let number): return (4, 1, number.bigEndianBytes)
    case .rationals(let fractions):
      return (5, fractions.count, fractions.flatMap { $0.numerator.bigEndianBytes + $0.denominator.bigEndianBytes })
    case .signedRationals(let numerators, let denominator):
      return (10, numerators.count, numerators.flatMap { $0.bigEndianBytes + denominator.bigEndianBytes })
    }
  }
}

extension String {
  /// Returns the text, shortened to the given number of bytes.
  fileprivate func cut(to count: Int) -> String {
    utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
  }
}

extension FixedWidthInteger {
  /// The bytes, with the highest first.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
