import Fixtures
import Testing

@testable import OpenCaptureLivePage

@Suite("Request router")
struct RequestRouterTests {
  private let tokens = LiveTokens()
  private var router: RequestRouter
  private var generator = SeededGenerator(seed: 2)

  init() { router = RequestRouter(hosts: HostCheck(listeningTo: [.defaultAddress]), tokens: tokens) }

  private func request(_ method: String, _ target: String, _ token: LiveToken? = nil) -> LiveRequest {
    LiveRequest(
      method: method, target: target, host: "localhost:8080", authorization: token.map { "Bearer \($0.text)" },
      contentType: method == "POST" ? "application/json" : nil)
  }

  private mutating func status(_ request: LiveRequest) -> Int {
    switch router.decide(request, at: 0) {
    case .serve: 200
    case .refuse(let refusal): refusal.answer.status
    }
  }

  @Test("The page's files are public, and other paths are not found")
  mutating func page() {
    for asset in PageAsset.allCases { #expect(status(request("GET", asset.rawValue)) == 200) }
    for target in ["/page", "/../etc/passwd", "//", "", "*", "/files/", "/index.html", "http:/localhost"] {
      #expect(status(request("GET", target, tokens.control)) == 404)
    }
  }

  @Test(
    "Viewing requires a token, and controlling the control token",
    arguments: [
      ("GET", "/stream.mjpg", 200), ("GET", "/photo.jpg", 200), ("GET", "/metadata", 200), ("GET", "/state", 200),
      ("POST", "/ticket", 200), ("POST", "/control", 403), ("GET", "/files/photo.jpg", 403),
    ])
  mutating func access(method: String, target: String, whenLooking: Int) {
    #expect(status(request(method, target)) == 401)
    #expect(status(request(method, target, LiveToken())) == 401)
    #expect(status(request(method, target, tokens.look)) == whenLooking)
    #expect(status(request(method, target, tokens.control)) == 200)
  }

  @Test("A token in the address is ignored")
  mutating func tokenInAddress() {
    for name in ["token", "ticket", "access_token"] {
      #expect(status(request("GET", "/photo.jpg?\(name)=\(tokens.control.text)")) == 401)
    }
  }

  @Test("Foreign hosts and origins are rejected first, even with a valid token")
  mutating func foreign() {
    for target in ["/", "/live", "/control", "/nothing"] {
      var other = request("POST", target, tokens.control)
      other.hosts = ["evil.example"]
      #expect(status(other) == 403)
      other = request("POST", target, tokens.control)
      other.origin = "http://evil.example"
      #expect(status(other) == 403)
      other.origin = nil
      other.hosts = ["[::1"]
      #expect(status(other) == 403)
    }
  }

  @Test("An absolute URL is routed by its path, and its host overrides the header")
  mutating func wholeAddresses() {
    #expect(status(request("GET", "http://localhost:8080/photo.jpg?x=1", tokens.look)) == 200)
    #expect(status(request("GET", "HTTP://localhost:8080", nil)) == 200)
    #expect(status(request("GET", "http://evil.example/", nil)) == 403)
    #expect(status(request("GET", "http://user@localhost/", nil)) == 403)
    #expect(status(request("GET", "http:///", nil)) == 403)
    var foreign = request("GET", "http://localhost:8080/", nil)
    foreign.hosts = ["evil.example"]
    #expect(status(foreign) == 200)
    foreign.origin = "http://evil.example"
    #expect(status(foreign) == 403)
  }

  @Test("Exactly one host is required; HTTP 1.0 can name it in the target")
  mutating func hosts() {
    var request = request("GET", "/photo.jpg", tokens.look)
    request.hosts = ["localhost", "localhost"]
    #expect(status(request) == 400)
    request.hosts = []
    #expect(status(request) == 400)
    request.isHTTP10 = true
    #expect(status(request) == 403)
    request.target = "http://localhost/photo.jpg"
    #expect(status(request) == 200)
  }

  @Test("Only POST has content, plain or chunked, and ambiguous content is rejected")
  mutating func contents() {
    var get = request("GET", "/photo.jpg", tokens.look)
    get.hasContent = true
    #expect(status(get) == 400)
    get.hasContent = false
    get.transferEncoding = "chunked"
    #expect(status(get) == 400)
    var post = request("POST", "/control", tokens.control)
    for (encoding, number) in [("Chunked", 200), ("gzip, chunked", 501), ("gzip", 501), ("identity", 501)] {
      post.transferEncoding = encoding
      #expect(status(post) == number)
    }
    post.transferEncoding = "chunked"
    post.isHTTP10 = true
    #expect(status(post) == 400)
  }

  @Test("An address that is too long is rejected")
  mutating func longAddress() {
    #expect(status(request("GET", "/" + String(repeating: "a", count: 2047))) == 404)
    #expect(status(request("GET", "/" + String(repeating: "a", count: 2048))) == 414)
  }

  @Test("Commands require POST with JSON, which forms of other pages cannot send")
  mutating func methods() {
    #expect(status(request("GET", "/control", tokens.control)) == 405)
    #expect(status(request("POST", "/", tokens.control)) == 405)
    for method in ["PUT", "DELETE", "HEAD", "OPTIONS", "get"] { #expect(status(request(method, "/")) == 405) }
    var form = request("POST", "/control", tokens.control)
    for type in [nil, "text/plain", "application/x-www-form-urlencoded"] {
      form.contentType = type
      #expect(status(form) == 415)
    }
    form.contentType = "Application/JSON; charset=utf-8"
    #expect(status(form) == 200)
  }

  @Test("A ticket is valid once, for its address, and permits no control")
  mutating func tickets() throws {
    let ticket = try #require(router.issueTicket(for: "/stream.mjpg", access: .look, at: 0, using: &generator))
    #expect(status(request("GET", "/photo.jpg?ticket=\(ticket)")) == 401)
    let another = try #require(router.issueTicket(for: "/stream.mjpg", access: .look, at: 0, using: &generator))
    #expect(status(request("GET", "/stream.mjpg?x=1&ticket=\(another)")) == 200)
    #expect(status(request("GET", "/stream.mjpg?ticket=\(another)")) == 401)
    for path in ["/control", "/ticket", "/state", "/live", "/nothing", "/"] {
      let ticket = router.issueTicket(for: path, access: .control, at: 0, using: &generator)
      #expect(ticket == nil)
    }
    // Viewers receive no tickets for stored files.
    let forbidden = router.issueTicket(for: "/files/photo.jpg", access: .look, at: 0, using: &generator)
    #expect(forbidden == nil)
    let file = try #require(router.issueTicket(for: "/files/photo.jpg", access: .control, at: 0, using: &generator))
    #expect(status(request("GET", "/files/photo.jpg?ticket=\(file)")) == 200)
  }
}
