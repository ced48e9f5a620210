/// What the header of a picture says of the file behind it and of the work ahead, besides what people want to know.
struct DecodingCost: Sendable, Hashable {
  /// The fewest bytes that a file with such a picture can have.
  var leastByteCount = 0
  /// What the decoder holds beside the pixels that it gives, in bytes: coefficients, or rows in its own format.
  var decoderByteCount = 0
  /// Whether pixels may be transparent: how opaque they are is kept then where there is memory for it.
  var mayBeTransparent = false
}
