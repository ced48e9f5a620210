/// A router that decides about requests from their heads alone.
package struct RequestRouter {
  /// The decision about a request.
  package enum Decision: Sendable, Hashable {
    /// The request is served; its body has at most the given number of bytes.
    case serve(LiveRoute, access: LiveAccess?, bodyLimit: Int)
    /// The request is rejected.
    case refuse(Rejection)
  }

  /// The reason for rejecting a request.
  package enum Rejection: Sendable, Hashable {
    /// The path is unknown.
    case notFound
    /// The method is wrong.
    case wrongMethod(allowed: String)
    /// The token is missing or wrong.
    case unauthorized
    /// The request is for another host, from another page, or exceeds the access of its token.
    case forbidden(String)
    /// The content is not JSON.
    case wrongContentType
    /// The request violates HTTP.
    case malformed(String)
    /// The target is too long.
    case tooLong
    /// The transfer encoding is not supported.
    case unknownEncoding
    /// The server has no free connection.
    case full

    /// The HTTP status (RFC 9110, 15), and the message for the user.
    package var answer: (status: Int, words: String) {
      switch self {
      case .notFound: (404, "Not found.")
      case .wrongMethod(let allowed): (405, "This address requires \(allowed).")
      case .unauthorized: (401, "A token is required, in the header Authorization: Bearer, or a ticket.")
      case .forbidden(let reason): (403, reason)
      case .wrongContentType: (415, "The Content-Type must be application/json.")
      case .malformed(let reason): (400, reason)
      case .tooLong: (414, "The address is too long.")
      case .unknownEncoding: (501, "The Transfer-Encoding is not supported; use chunked or none.")
      case .full: (503, "All connections are in use.")
      }
    }
  }

  /// The maximum length of a request's body, in bytes.
  static let maximumBodyLength = 4096

  let hosts: HostCheck
  let tokens: LiveTokens
  var tickets = TicketStore()

  package init(hosts: HostCheck, tokens: LiveTokens) {
    self.hosts = hosts
    self.tokens = tokens
  }

  /// Decides about a request at a time in seconds.
  package mutating func decide(_ request: LiveRequest, at time: Double) -> Decision {
    let target = RequestTarget(request.target)
    // Checked first, so that invalid requests reveal nothing about the server.
    if let fault = request.fault { return .refuse(fault) }
    // The target takes precedence over `Host` (RFC 9112, 3.2.2).
    let host = target.host ?? request.hosts.first
    guard hosts.isOwn(host: host) else {
      return .refuse(.forbidden("Unknown host name; allow it with viewfinder serve --host-name."))
    }
    guard hosts.isOwn(origin: request.origin, host: host) else {
      return .refuse(.forbidden("Requests from other pages are not allowed."))
    }
    guard let route = LiveRoute(path: target.path) else { return .refuse(.notFound) }
    guard request.method == route.method else { return .refuse(.wrongMethod(allowed: route.method)) }
    guard let needed = route.access else { return .serve(route, access: nil, bodyLimit: 0) }
    guard let access = access(of: request, target, to: route, at: time) else { return .refuse(.unauthorized) }
    guard access >= needed else { return .refuse(.forbidden("This token does not permit control.")) }
    guard route.method == "POST" else { return .serve(route, access: access, bodyLimit: 0) }
    // Forms of other pages can send other content types without a preflight request.
    guard request.contentType?.lowercased().hasPrefix("application/json") == true else {
      return .refuse(.wrongContentType)
    }
    return .serve(route, access: access, bodyLimit: Self.maximumBodyLength)
  }

  private mutating func access(
    of request: LiveRequest, _ target: RequestTarget, to route: LiveRoute, at time: Double
  ) -> LiveAccess? {
    if let access = tokens.access(byAuthorization: request.authorization) { return access }
    guard route.takesTickets, let ticket = target.ticket else { return nil }
    return tickets.redeem(ticket, for: target.path, at: time) ? route.access : nil
  }

  /// Issues a ticket for a path; nil for an unknown path or insufficient access.
  mutating func issueTicket(
    for path: String, access: LiveAccess, at time: Double, using generator: inout some RandomNumberGenerator
  ) -> String? {
    guard let route = LiveRoute(path: path), route.takesTickets, let needed = route.access, access >= needed else {
      return nil
    }
    return tickets.issue(for: path, to: access, at: time, using: &generator)
  }
}
