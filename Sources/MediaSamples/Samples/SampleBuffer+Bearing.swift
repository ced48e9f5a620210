import OpenCaptureSystem

extension SampleBuffer {
  /// As ``formatDescription``, under a name that no other module has.
  package var mediaDescription: FormatDescription { formatDescription }

  /// As ``attachments``, under a name that no other module has.
  package var travellingAttachments: Attachments {
    get { attachments }
    set { attachments = newValue }
  }

  /// The same sample buffer, of which something can be said in place that isn't said of others with the same media.
  package func bearing(_ state: SampleState = SampleState()) -> SampleBuffer {
    var copy = self
    copy.bearer = SampleBearer(state)
    return copy
  }

  /// Whoever keeps what is said of the sample buffer in place: it by itself, or the memory of its media.
  ///
  /// - Parameter isNeeded: Whether there has to be one; else there is none as long as nothing was said.
  package func bearer(ifNeeded isNeeded: Bool) -> SampleBearer? {
    if let bearer { return bearer }
    guard isNeeded else { return memory?.accessIfAny?.withLock { $0.sample } }
    return memory?.access.withLock { access in
      let bearer = access.sample ?? SampleBearer(SampleState())
      access.sample = bearer
      return bearer
    }
  }

  private var memory: MediaMemory? {
    switch media {
    case .pixels(let buffer): buffer.memory
    case .compressed(let image): image.data.memory
    case .sound(let buffer): buffer.memory
    case .none: nil
    }
  }
}
