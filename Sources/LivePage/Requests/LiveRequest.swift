/// What somebody asks for: the head of an HTTP request, as far as it counts here.
package struct LiveRequest: Sendable, Hashable {
  /// `GET` or `POST`; others are refused.
  var method = "GET"
  /// What stands behind it: a path, and perhaps a query; or a whole address.
  var target = "/"
  /// Whether it is of HTTP 1.0, whose `Host` may be left out and whose answers aren't sent in chunks.
  var isOld = false
  /// Each `Host`.
  var hosts: [String] = []
  /// `Origin`; nil where there is none.
  var origin: String?
  /// `Authorization`; nil where there is none.
  var authorization: String?
  /// `Content-Type`; nil where there is none.
  var contentType: String?
  /// `Transfer-Encoding`, all of it; nil where there is none.
  var transferEncoding: String?
  /// Whether `Content-Length` says that there is content.
  var hasContent = false

  package init(
    method: String = "GET", target: String = "/", host: String? = nil, origin: String? = nil,
    authorization: String? = nil, contentType: String? = nil, transferEncoding: String? = nil, isOld: Bool = false
  ) {
    (self.method, self.target, self.isOld, self.origin) = (method, target, isOld, origin)
    (hosts, self.authorization, self.contentType) = (host.map { [$0] } ?? [], authorization, contentType)
    self.transferEncoding = transferEncoding
  }
}

/// A target, taken apart (RFC 9112, 3.2).
struct RequestTarget: Sendable, Hashable {
  /// Whose it is, where it says so itself; else nil.
  let host: String?
  /// The path alone.
  let path: String
  /// What stands behind the path's question mark; empty where there is none.
  let query: Substring

  /// Takes one apart: `/path?query`, or the same behind `http://host`.
  init(_ text: String) {
    let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
    let rest = text.dropFirst(scheme?.count ?? 0)
    let place = scheme == nil ? rest : rest.drop { !"/?#".contains($0) }
    host = scheme == nil ? nil : String(rest[..<place.startIndex])
    let path = place.prefix { $0 != "?" }
    // An address without a path has that of the whole.
    self.path = scheme != nil && path.isEmpty ? "/" : String(path)
    query = place[path.endIndex...].dropFirst()
  }

  /// The ticket in the query; nil where there is none.
  var ticket: Substring? {
    query.split(separator: "&").first { $0.hasPrefix("ticket=") }?.dropFirst("ticket=".count)
  }
}
