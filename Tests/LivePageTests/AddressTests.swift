import Testing

@testable import OpenCaptureLivePage

@Suite("Addresses and hosts")
struct AddressTests {
  @Test(
    "A listening address is a numeric address with a port, or a port on the loopback address",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1:8080"), ("8080", "127.0.0.1:8080"), ("localhost:1", "127.0.0.1:1"),
      ("[::1]:80", "[::1]:80"), ("0.0.0.0:0", "0.0.0.0:0"), ("[::]:65535", "[::]:65535"),
    ])
  func listening(text: String, description: String) {
    #expect(ListeningAddress(text)?.description == description)
  }

  @Test(
    "Other texts are not listening addresses",
    arguments: [
      "", ":", ":8080", "::1:80", "example.org:80", "127.0.0.1", "127.0.0.1:65536", "[127.0.0.1]:1", "1.2.3:4",
      "-1",
    ])
  func noAddress(text: String) { #expect(ListeningAddress(text) == nil) }

  @Test(
    "A loopback server accepts loopback host names only, with any port",
    arguments: [
      ("localhost", true), ("localhost:9000", true), ("127.0.0.1:8080", true), ("127.8.0.1", true),
      ("[::1]:1", true),
      ("LOCALHOST", true), ("camera.local", true), ("127.evil.example", false), ("192.168.1.5:8080", false),
      ("evil.example", false), ("localhost.evil.example", false), ("", false), ("[::1", false), ("[::1]x", false),
      ("localhost:80:80", false), (":8080", false), ("localhost:", true),
    ])
  func loopback(host: String, isOwn: Bool) {
    let check = HostCheck(listeningTo: [.defaultAddress], names: ["Camera.local"])
    #expect(check.isOwn(host: host) == isOwn)
    #expect(!check.isOwn(host: nil))
  }

  @Test(
    "A server on all addresses accepts numeric and configured hosts; a server on one address accepts that one"
  )
  func others() {
    let any = HostCheck(listeningTo: [ListeningAddress(host: "0.0.0.0", port: 80)], names: ["pi"])
    #expect(any.isOwn(host: "192.168.1.5:80") && any.isOwn(host: "pi") && any.isOwn(host: "[fe80::1]"))
    #expect(!any.isOwn(host: "evil.example"))
    let one = HostCheck(listeningTo: [ListeningAddress(host: "192.168.1.5", port: 80)])
    #expect(one.isOwn(host: "192.168.1.5") && !one.isOwn(host: "192.168.1.6") && !one.isOwn(host: "localhost"))
  }

  @Test("A request is from the page if its origin matches host and port; programs send no origin")
  func origins() {
    let check = HostCheck(listeningTo: [.defaultAddress])
    #expect(check.isOwn(origin: nil, host: "localhost:8080"))
    #expect(check.isOwn(origin: "http://localhost:8080", host: "localhost:8080"))
    #expect(check.isOwn(origin: "https://LOCALHOST:8080", host: "localhost:8080"))
    for origin in [
      "http://localhost:8081", "http://localhost", "null", "", "http://evil.example", "localhost:8080",
    ] {
      #expect(!check.isOwn(origin: origin, host: "localhost:8080"))
    }
  }

  @Test("Sockets are passed to the intended process, not to its children")
  func activation() throws {
    func numbers(_ variables: [String: String]) throws -> [Int32] {
      try SocketActivation.sockets(variables, process: 7).map(\.descriptor)
    }
    #expect(try numbers(["LISTEN_PID": "7", "LISTEN_FDS": "2"]) == [3, 4])
    #expect(try numbers(["LISTEN_PID": "6", "LISTEN_FDS": "2"]) == [])
    #expect(try numbers(["LISTEN_FDS": "2"]) == [])
    #expect(try numbers(["LISTEN_PID": "7", "LISTEN_FDS": "0"]) == [])
    for count in ["-1", "17", "x", "2147483648"] {
      #expect(throws: LivePageError.self) { try numbers(["LISTEN_PID": "7", "LISTEN_FDS": count]) }
    }
  }

  @Test("Passed sockets have names if each has one")
  func activationNames() throws {
    func labels(_ names: String?) throws -> [String] {
      var variables = ["LISTEN_PID": "7", "LISTEN_FDS": "2"]
      variables["LISTEN_FDNAMES"] = names
      return try SocketActivation.sockets(variables, process: 7).map(\.label)
    }
    #expect(try labels("home:garden") == ["home (descriptor 3)", "garden (descriptor 4)"])
    #expect(try labels("home") == ["descriptor 3", "descriptor 4"])
    #expect(try labels(nil) == ["descriptor 3", "descriptor 4"])
  }

  @Test("A server on several addresses accepts each of them")
  func several() {
    let check = HostCheck(listeningTo: [.defaultAddress, ListeningAddress(host: "192.168.1.5", port: 80)])
    #expect(check.isOwn(host: "localhost") && check.isOwn(host: "192.168.1.5"))
    #expect(!check.isOwn(host: "192.168.1.6") && !check.isOwn(host: "evil.example"))
  }

  @Test("A passed socket must be listening; a port in use causes an error that names it")
  func sockets() throws {
    #expect(throws: LivePageError.self) { try ListeningSocket(descriptor: 0) }
    let socket = try ListeningSocket(ListeningAddress(host: "127.0.0.1", port: 0))
    #expect(socket.address.port != 0)
    #expect(try ListeningSocket(descriptor: socket.descriptor).address == socket.address)
    let error = #expect(throws: LivePageError.self) { try ListeningSocket(socket.address) }
    #expect(error?.code == .cannotListen && error?.subject == "\(socket.address)")
  }
}
