#if Live
  import NIOCore
  import NIOHTTP1

  /// A viewer that receives an endless response of pictures or detections, or waits for a single picture.
  ///
  /// A slow connection skips frames: only the newest one waits. Detections are skipped by whole frames.
  final class StreamViewer: Viewer {
    /// The content of the response.
    enum Kind {
      case stream, photo, metadata
    }

    private let kind: Kind
    private let reply: ResponseWriter
    private var deadline: Scheduled<Void>?
    /// A closure called at the end; its response is nil if the content was sent before.
    private let onEnd: (StreamViewer, PageResponse?) -> Void
    private var waiting: PublishedFrame?
    private var isWriting = false
    private var isEnded = false

    init(_ kind: Kind, _ reply: ResponseWriter, onEnd: @escaping (StreamViewer, PageResponse?) -> Void) {
      self.kind = kind
      self.reply = reply
      self.onEnd = onEnd
    }

    private var channel: any Channel { reply.channel }

    let isLooking = true

    /// Sends the start of the response.
    func begin() {
      // The response ends with the server or the connection.
      if kind != .photo { reply.keepsAlive = false }
      switch kind {
      case .stream:
        reply.sendHead(PageResponse(contentType: MultipartText.contentType), length: nil)
        send(ByteBuffer(string: MultipartText.opening))
      case .metadata:
        reply.sendHead(PageResponse(contentType: "application/x-ndjson"), length: nil)
        channel.flush()
      case .photo:
        // A missing picture must not occupy a seat.
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        deadline = channel.eventLoop.scheduleTask(in: .seconds(reply.timeouts.picture)) {
          bound.value.finish(.full("No picture is available."))
        }
      }
    }

    func take(_ frame: PublishedFrame) {
      guard !isEnded else { return }
      waiting = frame
      sendNext()
    }

    func stateDidChange() {}

    func end() { finish(kind == .photo ? .full("The server is shutting down.") : nil) }

    private func finish(_ answer: PageResponse?) {
      guard !isEnded else { return }
      isEnded = true
      deadline?.cancel()
      onEnd(self, answer)
    }

    /// Called when the connection can accept more data.
    func writabilityDidChange() { if !isEnded { sendNext() } }

    private func sendNext() {
      guard !isWriting, channel.isWritable, let frame = waiting.take() else { return }
      switch kind {
      case .stream:
        channel.write(HTTPServerResponsePart.body(.byteBuffer(frame.picture)), promise: nil)
        send(ByteBuffer(string: MultipartText.separator))
      case .metadata:
        if !frame.lines.isEmpty { send(ByteBuffer(string: frame.lines)) }
      case .photo: finish(PageResponse(contentType: "image/jpeg", body: frame.picture))
      }
    }

    /// Sends the last piece of a frame; the next frame waits until the system has accepted it.
    private func send(_ bytes: ByteBuffer) {
      isWriting = true
      let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
      reply.send(piece: bytes).whenComplete { result in
        let viewer = bound.value
        viewer.isWriting = false
        if case .success = result, !viewer.isEnded { viewer.sendNext() }
      }
    }
  }
#endif
