import FoundationEssentials
import OpenCaptureSystem

/// Single-use tickets for requests without headers, such as that of an `<img>`.
///
/// A ticket is valid once, for one path and a short time. Addresses in a history or log are therefore worthless.
struct TicketStore {
  private struct Entry {
    let ticket: LiveToken
    let path: String
    let access: LiveAccess
    let deadline: Double
  }

  /// The validity of a ticket, in seconds.
  static let lifetime = 60.0
  /// The maximum number of tickets per access; further tickets replace the oldest of the same access.
  static let limit = 32

  private var entries: [Entry] = []

  /// Issues a ticket for a path to a requester with the given access, at a time in seconds.
  mutating func issue(
    for path: String, to access: LiveAccess, at time: Double, using generator: inout some RandomNumberGenerator
  ) -> String {
    entries.removeAll { $0.deadline <= time }
    if entries.count(where: { $0.access == access }) >= Self.limit,
      let oldest = entries.firstIndex(where: { $0.access == access })
    {
      entries.remove(at: oldest)
    }
    let ticket = LiveToken(using: &generator)
    entries.append(Entry(ticket: ticket, path: path, access: access, deadline: time + Self.lifetime))
    return ticket.text
  }

  /// Removes a ticket and returns whether it was valid for a path.
  mutating func redeem(_ text: some StringProtocol, for path: String, at time: Double) -> Bool {
    entries.removeAll { $0.deadline <= time }
    guard let index = entries.firstIndex(where: { $0.ticket.matches(text) }) else { return false }
    return entries.remove(at: index).path == path
  }
}

/// A request for a ticket: `{"path":"/stream.mjpg"}`.
struct TicketRequest: Decodable {
  /// The path that the ticket is for.
  let path: String

  init(json bytes: [UInt8]) throws(LivePageError) {
    guard let request = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw LivePageError(.invalidMessage, subject: "ticket", reason: "the path is missing")
    }
    self = request
  }
}
