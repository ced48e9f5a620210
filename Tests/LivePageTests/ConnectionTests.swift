#if Live
  import Foundation
  import NIOCore
  import NIOEmbedded
  import NIOWebSocket
  import OpenCaptureMediaSamples
  import Testing

  @testable import OpenCaptureLivePage

  /// Connections on a simulated event loop.
  @Suite("Connections")
  struct ConnectionTests {
    private let rig = ConnectionRig()
    private let loop = EmbeddedEventLoop()

    private func connection(_ services: PageServices) throws -> TestConnection {
      try TestConnection(services, loop) { channel in
        try LivePageServer.configure(channel, NIOLoopBound(services, eventLoop: loop))
      }
    }

    private func requests(_ count: Int, _ target: String) -> ByteBuffer {
      let request =
        "GET \(target) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(rig.tokens.look.text)\r\n\r\n"
      return ByteBuffer(string: String(repeating: request, count: count))
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test(
      "A request is answered only after the previous response was sent, so that clients that do not read use no memory"
    )
    func pipelining() throws {
      let connection = try connection(rig.services(on: loop))
      try connection.channel.writeInbound(requests(100, "/state"))
      loop.run()
      #expect(rig.stateCount == 1 && connection.gate.waitingCount < 5_000)
      connection.gate.letThrough()
      loop.run()
      #expect(rig.stateCount == 2)
      #expect(count("HTTP/1.1 200", in: try connection.received()) == 1)
      connection.gate.open()
      loop.run()
      #expect(rig.stateCount == 100)
      #expect(count("HTTP/1.1 200", in: try connection.received()) == 99)
    }

    @Test("Thousands of pipelined requests are answered one after another")
    func depth() throws {
      let connection = try connection(rig.services(on: loop))
      connection.gate.open()
      try connection.channel.writeInbound(requests(5_000, "/state"))
      loop.run()
      #expect(rig.stateCount == 5_000)
    }

    @Test(
      "A large response is sent piece by piece, without a limit while pieces are accepted"
    )
    func pieces() throws {
      let services = rig.services(on: loop)
      let connection = try connection(services)
      try connection.channel.writeInbound(requests(1, "/photo.jpg"))
      let picture = [UInt8](repeating: 7, count: 500_000)
      services.audience.show(try ConnectionRig.frame(picture))
      for _ in 0..<6 {
        #expect((1...70_000).contains(connection.gate.waitingCount))
        loop.advanceTime(by: .seconds(ConnectionTimeouts().response - 1))
        connection.gate.letThrough()
        loop.run()
      }
      #expect(connection.channel.isActive)
      loop.advanceTime(by: .seconds(ConnectionTimeouts().response))
      #expect(!connection.channel.isActive)
    }

    @Test(
      "A response that is not accepted times out, later than a request",
      arguments: [true, false])
    func progress(closes: Bool) throws {
      let connection = try connection(rig.services(on: loop))
      // A rejected request closes the connection.
      try connection.channel.writeInbound(requests(1, closes ? "/nothing" : "/state"))
      loop.run()
      loop.advanceTime(by: .seconds(ConnectionTimeouts().response - 1))
      #expect(connection.channel.isActive)
      loop.advanceTime(by: .seconds(1))
      #expect(!connection.channel.isActive)
    }

    @Test("A seat is free again when its viewer leaves, even after an earlier request")
    func seats() throws {
      let services = rig.services(on: loop)
      let connection = try connection(services)
      connection.gate.open()
      try connection.channel.writeInbound(requests(2, "/photo.jpg"))
      services.audience.show(try ConnectionRig.frame([1, 2, 3]))
      loop.run()
      #expect(services.audience.viewerCount == 1)
      _ = try connection.channel.finish(acceptAlreadyClosed: true)
      #expect(services.audience.viewerCount == 0)
    }
  }

  /// Connections beyond the limit, and responses to invalid HTTP.
  @Suite("Rejected connections")
  struct RefusedConnectionTests {
    private let rig = ConnectionRig()
    private let loop = EmbeddedEventLoop()

    private func connection(_ services: PageServices) throws -> TestConnection {
      let connection = try TestConnection(services, loop) { channel in
        services.admitConnection(channel)
        try LivePageServer.configure(channel, NIOLoopBound(services, eventLoop: loop))
      }
      connection.gate.open()
      return connection
    }

    private func answer(_ request: String, on services: PageServices) throws -> String {
      let connection = try connection(services)
      try connection.channel.writeInbound(ByteBuffer(string: request))
      loop.run()
      return try connection.received()
    }

    private func get(_ target: String, _ token: LiveToken? = nil) -> String {
      let authorization = token.map { "Authorization: Bearer \($0.text)\r\n" } ?? ""
      return "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(authorization)\r\n"
    }

    @Test(
      "Beyond the limit, the page is served to all and everything to controllers; others are asked to retry")
    func guests() throws {
      let services = rig.services(on: loop, connections: 1)
      let first = try connection(services)
      let refused = try answer(get("/state", rig.tokens.look), on: services)
      #expect(refused.hasPrefix("HTTP/1.1 503") && refused.contains("Retry-After: 5"))
      #expect(try answer(get("/icon.svg"), on: services).hasPrefix("HTTP/1.1 200"))
      #expect(try answer(get("/state", rig.tokens.control), on: services).hasPrefix("HTTP/1.1 200"))
      _ = try first.channel.finish(acceptAlreadyClosed: true)
      #expect(try answer(get("/state", rig.tokens.look), on: services).hasPrefix("HTTP/1.1 200"))
    }

    @Test("Silent connections in any number do not keep controllers out")
    func slowGuests() throws {
      let services = rig.services(on: loop, connections: 1)
      let silent = try (0..<100).map { _ in try connection(services) }
      #expect(silent.count { $0.channel.isActive } == 1 + ConnectionTable<Int>.guestLimit)
      #expect(try answer(get("/state", rig.tokens.control), on: services).hasPrefix("HTTP/1.1 200"))
      for connection in silent { _ = try connection.channel.finish(acceptAlreadyClosed: true) }
    }

    @Test(
      "Invalid HTTP is answered with the matching status",
      arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505), ("hello\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nno header\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", 400),
        (
          "POST /control HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
          400
        ),
        ("GET http://localhost/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 200),
        ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 403),
      ])
    func statuses(request: String, status: Int) throws {
      let answer = try answer(request, on: rig.services(on: loop))
      #expect(answer.split(separator: " ").dropFirst().first == "\(status)", "\(answer)")
    }

    @Test("A head is rejected for a long header, many headers or a long address")
    func longHeads() throws {
      let services = rig.services(on: loop)
      let long = "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 9000))\r\n\r\n"
      #expect(try answer(long, on: services).hasPrefix("HTTP/1.1 431"))
      let many = "GET / HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "X: a\r\n", count: 100) + "\r\n"
      #expect(try answer(many, on: services).hasPrefix("HTTP/1.1 431"))
      #expect(
        try answer(get("/" + String(repeating: "a", count: 3000)), on: services).hasPrefix("HTTP/1.1 414"))
    }

    @Test("HTTP 1.0 requests are answered without chunks and close the connection")
    func oldProtocol() throws {
      let services = rig.services(on: loop)
      let token = rig.tokens.look.text
      let head = "HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nAuthorization: Bearer \(token)\r\n\r\n"
      let stream = try answer("GET /stream.mjpg \(head)", on: services)
      #expect(stream.hasPrefix("HTTP/1.0 200") && !stream.lowercased().contains("chunked"))
      #expect(stream.contains("\r\n\r\n--frame"))
      let state = try answer("GET /state \(head)GET /state \(head)", on: services)
      #expect(state.hasPrefix("HTTP/1.0 200") && state.contains("Connection: close"))
      #expect(state.components(separatedBy: "HTTP/1.0").count == 2)
    }

    @Test("A plain request for the WebSocket is answered with the required upgrade")
    func upgrade() throws {
      let answer = try answer(get("/live"), on: rig.services(on: loop))
      #expect(answer.hasPrefix("HTTP/1.1 426"))
      #expect(answer.contains("Sec-WebSocket-Version: 13") && answer.contains("Upgrade: websocket"))
    }

    @Test("A photo that does not arrive times out and frees its seat")
    func noPhoto() throws {
      let services = rig.services(on: loop)
      let connection = try connection(services)
      try connection.channel.writeInbound(ByteBuffer(string: get("/photo.jpg", rig.tokens.look)))
      loop.run()
      #expect(services.audience.viewerCount == 1)
      loop.advanceTime(by: .seconds(ConnectionTimeouts().picture))
      loop.run()
      let answer = try connection.received()
      #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("Retry-After"))
      #expect(services.audience.viewerCount == 0)
    }

    @Test("A stream that is not accepted times out")
    func stalledStream() throws {
      let services = rig.services(on: loop)
      let connection = try TestConnection(services, loop) { channel in
        try LivePageServer.configure(channel, NIOLoopBound(services, eventLoop: loop))
      }
      try connection.channel.writeInbound(ByteBuffer(string: get("/stream.mjpg", rig.tokens.look)))
      loop.run()
      connection.gate.letThrough()
      // A camera without frames does not count against the client.
      loop.advanceTime(by: .hours(1))
      #expect(connection.channel.isActive)
      services.audience.show(try ConnectionRig.frame([1, 2, 3]))
      loop.advanceTime(by: .seconds(ConnectionTimeouts().response))
      #expect(!connection.channel.isActive && services.audience.viewerCount == 0)
    }
  }

  /// Pages on a simulated event loop.
  @Suite("Connections of pages")
  struct PageConnectionTests {
    private let rig = ConnectionRig()
    private let loop = EmbeddedEventLoop()

    private func page(_ services: PageServices) throws -> TestConnection {
      try TestConnection(services, loop) { channel in
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([
          WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 256)),
        ])
        try pipeline.addHandler(PageViewer(services))
      }
    }

    private func send(_ opcode: WebSocketOpcode, _ text: String, on page: TestConnection) throws {
      // Masked with zeros, which clients may do.
      var bytes = ByteBuffer(bytes: [
        0x80 | UInt8(webSocketOpcode: opcode), 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0,
      ])
      bytes.writeString(text)
      try page.channel.writeInbound(bytes)
    }

    private func admit(_ page: TestConnection, _ token: LiveToken) throws {
      try send(.text, #"{"token":"\#(token.text)"}"#, on: page)
    }

    @Test("Pings of admitted pages are answered one at a time")
    func pings() throws {
      let page = try page(rig.services(on: loop))
      for _ in 0..<100 { try send(.ping, "hello", on: page) }
      #expect(page.gate.waitingCount == 0)
      try admit(page, rig.tokens.look)
      page.gate.letThrough()
      for _ in 0..<100 { try send(.ping, "hello", on: page) }
      #expect(page.gate.waitingCount == 7)
      page.gate.open()
      try send(.ping, "again", on: page)
      let received = try page.received()
      #expect(received.components(separatedBy: "hello").count == 2 && received.hasSuffix("again"))
      _ = try page.channel.finish(acceptAlreadyClosed: true)
    }

    @Test(
      "A page without a token is disconnected at the deadline, whatever it sends until then",
      arguments: [
        // Pings, a fragmented message without an end, and a frame without an end.
        [[UInt8(0x89), 0x81, 0, 0, 0, 0, 1]], [[0x01, 0x80, 0, 0, 0, 0], [0x00, 0x80, 0, 0, 0, 0]],
        [[0x81, 0xfe, 0, 200, 0, 0, 0, 0], [0x7b]],
      ])
    func noToken(_ pieces: [[UInt8]]) throws {
      let page = try page(rig.services(on: loop))
      page.gate.open()
      var number = 0
      for _ in 0..<ConnectionTimeouts().token * 10 {
        #expect(page.channel.isActive)
        try page.channel.writeInbound(ByteBuffer(bytes: pieces[min(number, pieces.count - 1)]))
        number += 1
        loop.advanceTime(by: .milliseconds(100))
      }
      loop.advanceTime(by: .milliseconds(200))
      #expect(!page.channel.isActive)
    }

    @Test("A page that draws no frames loses its seat; a drawing or hidden page keeps it")
    func drawing() throws {
      let services = rig.services(on: loop)
      let pages = [try page(services), try page(services), try page(services)]
      for page in pages {
        try admit(page, rig.tokens.look)
        page.gate.open()
      }
      try send(.text, #"{"hidden":true}"#, on: pages[2])
      for number in 0..<4 {
        services.audience.show(try ConnectionRig.frame([1], number: UInt64(number)))
        try send(.text, #"{"drawn":\#(number)}"#, on: pages[1])
        loop.advanceTime(by: .seconds(ConnectionTimeouts().drawing / 3))
      }
      loop.advanceTime(by: .seconds(1))
      #expect(pages.map(\.channel.isActive) == [false, true, true])
      #expect(services.audience.viewerCount == 2)
      for page in pages { _ = try page.channel.finish(acceptAlreadyClosed: true) }
    }

    @Test("A page that acknowledges unsent frames is disconnected")
    func guessing() throws {
      let services = rig.services(on: loop)
      let page = try page(services)
      try admit(page, rig.tokens.look)
      page.gate.letThrough()
      let picture = [UInt8](repeating: 1, count: 100_000)
      services.audience.show(try ConnectionRig.frame(picture, number: 0))
      for number in 1..<20 {
        try send(.text, #"{"drawn":\#(number - 1)}"#, on: page)
        services.audience.show(try ConnectionRig.frame(picture, number: UInt64(number)))
      }
      #expect(page.gate.waitingCount < 300_000)
      #expect(services.audience.viewerCount == 0)
      page.gate.open()
      _ = try page.channel.finish(acceptAlreadyClosed: true)
    }

    @Test(
      "Invalid frames end the connection with the matching close code",
      arguments: [
        ([UInt8(0x81), 1, 0x61], 1002), ([0xc1, 0x80, 0, 0, 0, 0], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002),
        ([0x09, 0x80, 0, 0, 0, 0], 1002), ([0x89, 0xfe, 0, 126, 0, 0, 0, 0], 1002),
        ([0x82, 0x80, 0, 0, 0, 0], 1003),
        ([0x81, 0x81, 0, 0, 0, 0, 0xff], 1007), ([0x81, 0xfe, 1, 1, 0, 0, 0, 0], 1009),
        ([0x88, 0x81, 0, 0, 0, 0, 3], 1002), ([0x88, 0x82, 0, 0, 0, 0, 3, 0xed], 1002),
        ([0x88, 0x82, 0, 0, 0, 0, 3, 0xe8], 1000),
      ])
    func closing(bytes: [UInt8], code: Int) throws {
      let page = try page(rig.services(on: loop))
      page.gate.open()
      try page.channel.writeInbound(ByteBuffer(bytes: bytes))
      var sent: [UInt8] = []
      while let bytes = try page.channel.readOutbound(as: ByteBuffer.self) { sent += bytes.readableBytesView }
      #expect(sent == [0x88, 2, UInt8(code >> 8), UInt8(code & 255)])
      loop.advanceTime(by: .seconds(1))
      #expect(!page.channel.isActive)
    }

    @Test("A page that resumes reading receives the newest state only, encoded once for all pages")
    func states() throws {
      let services = rig.services(on: loop)
      let pages = [try page(services), try page(services), try page(services)]
      for (page, token) in zip(pages, [rig.tokens.look, rig.tokens.look, rig.tokens.control]) {
        try admit(page, token)
        loop.run()
      }
      let before = rig.stateCount
      let waiting = pages[0].gate.waitingCount
      for _ in 0..<100 { services.audience.notifyStateChange() }
      #expect(rig.stateCount == before && pages[0].gate.waitingCount == waiting)
      for page in pages { page.gate.open() }
      // Pages with equal access share the encoded state.
      #expect(rig.stateCount == before + 2)
      for page in pages {
        #expect(try page.received().components(separatedBy: #""controls""#).count == 3)
        _ = try page.channel.finish(acceptAlreadyClosed: true)
      }
    }
  }
#endif
