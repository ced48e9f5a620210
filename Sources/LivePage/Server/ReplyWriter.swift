#if Live
  import NIOCore
  import NIOHTTP1

  /// Sends what the requests of one connection are answered with, and ends the connection where nothing happens on it.
  ///
  /// An answer goes piece by piece, the next once the system has taken the one before; the next request is read once it has
  /// taken the last. So whoever asks and doesn't read takes no memory here but that of one piece.
  final class ReplyWriter {
    /// How many bytes of an answer wait for the system at most.
    static let longestPiece = 65_536

    /// Where answers go.
    let channel: any Channel
    /// Whether another request can be answered after this one.
    var keepsAlive = false
    /// Whether the other side may be sending still what isn't read any more.
    var isUnread = false
    /// What the other side understands.
    var version = HTTPVersion.http1_1
    private let onEnd: () -> Void
    private var deadline: Scheduled<Void>?

    /// Makes one.
    ///
    /// - Parameter onEnd: Told that an answer was sent, and another request will be.
    init(_ channel: any Channel, onEnd: @escaping () -> Void) { (self.channel, self.onEnd) = (channel, onEnd) }

    /// Gives the next request its time.
    func awaitRequest() { close(after: LivePageOptions.requestPatience) }

    /// Lets things take their time, where it is the server that something is waited for.
    func stopWaiting() { deadline.take()?.cancel() }

    private func close(after seconds: Int64) {
      stopWaiting()
      deadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) { [channel] in channel.close(promise: nil) }
    }

    /// Sends an answer, and ends it.
    func send(_ answer: Answer) {
      sendHead(answer, length: answer.body.readableBytes)
      send(rest: answer.body)
    }

    /// Begins an answer; one without a length ends with the connection, or goes in chunks.
    func sendHead(_ answer: Answer, length: Int?) {
      let head = answer.head(length: length, version, keepsAlive: keepsAlive && length != nil)
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
    }

    /// Sends the next piece of an answer, and those behind it.
    private func send(rest: ByteBuffer) {
      var rest = rest
      guard let piece = rest.readSlice(length: min(rest.readableBytes, Self.longestPiece)) else { return }
      let me = NIOLoopBound(self, eventLoop: channel.eventLoop)
      let left = rest
      send(piece: piece).whenSuccess {
        // In a turn of its own, because the next request comes from within the end of this one's answer.
        me.eventLoop.execute {
          let writer = me.value
          guard writer.channel.isActive else { return }
          if left.readableBytes == 0 { writer.end() } else { writer.send(rest: left) }
        }
      }
    }

    /// Sends one piece, and what was written before it; it has its time to be taken.
    func send(piece: ByteBuffer) -> EventLoopFuture<Void> {
      close(after: LivePageOptions.answerPatience)
      let me = NIOLoopBound(self, eventLoop: channel.eventLoop)
      let taken = channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(piece)))
      taken.whenSuccess { me.value.stopWaiting() }
      return taken
    }

    /// Ends an answer, all of which the system has taken.
    func end() {
      guard keepsAlive else {
        close(after: LivePageOptions.answerPatience)
        let me = NIOLoopBound(self, eventLoop: channel.eventLoop)
        return channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in me.value.finish() }
      }
      awaitRequest()
      onEnd()
      // Last: the next request may come from within.
      channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }

    /// Ends the connection.
    private func finish() {
      guard isUnread else { return channel.close(promise: nil) }
      // Closed with something unread in it, a connection is reset, and what was answered is lost (RFC 9112, 9.6).
      close(after: LivePageOptions.lingering)
      channel.close(mode: .output).whenFailure { [channel] _ in channel.close(promise: nil) }
    }
  }
#endif
