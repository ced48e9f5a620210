/// What V4L2 calls the pixels of a format.
package struct V4L2Code: Sendable, Hashable {
  /// The code as it reads, such as `YUYV`: V4L2 has the first character in the lowest byte.
  package let code: FourCharCode
  /// Whether the plane of Cr lies before that of Cb.
  package let hasCrFirst: Bool

  /// A code of pixels whose planes of chroma come the other way round.
  static func withCrFirst(_ code: FourCharCode) -> Self { Self(code: code, hasCrFirst: true) }
}

extension V4L2Code: ExpressibleByStringLiteral {
  /// A code of pixels whose planes come in the format's order.
  package init(stringLiteral text: StaticString) {
    (code, hasCrFirst) = (FourCharCode(stringLiteral: text), false)
  }
}
