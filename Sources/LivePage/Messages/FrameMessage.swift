/// The message that a frame is sent in: how long its note is (32 bits, the highest byte first), the note, the JPEG.
///
/// One message has both, so that what is drawn over a picture can't be of another one.
struct FrameMessage {
  /// How many bytes tell the note's length.
  static let lengthByteCount = 4

  /// What stands before the picture.
  let head: [UInt8]

  /// Begins a message.
  init(note: String) {
    let note = Array(note.utf8)
    let length = UInt32(clamping: note.count)
    head = (0..<Self.lengthByteCount).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + note
  }

  /// The note and where the picture begins, of a whole message; nil where it is none.
  static func parts(of message: [UInt8]) -> (note: String, picture: Int)? {
    guard message.count >= lengthByteCount else { return nil }
    let length = message.prefix(lengthByteCount).reduce(0) { $0 << 8 | Int($1) }
    guard length <= message.count - lengthByteCount else { return nil }
    let end = lengthByteCount + length
    return (String(decoding: message[lengthByteCount..<end], as: UTF8.self), end)
  }
}
