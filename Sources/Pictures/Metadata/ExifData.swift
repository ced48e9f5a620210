import OpenCaptureMediaSamples

/// EXIF data as it is written: a TIFF structure, big-endian, of two directories (CIPA DC-008).
enum ExifData {
  private struct Entry {
    var tag: UInt16
    var type: UInt16
    var count: UInt32
    var bytes: [UInt8]

    /// A text that ends with a zero.
    static func ascii(_ tag: UInt16, _ text: String) -> Entry {
      let bytes = text.utf8.prefix(200).filter { $0 != 0 } + [0]
      return Entry(tag: tag, type: 2, count: UInt32(bytes.count), bytes: bytes)
    }

    static func short(_ tag: UInt16, _ value: UInt16) -> Entry {
      Entry(tag: tag, type: 3, count: 1, bytes: value.bigEndianBytes + [0, 0])
    }

    static func long(_ tag: UInt16, _ value: UInt32) -> Entry {
      Entry(tag: tag, type: 4, count: 1, bytes: value.bigEndianBytes)
    }
  }

  static func bytes(_ metadata: PictureMetadata) -> [UInt8] {
    var main = [Entry.short(0x0112, UInt16(metadata.orientation.rawValue))]
    if let software = metadata.software { main.append(.ascii(0x0131, software)) }
    guard let date = metadata.date else { return header + directory(main, at: 8) }
    main.append(.ascii(0x0132, "\(date)"))
    let end = 8 + directory(main + [.long(0x8769, 0)], at: 8).count
    let version = Entry(tag: 0x9000, type: 7, count: 4, bytes: Array("0232".utf8))
    return header + directory(main + [.long(0x8769, UInt32(end))], at: 8)
      + directory([version, .ascii(0x9003, "\(date)")], at: end)
  }

  private static let header = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]

  /// A directory that starts at `offset`, and behind it the values that don't fit into its entries.
  private static func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
    var (table, values) = (UInt16(entries.count).bigEndianBytes, [UInt8]())
    let valuesOffset = offset + 2 + entries.count * 12 + 4
    for entry in entries {
      table += entry.tag.bigEndianBytes + entry.type.bigEndianBytes + entry.count.bigEndianBytes
      if entry.bytes.count <= 4 {
        table += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
      } else {
        table += UInt32(valuesOffset + values.count).bigEndianBytes
        // Values start at even offsets.
        values += entry.bytes + [UInt8](repeating: 0, count: entry.bytes.count % 2)
      }
    }
    return table + [0, 0, 0, 0] + values
  }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
