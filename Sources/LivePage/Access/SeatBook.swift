/// Who looks at the same time: so many, of one address not more than half of them, and the last seat is kept for whoever
/// controls.
struct SeatBook<ID: Hashable> {
  private struct Seat {
    let access: LiveAccess
    let address: ClientAddress?
  }

  private let limit: Int
  private var seats: [ID: Seat] = [:]

  /// Makes one with so many seats, all of them free.
  init(limit: Int) { self.limit = limit }

  /// How many seats are taken.
  var count: Int { seats.count }

  /// Gives somebody a seat; false where there is none for them.
  ///
  /// - Parameter address: Where they come from; nil where that tells nobody from another.
  mutating func take(_ id: ID, _ access: LiveAccess, from address: ClientAddress?) -> Bool {
    guard seats.count < limit else { return false }
    if access < .control {
      guard seats.values.count(where: { $0.access < .control }) < max(1, limit - 1) else { return false }
      guard address.map({ count(from: $0) < max(1, limit / 2) }) ?? true else { return false }
    }
    seats[id] = Seat(access: access, address: address)
    return true
  }

  /// Takes note that somebody left; false where they had no seat.
  mutating func leave(_ id: ID) -> Bool { seats.removeValue(forKey: id) != nil }

  private func count(from address: ClientAddress) -> Int { seats.values.count { $0.address == address } }
}
