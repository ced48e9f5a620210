#if Live
  import NIOCore
  import OpenCaptureMediaSamples

  /// A frame as all viewers get it: their messages share its bytes.
  struct PublishedFrame: Sendable {
    /// Its number.
    let number: UInt64
    /// The message on a page's connection.
    let message: ByteBuffer
    /// The JPEG alone.
    let picture: ByteBuffer
    /// What was found, a line each.
    let lines: String

    /// Puts a frame together; copies its picture once.
    init(_ note: FrameNote, picture: DataBuffer) {
      let head = FrameMessage(note: note.json).head
      var message = ByteBufferAllocator().buffer(capacity: head.count + picture.count)
      message.writeBytes(head)
      picture.withUnsafeBytes { _ = message.writeBytes($0) }
      (number, lines, self.message) = (note.number, note.lines, message)
      self.picture = message.getSlice(at: head.count, length: picture.count) ?? ByteBuffer()
    }
  }
#endif
