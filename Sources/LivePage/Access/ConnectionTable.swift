import Glibc

/// The open connections, with a limit in total and of a quarter of it per address, plus a few guests.
///
/// A connection beyond a limit becomes a guest. A guest receives public content, and everything else once it
/// presents the control token. Other connections therefore cannot keep controllers out. With too many guests, the
/// newest replaces the oldest one without the control token.
struct ConnectionTable<ID: Hashable> {
  /// The status of a connection.
  enum ConnectionStatus: Sendable, Hashable {
    /// A connection within the limits.
    case usual
    /// A connection beyond a limit.
    case guest
    /// A former guest that presented the control token.
    case control
  }

  private struct Entry {
    let id: ID
    let address: ClientAddress?
    var standing: ConnectionStatus
  }

  /// The maximum number of guests, and of former guests with control; a page uses several connections.
  static var guestLimit: Int { 4 }

  private let limit: Int
  /// The connections in order of arrival.
  private var entries: [Entry] = []

  /// Creates an empty table for the given number of regular connections.
  init(limit: Int) { self.limit = limit }

  /// Adds a connection; returns another one that was removed for it and must be closed.
  mutating func admit(_ id: ID, from address: ClientAddress?) -> ID? {
    let usual = entries.filter { $0.standing == .usual }
    let hasRoom = usual.count < limit
    let isWithinShare = address.map { own in usual.count { $0.address == own } < max(1, limit / 4) } ?? true
    let standing = hasRoom && isWithinShare ? ConnectionStatus.usual : .guest
    var evicted: ID?
    if standing == .guest, entries.count(where: { $0.standing == .guest }) >= Self.guestLimit {
      evicted = entries.first { $0.standing == .guest }?.id
      if let evicted { leave(evicted) }
    }
    entries.append(Entry(id: id, address: address, standing: standing))
    return evicted
  }

  /// Returns the status of a connection; nil for a removed connection.
  func standing(of id: ID) -> ConnectionStatus? { entries.first { $0.id == id }?.standing }

  /// Records that a guest presented the control token, and returns whether the connection is accepted.
  mutating func promote(_ id: ID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    guard entries[index].standing == .guest else { return true }
    guard entries.count(where: { $0.standing == .control }) < Self.guestLimit else { return false }
    entries[index].standing = .control
    return true
  }

  mutating func leave(_ id: ID) { entries.removeAll { $0.id == id } }
}

/// The current viewers, with a limit in total and of half of it per address; one seat is reserved for control.
struct SeatTable<ID: Hashable> {
  private struct Seat {
    let access: LiveAccess
    let address: ClientAddress?
  }

  private let limit: Int
  private var seats: [ID: Seat] = [:]

  /// Creates an empty table with the given number of seats.
  init(limit: Int) { self.limit = limit }

  var count: Int { seats.count }

  /// Adds a viewer; returns false without a free seat.
  mutating func take(_ id: ID, _ access: LiveAccess, from address: ClientAddress?) -> Bool {
    guard seats.count < limit else { return false }
    if access < .control {
      guard seats.values.count(where: { $0.access < .control }) < max(1, limit - 1) else { return false }
      guard address.map({ count(from: $0) < max(1, limit / 2) }) ?? true else { return false }
    }
    seats[id] = Seat(access: access, address: address)
    return true
  }

  /// Removes a viewer; returns false for an unknown one.
  mutating func leave(_ id: ID) -> Bool { seats.removeValue(forKey: id) != nil }

  private func count(from address: ClientAddress) -> Int { seats.values.count { $0.address == address } }
}

/// The network address of a client, used to distinguish people.
///
/// Loopback addresses are excluded, because a tunnel or reverse proxy on this host serves many people.
struct ClientAddress: Sendable, Hashable {
  /// The length of the prefix that one customer has of an IPv6 address, in bytes (RFC 6177).
  private static let networkByteCount = 8
  /// The prefix of IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2).
  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [255, 255]

  private let bytes: [UInt8]

  /// Parses a numeric address; nil for invalid text and loopback addresses.
  init?(_ text: String) {
    guard let all = Self.bytes(text, AF_INET, 4) ?? Self.bytes(text, AF_INET6, 16) else { return nil }
    if all.count == 4 || all.starts(with: Self.mappedPrefix) {
      bytes = all.suffix(4)
      if bytes.first == 127 { return nil }
    } else {
      bytes = Array(all.prefix(Self.networkByteCount))
      if all.dropLast().allSatisfy({ $0 == 0 }), all.last == 1 { return nil }
    }
  }

  private static func bytes(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}
