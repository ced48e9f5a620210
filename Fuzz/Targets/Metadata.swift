import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures

extension FuzzTarget {
  static let metadata = [writtenTags, photo, dng]

  /// EXIF data, which must contain the written values.
  private static let writtenTags = FuzzTarget("tags", longestInput: 1024) { input in
    var numbers = InputNumbers(input)
    let metadata = PictureMetadata(&numbers)
    let size = VideoDimensions(width: Int(numbers.number(UInt32.self)), height: Int(numbers.number(UInt32.self)))
    let exif = ExifData.bytes(metadata, dimensions: size)
    let main = TIFFReader(exif)
    let lists: [PictureTag.Directory: TIFFReader] = [
      .main: main, .exif: TIFFReader(exif, at: main[0x8769] ?? 0),
    ].merging(main[0x8825].map { [.gps: TIFFReader(exif, at: $0)] } ?? [:]) { $1 }
    precondition(main[0x0112] == Int(metadata.orientation.rawValue), "the orientation differs")
    for (tag, value) in metadata.tags where !tag.isOfTheFile {
      precondition(lists[tag.directory]?.fields[tag.number] == value.field, "the value of \(tag) differs")
    }
    precondition(lists[.exif]?[0xa002] == size.width && lists[.exif]?[0xa003] == size.height, "the size differs")
    precondition(main.next == 0, "another directory follows")
  }

  /// A JPEG file with replaced metadata; its pixels must stay the same.
  private static let photo = FuzzTarget("photo", longestInput: 1024) { input in
    guard let file else { return }
    var numbers = InputNumbers(input)
    let metadata = PictureMetadata(&numbers)
    let photo = try file.replacingMetadata(metadata, thumbnail: numbers.number(UInt8.self) & 1 != 0 ? file : nil)
    let info = try photo.info()
    precondition(info.orientation == metadata.orientation, "the orientation differs")
    let (pixels, before) = try (photo.decoded().pixelBuffer.bytes, file.decoded().pixelBuffer.bytes)
    precondition(pixels == before, "the pixels differ")
  }

  private static let file = try? JPEGEncoder().encode(PixelBuffer(format: .grey, width: 16, height: 8))

  /// A DNG file, which must contain the sensor values.
  private static let dng = FuzzTarget("dng", longestInput: 2048) { input in
    var numbers = InputNumbers(input)
    let codes = BayerPattern.codes
    let code = codes[Int(numbers.number(UInt8.self)) % codes.count]
    guard let pattern = BayerPattern(code) else { return }
    let size =
      numbers.number(UInt8.self) & 1 == 0
      ? VideoDimensions(width: Int(numbers.number(UInt8.self)), height: Int(numbers.number(UInt8.self)))
      : VideoDimensions(width: numbers.number(), height: numbers.number())
    let metadata = PictureMetadata(&numbers)
    let values = numbers.rest()
    let encoder = DNGEncoder(pattern: pattern, cameraModel: "fuzz")
    let data = try encoder.encode(DataBuffer(copying: values.span.bytes), dimensions: size, metadata: metadata)
    let file = data.withUnsafeBytes { Array($0) }
    let main = TIFFReader(file)
    let pages = TIFFDirectories { Array(file.dropFirst($0).prefix($1)) }?.pages ?? []
    precondition(pages.map(\.dimensions) == [size] && pages[0].orientation == metadata.orientation)
    guard let start = main[0x0111], let count = main[0x0117] else { preconditionFailure("the values are missing") }
    precondition(start + count == file.count && start % 2 == 0, "the values are at another offset")
    let rows = Array(file[start...])
    precondition(
      count == size.width * size.height * (pattern.bitCount > 8 ? 2 : 1), "the number of values differs")
    let stride = values.count % size.height == 0 ? values.count / size.height : count / size.height
    for (index, byte) in rows.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: count / size.height)
      let place = row * stride + (pattern.bitCount > 8 ? column ^ 1 : column)
      precondition(byte == values[place], "a value differs")
    }
  }
}

extension PictureMetadata {
  /// Makes arbitrary metadata.
  fileprivate init(_ numbers: inout InputNumbers) {
    self.init(
      orientation: ImageOrientation(rawValue: numbers.number(UInt8.self) % 8 + 1) ?? .up,
      date: PictureDate(
        secondsSince1970: numbers.number(Int64.self) >> 24, secondsFromGMT: Int(numbers.number(Int32.self))))
    let kind = numbers.number(UInt8.self)
    let count = numbers.number(UInt8.self) % 8
    if kind & 1 != 0 {
      millisecond = numbers.number()
      secondsFromGMT = numbers.number()
    }
    if kind & 2 != 0 {
      location = MediaLocation(
        latitude: numbers.double(), longitude: numbers.double(), altitude: kind & 4 != 0 ? numbers.double() : nil)
    }
    if kind & 8 != 0 {
      exposure.duration = numbers.time()
      exposure.iso = numbers.float()
      exposure.bias = numbers.float()
      exposure.focalLength = numbers.float()
      exposure.fNumber = numbers.float()
      exposure.isManual = kind & 16 != 0
      exposure.isFlashFired = kind & 32 != 0
    }
    for _ in 0..<count {
      let directories = PictureTag.Directory.allCases
      let directory = directories[Int(numbers.number(UInt8.self)) % directories.count]
      tags[PictureTag(directory, numbers.number())] = PictureTag.Value(&numbers)
    }
  }
}

