import OpenCapturePictures

/// What a Live Photo's still and its movie have in common.
enum ContentIdentifier {
  /// A random UUID (RFC 9562, version 4).
  static func make() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    (bytes[6], bytes[8]) = (bytes[6] & 0x0f | 0x40, bytes[8] & 0x3f | 0x80)
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return parts.map { digits[$0].joined() }.joined(separator: "-")
  }

  /// The fact of EXIF's where a still says it, and what it is there: Apple's maker note with its tag 17 alone, which is
  /// where programs look that put Live Photos together.
  static func tag(_ identifier: String) -> (PictureTag, PictureTag.Value) {
    let text = Array(identifier.utf8) + [0]
    let header = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
    let entryCount: [UInt8] = [0, 1]
    // Tag 17, text, so many bytes, from there.
    let offset = UInt8(header.count + entryCount.count + 12 + 4)
    let entry: [UInt8] = [0, 17, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, offset]
    let noMore: [UInt8] = [0, 0, 0, 0]
    return (PictureTag(.exif, 0x927c), .undefined(header + entryCount + entry + noMore + text))
  }
}
