/// What stands around the pictures of a stream without end (RFC 2046, 5.1; `multipart/x-mixed-replace`).
enum MultipartText {
  private static let boundary = "frame"

  /// The kind of the whole answer.
  static let contentType = "multipart/x-mixed-replace; boundary=\(boundary)"

  /// Before the first picture.
  static let opening = "--\(boundary)\r\nContent-Type: image/jpeg\r\n\r\n"

  /// Behind each picture: browsers show one once they see that the next begins, so that this isn't kept until it does.
  static let separator = "\r\n" + opening
}
