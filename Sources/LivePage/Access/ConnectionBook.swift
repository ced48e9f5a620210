/// Which connections there are: so many, and of one address not more than a quarter of them; beyond that, a few guests.
///
/// A guest gets what everybody may have, and whatever it asks for once it shows that it may control; so whoever controls
/// gets in however many others are there. The newest guest takes the place of the oldest that hasn't shown it.
struct ConnectionBook<ID: Hashable> {
  /// What a connection is.
  enum Standing: Sendable, Hashable {
    /// One as others.
    case usual
    /// One beyond what there is room for.
    case guest
    /// A guest that has shown that it may control.
    case control
  }

  private struct Entry {
    let id: ID
    let address: ClientAddress?
    var standing: Standing
  }

  /// How many guests there are at most, and how many that may control: a page has one connection, and asks on others.
  static var guestLimit: Int { 4 }

  private let limit: Int
  /// In the order that they came in.
  private var entries: [Entry] = []

  /// Makes one with room for so many connections that aren't guests.
  init(limit: Int) { self.limit = limit }

  /// Takes note of a connection.
  ///
  /// - Parameter address: Where it comes from; nil where that tells nobody from another.
  /// - Returns: Whose place it takes, which is to be closed; nil for nobody's.
  mutating func admit(_ id: ID, from address: ClientAddress?) -> ID? {
    let usual = entries.filter { $0.standing == .usual }
    let isRoom = usual.count < limit
    let isOneOfFew = address.map { own in usual.count { $0.address == own } < max(1, limit / 4) } ?? true
    let standing = isRoom && isOneOfFew ? Standing.usual : .guest
    var evicted: ID?
    if standing == .guest, entries.count(where: { $0.standing == .guest }) >= Self.guestLimit {
      evicted = entries.first { $0.standing == .guest }?.id
      if let evicted { leave(evicted) }
    }
    entries.append(Entry(id: id, address: address, standing: standing))
    return evicted
  }

  /// What a connection is; nil where it isn't there any more.
  func standing(of id: ID) -> Standing? { entries.first { $0.id == id }?.standing }

  /// Takes note that a guest has shown that it may control.
  ///
  /// - Returns: Whether it is let in.
  mutating func welcome(_ id: ID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    guard entries[index].standing == .guest else { return true }
    guard entries.count(where: { $0.standing == .control }) < Self.guestLimit else { return false }
    entries[index].standing = .control
    return true
  }

  /// Takes note that a connection is closed.
  mutating func leave(_ id: ID) { entries.removeAll { $0.id == id } }
}
