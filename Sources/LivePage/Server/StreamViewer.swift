#if Live
  import NIOCore
  import NIOHTTP1

  /// Somebody who reads an answer without end: pictures, or what is found in them; or who waits for one picture.
  ///
  /// What the connection has no room for yet, it doesn't get: of frames that come meanwhile, the newest waits. Lines are lost
  /// a frame at a time.
  final class StreamViewer: Viewer {
    /// What is read.
    enum Kind {
      case stream, photo, metadata
    }

    private let kind: Kind
    private let reply: ReplyWriter
    private var deadline: Scheduled<Void>?
    /// Takes the answer that was waited for; nil where it went all along.
    private let onEnd: (StreamViewer, Answer?) -> Void
    private var waiting: PublishedFrame?
    private var isWriting = false
    private var isEnded = false

    init(_ kind: Kind, _ reply: ReplyWriter, onEnd: @escaping (StreamViewer, Answer?) -> Void) {
      (self.kind, self.reply, self.onEnd) = (kind, reply, onEnd)
    }

    private var channel: any Channel { reply.channel }

    let isLooking = true

    /// Sends what comes before the first frame.
    func begin() {
      // It ends with the server, or the connection.
      if kind != .photo { reply.keepsAlive = false }
      switch kind {
      case .stream:
        reply.sendHead(Answer(contentType: MultipartText.contentType), length: nil)
        send(ByteBuffer(string: MultipartText.opening))
      case .metadata:
        reply.sendHead(Answer(contentType: "application/x-ndjson"), length: nil)
        channel.flush()
      case .photo: awaitPicture()
      }
    }

    /// Gives the camera its time: whoever waits for a picture that doesn't come keeps no seat from others.
    private func awaitPicture() {
      let me = NIOLoopBound(self, eventLoop: channel.eventLoop)
      deadline = channel.eventLoop.scheduleTask(in: .seconds(LivePageOptions.picturePatience)) {
        me.value.finish(.full("There is no picture."))
      }
    }

    func take(_ frame: PublishedFrame) {
      guard !isEnded else { return }
      waiting = frame
      sendNext()
    }

    func stateDidChange() {}

    func end() { finish(kind == .photo ? .full("The server ends.") : nil) }

    private func finish(_ answer: Answer?) {
      guard !isEnded else { return }
      isEnded = true
      deadline?.cancel()
      onEnd(self, answer)
    }

    /// Takes note that there may be room on the connection again.
    func writabilityDidChange() { if !isEnded { sendNext() } }

    private func sendNext() {
      guard !isWriting, channel.isWritable, let frame = waiting.take() else { return }
      switch kind {
      case .stream:
        channel.write(HTTPServerResponsePart.body(.byteBuffer(frame.picture)), promise: nil)
        send(ByteBuffer(string: MultipartText.separator))
      case .metadata:
        if !frame.lines.isEmpty { send(ByteBuffer(string: frame.lines)) }
      case .photo: finish(Answer(contentType: "image/jpeg", body: frame.picture))
      }
    }

    /// Sends the last piece of a frame; the next goes once the system has taken this one.
    private func send(_ bytes: ByteBuffer) {
      isWriting = true
      let me = NIOLoopBound(self, eventLoop: channel.eventLoop)
      reply.send(piece: bytes).whenComplete { result in
        let viewer = me.value
        viewer.isWriting = false
        if case .success = result, !viewer.isEnded { viewer.sendNext() }
      }
    }
  }
#endif
