/// Tickets for addresses that no header can go along with, such as that of an `<img>`: each lets in once, to one address,
/// and not for long.
///
/// So an address that is written down somewhere, in a history or a log, is worth nothing any more.
struct TicketBook {
  private struct Entry {
    let ticket: LiveToken
    let path: String
    let access: LiveAccess
    let deadline: Double
  }

  /// For how many seconds a ticket can be used.
  static let lifetime = 60.0
  /// How many there are at most of one access: its oldest goes when there would be more, and nobody else's.
  static let limit = 32

  private var entries: [Entry] = []

  /// Writes a ticket for an address.
  ///
  /// - Parameters:
  ///   - access: What whoever asks for it may do.
  ///   - time: The time now, in seconds.
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

  /// Whether a ticket is good for an address, now and never again.
  mutating func redeem(_ text: some StringProtocol, for path: String, at time: Double) -> Bool {
    entries.removeAll { $0.deadline <= time }
    guard let index = entries.firstIndex(where: { $0.ticket.matches(text) }) else { return false }
    return entries.remove(at: index).path == path
  }
}