extension InputNumbers {
  fileprivate mutating func float() -> Float { Float(bitPattern: number()) }
}

extension PictureTag.Value {
  fileprivate init(_ numbers: inout InputNumbers) {
    let kind = numbers.number(UInt8.self)
    let bytes = numbers.some()
    let shorts = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    self =
      switch kind % 8 {
      case 0: .text(String(decoding: bytes, as: UTF8.self))
      case 1: .bytes(bytes)
      case 2: .undefined(bytes)
      case 3: .long(numbers.number())
      case 4: .shorts(shorts)
      case 5: .rationals(shorts.map { Fraction(UInt32($0), numbers.number()) })
      case 6: .signedRationals(shorts.map { Int32($0) - 32_768 }, over: numbers.number())
      default: .comment(String(decoding: bytes, as: UTF8.self))
      }
  }

  /// The field that represents the value in a file.
  fileprivate var field: TIFFReader.Field {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    switch self {
    case .text(let text): return .init(type: 2, bytes: text.utf8.filter { $0 != 0 } + [0])
    case .bytes(let bytes): return .init(type: 1, bytes: bytes)
    case .undefined(let bytes): return .init(type: 7, bytes: bytes)
    case .long(let number): return .init(type: 4, bytes: bytes(number))
    case .shorts(let numbers): return .init(type: 3, bytes: numbers.flatMap { bytes($0) })
    case .rationals(let fractions):
      return .init(type: 5, bytes: fractions.flatMap { bytes($0.numerator) + bytes($0.denominator) })
    case .signedRationals(let numerators, let denominator):
      return .init(type: 10, bytes: numerators.flatMap { bytes($0) + bytes(denominator) })
    }
  }
}

extension PictureTag {
  /// Whether the tag describes the file itself, so that a given value is ignored.
  fileprivate var isOfTheFile: Bool {
    switch directory {
    case .main: [0x0112, 0x8769, 0x8825].contains(number)
    case .exif: [0xa002, 0xa003, 0xa005].contains(number)
    case .gps: false
    }
  }
}

extension PixelBuffer {
  fileprivate var bytes: [[UInt8]] {
    withUnsafePlanes { planes in planes.map { Array($0) } }
  }
}

/// A simple reader of TIFF structures, to verify written files.
struct TIFFReader {
  /// A field: the TIFF number of its type, and the bytes of its value.
  struct Field: Hashable {
    let type: UInt16
    let bytes: [UInt8]
  }

  /// The offset of the next directory; 0 for none.
  private(set) var next = 0
  private(set) var fields: [UInt16: Field] = [:]

  /// The number of bytes in a value of each type (TIFF 6.0, section 2).
  private static let byteCounts: [UInt16: Int] = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8]

  /// Reads the directory at an offset; default the first.
  init(_ bytes: [UInt8], at place: Int? = nil) {
    precondition(bytes.starts(with: [0x4d, 0x4d, 0, 42]), "not a big-endian TIFF structure")
    let place = place ?? Int(Self.number(bytes[4..<8]))
    let count = Int(Self.number(bytes[place..<place + 2]))
    var last = -1
    for index in 0..<count {
      let entry = bytes[(place + 2 + index * 12)...].prefix(12)
      let number = UInt16(Self.number(entry.prefix(2)))
      let type = UInt16(Self.number(entry.dropFirst(2).prefix(2)))
      precondition(Int(number) > last, "the fields are not in ascending order")
      last = Int(number)
      let byteCount = Int(Self.number(entry.dropFirst(4).prefix(4))) * (Self.byteCounts[type] ?? 0)
      let offset = byteCount > 4 ? Int(Self.number(entry.suffix(4))) : entry.startIndex + 8
      precondition(byteCount <= 4 || offset % 2 == 0, "a value starts at an odd offset")
      fields[number] = Field(type: type, bytes: Array(bytes[offset..<offset + byteCount]))
    }
    let end = place + 2 + count * 12
    next = Int(Self.number(bytes[end..<end + 4]))
  }

  /// The value of a field with one number of 16 or 32 bits.
  subscript(number: UInt16) -> Int? { fields[number].map { Int(Self.number($0.bytes[...])) } }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
