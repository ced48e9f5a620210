/// Decides what becomes of a request, from its head alone.
package struct RequestRouter {
  /// What becomes of it.
  package enum Decision: Sendable, Hashable {
    /// It is answered with what it asks for; of a body, at most so many bytes are read.
    case serve(LiveRoute, access: LiveAccess?, bodyLimit: Int)
    /// It isn't.
    case refuse(Refusal)
  }

  /// Why a request isn't answered with what it asks for.
  package enum Refusal: Sendable, Hashable {
    /// There is nothing at the address.
    case notFound
    /// It is asked for in another way.
    case wrongMethod(allowed: String)
    /// It shows no token, or a wrong one.
    case unauthorized
    /// It is for another server, comes from another page, or is more than the token allows.
    case forbidden(String)
    /// What it sends is no JSON.
    case wrongContentType
    /// It isn't as HTTP has it.
    case malformed(String)
    /// Its target is longer than any here.
    case tooLong
    /// What it sends is encoded in a way that isn't known here.
    case unknownEncoding
    /// There is no room for it now.
    case full

    /// The number of the answer (RFC 9110, 15).
    package var status: Int {
      switch self {
      case .notFound: 404
      case .wrongMethod: 405
      case .unauthorized: 401
      case .forbidden: 403
      case .wrongContentType: 415
      case .malformed: 400
      case .tooLong: 414
      case .unknownEncoding: 501
      case .full: 503
      }
    }

    /// What a person is told.
    var words: String {
      switch self {
      case .notFound: "There is nothing here."
      case .wrongMethod(let allowed): "This is asked for by \(allowed)."
      case .unauthorized: "This needs a token, in the header Authorization: Bearer, or a ticket."
      case .forbidden(let reason): reason
      case .wrongContentType: "This takes application/json."
      case .malformed(let reason): reason
      case .tooLong: "This address is longer than any here."
      case .full: "All connections are taken."
      case .unknownEncoding: "This takes content as it is, or in chunks."
      }
    }
  }

  /// The longest JSON that is sent here, in bytes.
  static let longestBody = 4096

  let hosts: HostCheck
  let tokens: LiveTokens
  var tickets = TicketBook()

  package init(hosts: HostCheck, tokens: LiveTokens) { (self.hosts, self.tokens) = (hosts, tokens) }

  /// Decides.
  ///
  /// - Parameter time: The time now, in seconds.
  package mutating func decide(_ request: LiveRequest, at time: Double) -> Decision {
    let target = RequestTarget(request.target)
    // First, so that nobody who comes by a wrong way learns anything.
    if let fault = HeadCheck.fault(of: request, target) { return .refuse(fault) }
    let host = HeadCheck.host(of: request, target)
    guard hosts.isOwn(host: host) else {
      return .refuse(.forbidden("This server isn't called so; see viewfinder serve --host-name."))
    }
    guard hosts.isOwn(origin: request.origin, host: host) else {
      return .refuse(.forbidden("This is for the server's own page."))
    }
    guard let route = LiveRoute(path: target.path) else { return .refuse(.notFound) }
    guard request.method == route.method else { return .refuse(.wrongMethod(allowed: route.method)) }
    guard let needed = route.access else { return .serve(route, access: nil, bodyLimit: 0) }
    guard let access = access(of: request, target, to: route, at: time) else { return .refuse(.unauthorized) }
    guard access >= needed else { return .refuse(.forbidden("This token is for looking alone.")) }
    guard route.method == "POST" else { return .serve(route, access: access, bodyLimit: 0) }
    // Others can be sent by forms of other pages, without being asked about.
    guard request.contentType?.lowercased().hasPrefix("application/json") == true else {
      return .refuse(.wrongContentType)
    }
    return .serve(route, access: access, bodyLimit: Self.longestBody)
  }

  private mutating func access(
    of request: LiveRequest, _ target: RequestTarget, to route: LiveRoute, at time: Double
  ) -> LiveAccess? {
    if let access = tokens.access(byAuthorization: request.authorization) { return access }
    guard route.takesTickets, let ticket = target.ticket else { return nil }
    return tickets.redeem(ticket, for: target.path, at: time) ? route.access : nil
  }

  /// Writes a ticket for an address; nil where there is nothing, or more than the access allows.
  mutating func issueTicket(
    for path: String, access: LiveAccess, at time: Double, using generator: inout some RandomNumberGenerator
  ) -> String? {
    guard let route = LiveRoute(path: path), route.takesTickets, let needed = route.access, access >= needed else {
      return nil
    }
    return tickets.issue(for: path, to: access, at: time, using: &generator)
  }
}
