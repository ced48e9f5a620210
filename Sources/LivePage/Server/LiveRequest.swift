/// The relevant part of an HTTP request's head.
package struct LiveRequest: Sendable, Hashable {
  /// The method, `GET` or `POST`; others are rejected.
  var method = "GET"
  /// The target: a path with an optional query, or an absolute URL.
  var target = "/"
  /// Whether the request uses HTTP 1.0, which has an optional `Host` and no chunked responses.
  var isHTTP10 = false
  /// The values of all `Host` headers.
  var hosts: [String] = []
  var origin: String?
  var authorization: String?
  var contentType: String?
  /// All `Transfer-Encoding` headers; nil for none.
  var transferEncoding: String?
  /// Whether `Content-Length` announces content.
  var hasContent = false

  package init(
    method: String = "GET", target: String = "/", host: String? = nil, origin: String? = nil,
    authorization: String? = nil, contentType: String? = nil, transferEncoding: String? = nil,
    isHTTP10: Bool = false
  ) {
    self.method = method
    self.target = target
    self.isHTTP10 = isHTTP10
    self.origin = origin
    hosts = host.map { [$0] } ?? []
    self.authorization = authorization
    self.contentType = contentType
    self.transferEncoding = transferEncoding
  }
}

/// The parts of a request's target (RFC 9112, 3.2).
struct RequestTarget: Sendable, Hashable {
  /// The host of an absolute URL; nil for a path.
  let host: String?
  /// The path without the query.
  let path: String
  /// The query without the question mark; empty for none.
  let query: Substring

  /// Parses `/path?query`, with an optional `http://host` before it.
  init(_ text: String) {
    let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
    let rest = text.dropFirst(scheme?.count ?? 0)
    let place = scheme == nil ? rest : rest.drop { !"/?#".contains($0) }
    host = scheme == nil ? nil : String(rest[..<place.startIndex])
    let path = place.prefix { $0 != "?" }
    // A URL without a path means the root.
    self.path = scheme != nil && path.isEmpty ? "/" : String(path)
    query = place[path.endIndex...].dropFirst()
  }

  /// The ticket in the query; nil for none.
  var ticket: Substring? {
    query.split(separator: "&").first { $0.hasPrefix("ticket=") }?.dropFirst("ticket=".count)
  }
}

extension LiveRequest {
  /// The maximum length of a target, in bytes.
  private static let maximumTargetLength = 2048

  /// The reason for rejecting a head that is not valid HTTP or is ambiguous (RFC 9112); nil for a valid one.
  ///
  /// Ambiguous requests permit request smuggling past a reverse proxy.
  var fault: RequestRouter.Rejection? {
    if target.utf8.count > Self.maximumTargetLength { return .tooLong }
    // 3.2: HTTP 1.1 requires exactly one Host, HTTP 1.0 at most one.
    if hosts.count > 1 { return .malformed("There is more than one Host header.") }
    if hosts.isEmpty, !isHTTP10 { return .malformed("The Host header is missing.") }
    // 6.1, 6.3.
    if let transferEncoding {
      if isHTTP10 { return .malformed("HTTP 1.0 does not allow Transfer-Encoding.") }
      if transferEncoding.lowercased() != "chunked" { return .unknownEncoding }
    }
    let hasBody = hasContent || transferEncoding != nil
    return hasBody && method == "GET" ? .malformed("GET requests must not have content.") : nil
  }
}
