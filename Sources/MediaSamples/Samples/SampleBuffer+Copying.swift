extension SampleBuffer {
  /// The same sample in memory of its own, so that the source gets its own back; sound stays where it is.
  ///
  /// - Throws: ``MediaError`` where there is no memory.
  package func copy() throws(MediaError) -> SampleBuffer {
    let media: Media =
      switch media {
      case .pixels(let buffer): .pixels(try buffer.copy())
      case .compressed(let image): .compressed(try image.copy())
      case .sound, .none: media
      }
    return SampleBuffer(
      media: media, formatDescription: formatDescription, timing: timing, sequenceNumber: sequenceNumber,
      orientation: orientation, attachments: attachments)
  }
}
