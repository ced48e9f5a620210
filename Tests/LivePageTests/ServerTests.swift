#if Live
  import Fixtures
  import Foundation
  import OpenCaptureLivePage
  import OpenCaptureSystem
  import Testing

  /// Tests over real sockets, each on a thread that may block.
  @Suite("The server")
  struct ServerTests {
    /// Runs a test with its own server.
    private func serving(
      viewers: Int = 16, connections: Int = 128, file: String? = nil,
      _ body: @escaping @Sendable (ServerRig) throws -> Void
    ) async throws {
      let rig = try ServerRig(viewers: viewers, connections: connections, file: file)
      let result: Result<Void, any Error> = await withCheckedContinuation { done in
        Thread.detachNewThread {
          let result = Result { try body(rig) }
          rig.close()
          done.resume(returning: result)
        }
      }
      try result.get()
    }

    @Test("The page is served with its policy and without secrets over a persistent connection")
    func assets() async throws {
      try await serving { rig in
        let client = TestClient(rig.address)
        for (path, type) in [
          ("/", "text/html"), ("/page.js", "text/javascript"), ("/page.css", "text/css"),
          ("/icon.svg", "image/svg"),
        ] {
          client.request("GET", path)
          let (status, head, body) = try #require(client.answer())
          #expect(status == 200 && head.contains("Content-Type: \(type)") && body.count > 100)
          #expect(head.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"))
          #expect(head.contains("Referrer-Policy: no-referrer") && !head.contains("Set-Cookie"))
          let text = String(decoding: body, as: UTF8.self)
          #expect(!text.contains(rig.tokens.look.text) && !text.contains(rig.tokens.control.text))
        }
      }
    }

    @Test("Wrong hosts, origins and tokens are rejected")
    func refusals() async throws {
      try await serving { rig in
        #expect(rig.status("GET", "/state") == 401)
        #expect(rig.status("GET", "/state", token: LiveToken()) == 401)
        #expect(rig.status("GET", "/state", token: rig.tokens.look) == 200)
        #expect(rig.status("POST", "/control", token: rig.tokens.look, body: #"{"command":"photo"}"#) == 403)
        #expect(rig.status("GET", "/nothing") == 404)
        let other = TestClient(rig.address)
        other.request("GET", "/", host: "evil.example")
        #expect(other.head()?.status == 403)
        let twice = TestClient(rig.address)
        twice.request("GET", "/", headers: "Host: localhost\r\n")
        #expect([400, 403].contains(twice.head()?.status))
        #expect(TestClient(rig.address).upgrade(host: "evil.example") == 403)
        #expect(TestClient(rig.address).upgrade(origin: "http://evil.example") == 403)
        #expect(TestClient(rig.address).upgrade(origin: "http://localhost") == 101)
      }
    }

    @Test("A page without a valid token is disconnected and receives no frame")
    func wrongToken() async throws {
      try await serving { rig in
        for first in [#"{"token":"x"}"#, #"{"drawn":0}"#, "hello", ""] {
          let client = TestClient(rig.address)
          #expect(client.upgrade() == 101)
          try rig.publish()
          client.say(first)
          #expect(client.message() == .close(1008))
          #expect(client.waitForEnd())
        }
        #expect(rig.server?.isWatched == false)
      }
    }

    @Test("A page receives its state and then frames: two in flight, then the newest after each acknowledgement")
    func frames() async throws {
      try await serving { rig in
        let page = rig.page()
        try rig.waitForAudience(1)
        for number in 0..<2 {
          try rig.publish()
          #expect(page.frameNumber() == number)
        }
        // A page that draws every frame shows when the frames were distributed.
        let other = rig.page(rig.tokens.control)
        for number in 2..<6 {
          try rig.publish()
          #expect(other.frameNumber() == number)
          other.say(#"{"drawn":\#(number)}"#)
        }
        page.say(#"{"drawn":0}"#)
        #expect(page.frameNumber() == 5)
        page.say(#"{"drawn":99}"#)
        #expect(page.message() == .close(1008))
        // The answer to a close frame is not answered.
        page.send(opcode: 8, [0x03, 0xf0])
        #expect(page.message() == nil)
        #expect(page.waitForEnd())
      }
    }

    @Test("Nothing is encoded without viewers or with hidden pages only")
    func audience() async throws {
      try await serving { rig in
        #expect(rig.server?.isWatched == false)
        let page = rig.page()
        try rig.waitForAudience(1)
        #expect(rig.server?.isWatched == true)
        page.say(#"{"hidden":true}"#)
        try rig.waitForAudience(2)
        #expect(rig.server?.isWatched == false)
        page.say(#"{"hidden":false}"#)
        try rig.waitForAudience(3)
        page.send(opcode: 8, [])
        #expect(page.waitForEnd())
        try rig.waitForAudience(4)
        #expect(rig.server?.isWatched == false && rig.server?.viewerCount == 0)
      }
    }

    @Test(
      "An invalid message ends only its own connection",
      arguments: [(UInt8(2), true, 5), (9, false, 5), (0, true, 5), (1, true, 1000), (5, true, 1)])
    func malformed(opcode: UInt8, isLast: Bool, length: Int) async throws {
      try await serving { rig in
        let good = rig.page()
        try rig.waitForAudience(1)
        let bad = rig.page()
        bad.send(opcode: opcode, [UInt8](repeating: 0x61, count: length), isLast: isLast)
        #expect(bad.waitForEnd())
        try rig.publish()
        #expect(good.frameNumber() == 0)
      }
    }

    @Test("The stream sends each picture together with the head of the next part")
    func stream() async throws {
      try await serving { rig in
        let client = TestClient(rig.address)
        client.request("GET", "/stream.mjpg", token: rig.tokens.look)
        let head = try #require(client.head())
        #expect(head.status == 200 && head.text.contains("multipart/x-mixed-replace; boundary=frame"))
        try rig.waitForAudience(1)
        let separator = Array("\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
        // The head of the first part is sent before any picture.
        _ = client.take { bytes in bytes.firstRange(of: separator).map { (true, $0.upperBound) } }
        for _ in 0..<3 {
          try rig.publish()
          let next = client.take { bytes in
            bytes.firstRange(of: separator).map { (bytes.prefix($0.lowerBound), $0.upperBound) }
          }
          #expect(next?.firstRange(of: [0xff, 0xd8]) != nil && next?.firstRange(of: [0xff, 0xd9]) != nil)
        }
      }
    }

    @Test("A photo is the next picture over a persistent connection; metadata has one line per object")
    func photo() async throws {
      try await serving { rig in
        let client = TestClient(rig.address)
        for count in [1, 3] {
          client.request("GET", "/photo.jpg", token: rig.tokens.look)
          try rig.waitForAudience(count)
          try rig.publish()
          let (status, head, body) = try #require(client.answer())
          #expect(status == 200 && head.contains("image/jpeg"))
          #expect(body.starts(with: [0xff, 0xd8]) && body.suffix(2) == [0xff, 0xd9])
        }
        let lines = TestClient(rig.address)
        lines.request("GET", "/metadata", token: rig.tokens.look)
        #expect(lines.head()?.text.contains("application/x-ndjson") == true)
      }
    }

    @Test("Commands are executed and answered with the state or the error")
    func control() async throws {
      try await serving { rig in
        let client = TestClient(rig.address)
        let page = rig.page()
        client.request("POST", "/control", token: rig.tokens.control, body: #"{"command":"peaking","on":true}"#)
        let done = try #require(client.answer())
        #expect(done.status == 200 && String(decoding: done.body, as: UTF8.self).contains(#""controls":true"#))
        #expect(rig.commands == [.peaking(true)])
        // Other pages receive the new state.
        let state = try #require(page.text())
        #expect(state.contains(#""camera":"test""#) && state.contains(#""controls":false"#))
        client.request("POST", "/control", token: rig.tokens.control, body: #"{"command":"zoom","value":2}"#)
        let refused = try #require(client.answer())
        #expect(
          refused.status == 409 && String(decoding: refused.body, as: UTF8.self) == "zoom: this camera has none\n")
        client.request("POST", "/control", token: rig.tokens.control, body: "{}")
        #expect(client.answer()?.status == 400)
        let long = String(repeating: " ", count: 5000)
        client.request("POST", "/control", token: rig.tokens.control, body: long)
        #expect(client.head()?.status == 413)
        #expect(rig.commands.count == 2)
      }
    }

    @Test("A stored file is downloaded once with a ticket, and no other file")
    func files() async throws {
      let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
      try await TemporaryFolder.with { folder in
        let file = folder.file("a.jpg", content)
        try await serving(file: file.path) { rig in
          let asking = TestClient(rig.address)
          asking.request("POST", "/ticket", token: rig.tokens.control, body: #"{"path":"/files/photo.jpg"}"#)
          let reply = String(decoding: try #require(asking.answer()).body, as: UTF8.self)
          let ticket = try #require(reply.firstMatch(of: /"ticket":"([\w-]+)"/)?.1)
          let client = TestClient(rig.address)
          client.request("GET", "/files/photo.jpg?ticket=\(ticket)")
          let (status, head, body) = try #require(client.answer())
          #expect(status == 200 && head.contains("attachment") && body == content)
          #expect(rig.status("GET", "/files/photo.jpg?ticket=\(ticket)") == 401)
          for name in ["/files/a.jpg", "/files/..%2fa.jpg", "/files/../a.jpg", "/files/%00"] {
            #expect(rig.status("GET", name, token: rig.tokens.control) == 404)
          }
        }
      }
    }

    @Test("The number of viewers is limited")
    func limits() async throws {
      try await serving(viewers: 1) { rig in
        let first = rig.page()
        try rig.waitForAudience(1)
        let second = TestClient(rig.address)
        #expect(second.upgrade() == 101)
        second.say(#"{"token":"\#(rig.tokens.look.text)"}"#)
        #expect(second.message() == .close(1013))
        #expect(second.waitForEnd())
        #expect(rig.status("GET", "/stream.mjpg", token: rig.tokens.look) == 503)
        try rig.publish()
        #expect(first.frameNumber() == 0)
      }
    }

    @Test("The number of connections is limited, and closing one makes room")
    func connections() async throws {
      try await serving(connections: 2) { rig in
        let first = TestClient(rig.address)
        let second = TestClient(rig.address)
        for client in [first, second] {
          client.request("GET", "/icon.svg")
          #expect(client.answer()?.status == 200)
        }
        let third = TestClient(rig.address)
        third.request("GET", "/state", token: rig.tokens.look)
        let refused = try #require(third.answer())
        #expect(refused.status == 503 && refused.text.contains("Retry-After: 5") && third.waitForEnd())
        second.request("GET", "/icon.svg", headers: "Connection: close\r\n")
        #expect(second.answer()?.status == 200 && second.waitForEnd())
        #expect(rig.status("GET", "/state", token: rig.tokens.look) == 200)
      }
    }

    @Test("A head that is too long or invalid ends the connection")
    func heads() async throws {
      try await serving { rig in
        let long = TestClient(rig.address)
        long.request("GET", "/", headers: "X: " + String(repeating: "a", count: 20_000) + "\r\n")
        #expect(long.head().map { $0.status >= 400 } ?? true)
        #expect(long.waitForEnd())
        let none = TestClient(rig.address)
        none.send("\u{0}\u{1}\u{2} hello\r\n\r\n")
        #expect(none.head().map { $0.status == 400 } ?? true)
        #expect(none.waitForEnd())
        #expect(rig.status("GET", "/") == 200)
      }
    }

    @Test("Closing the server notifies pages, ends streams, and does not wait for clients that do not read")
    func end() async throws {
      try await serving { rig in
        let page = rig.page()
        let stalled = rig.page()
        let stream = TestClient(rig.address)
        stream.request("GET", "/stream.mjpg", token: rig.tokens.look)
        #expect(stream.head()?.status == 200)
        try rig.waitForAudience(1)
        rig.close()
        #expect(page.message() == .close(1001))
        #expect(page.waitForEnd() && stalled.waitForEnd() && stream.waitForEnd())
      }
    }
  }
#endif
