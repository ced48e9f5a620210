extension SampleBuffer {
  /// When a frame of the sound is heard: the first is 0, the one after the last where it ends.
  ///
  /// - Returns: ``MediaTime/invalid`` where there is no sound.
  public func presentationTimeStamp(ofFrame index: Int) -> MediaTime {
    formatDescription.audioFormat?.time(ofFrame: index, from: presentationTimeStamp) ?? .invalid
  }

  /// The frames of a range at their time, which share the memory (`CMSampleBufferCopySampleBufferForRange`).
  ///
  /// - Throws: ``MediaError`` where there is no sound, or not all of the frames.
  public func frames(_ range: Range<Int>) throws(MediaError) -> SampleBuffer {
    guard let audioBuffer else {
      throw MediaError(.noAudio, subject: "\(formatDescription)", reason: "only of sound there are frames to take")
    }
    return SampleBuffer(
      audioBuffer: try audioBuffer.frames(range),
      presentationTimeStamp: presentationTimeStamp(ofFrame: range.lowerBound), sequenceNumber: sequenceNumber,
      attachments: attachments)
  }
}
