#if Live
  import NIOCore
  import NIOHTTP1

  /// A writer of the responses on one connection, with timeouts.
  ///
  /// A response is sent piece by piece; each piece waits until the system has accepted the previous one. The next
  /// request is read after the last piece. A client that does not read therefore occupies the memory of one piece only.
  final class ResponseWriter {
    /// The maximum size of a piece, in bytes.
    static let maximumPieceSize = 65_536

    let channel: any Channel
    let timeouts: ConnectionTimeouts
    /// Whether the connection remains open for another request.
    var keepsAlive = false
    /// Whether the client may still be sending content that is not read.
    var isUnread = false
    /// The HTTP version of the client.
    var version = HTTPVersion.http1_1
    private let onEnd: () -> Void
    private var deadline: Scheduled<Void>?

    /// Creates a writer; `onEnd` is called after each response on a connection that remains open.
    init(_ channel: any Channel, _ timeouts: ConnectionTimeouts, onEnd: @escaping () -> Void) {
      self.channel = channel
      self.timeouts = timeouts
      self.onEnd = onEnd
    }

    /// Starts the timeout for the next request.
    func awaitRequest() { close(after: timeouts.request) }

    /// Stops the timeout while the server itself is working.
    func stopWaiting() { deadline.take()?.cancel() }

    private func close(after seconds: Int64) {
      stopWaiting()
      deadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) { [channel] in channel.close(promise: nil) }
    }

    /// Sends a complete response.
    func send(_ answer: PageResponse) {
      sendHead(answer, length: answer.body.readableBytes)
      send(rest: answer.body)
    }

    /// Starts a response; without a length, it ends with the connection or is chunked.
    func sendHead(_ answer: PageResponse, length: Int?) {
      let head = answer.head(length: length, version, keepsAlive: keepsAlive && length != nil)
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
    }

    /// Sends the rest of a response piece by piece.
    private func send(rest: ByteBuffer) {
      var rest = rest
      guard let piece = rest.readSlice(length: min(rest.readableBytes, Self.maximumPieceSize)) else { return }
      let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
      let left = rest
      send(piece: piece).whenSuccess {
        // Deferred, because the end of a response can trigger the next request synchronously.
        bound.eventLoop.execute {
          let writer = bound.value
          guard writer.channel.isActive else { return }
          if left.readableBytes == 0 { writer.end() } else { writer.send(rest: left) }
        }
      }
    }

    /// Sends a piece and all data written before, with a timeout.
    func send(piece: ByteBuffer) -> EventLoopFuture<Void> {
      close(after: timeouts.response)
      let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
      let taken = channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(piece)))
      taken.whenSuccess { bound.value.stopWaiting() }
      return taken
    }

    /// Ends a response whose content the system has accepted.
    func end() {
      guard keepsAlive else {
        close(after: timeouts.response)
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        return channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in bound.value.finish() }
      }
      awaitRequest()
      onEnd()
      // Last, because this can trigger the next request synchronously.
      channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }

    private func finish() {
      guard isUnread else { return channel.close(promise: nil) }
      // Closing with unread data would reset the connection and lose the response (RFC 9112, 9.6).
      close(after: timeouts.linger)
      channel.close(mode: .output).whenFailure { [channel] _ in channel.close(promise: nil) }
    }
  }
#endif
