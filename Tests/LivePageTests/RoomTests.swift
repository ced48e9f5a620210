import Testing

@testable import OpenCaptureLivePage

@Suite("Limits of connections and viewers")
struct RoomTests {
  private func address(_ text: String) throws -> ClientAddress { try #require(ClientAddress(text)) }

  @Test(
    "An IPv6 prefix and an IPv4 address count as one client; loopback addresses are excluded")
  func addresses() throws {
    #expect(try address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff::9"))
    #expect(try address("2001:db8:1:2::1") != address("2001:db8:1:3::1"))
    #expect(try address("192.168.1.5") == address("::ffff:192.168.1.5"))
    #expect(try address("192.168.1.5") != address("192.168.1.6"))
    for own in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "", "x", "camera.local"] {
      #expect(ClientAddress(own) == nil)
    }
  }

  @Test("The last of several seats is reserved for control")
  func lastSeat() {
    var book = SeatTable<Int>(limit: 3)
    let looking = (0..<3).map { book.take($0, .look, from: nil) }
    #expect(looking == [true, true, false])
    let controlling = (3..<5).map { book.take($0, .control, from: nil) }
    #expect(controlling == [true, false])
    let left = book.leave(0)
    let again = book.leave(0)
    let next = book.take(5, .look, from: nil)
    #expect(left && !again && next && book.count == 3)
    var one = SeatTable<Int>(limit: 1)
    let first = one.take(0, .look, from: nil)
    #expect(first)
  }

  @Test("Controllers can take all free seats")
  func controlTakesAny() {
    var book = SeatTable<Int>(limit: 2)
    let taken = (0..<3).map { book.take($0, .control, from: nil) }
    #expect(taken == [true, true, false])
  }

  @Test("One address can have half of the seats")
  func seatsOfOne() throws {
    let one = try address("192.168.1.5")
    let other = try address("192.168.1.6")
    var book = SeatTable<Int>(limit: 8)
    let taken = (0..<6).map { book.take($0, .look, from: one) }
    #expect(taken == [true, true, true, true, false, false])
    let others = (6..<10).map { book.take($0, .look, from: other) }
    #expect(others == [true, true, true, false])
    let control = book.take(10, .control, from: one)
    #expect(control)
  }

  @Test("Beyond the limit, the newest guest replaces the oldest")
  func guests() {
    var book = ConnectionTable<Int>(limit: 2)
    let count = 2 + ConnectionTable<Int>.guestLimit
    let evicted = (0..<count + 2).map { book.admit($0, from: nil) }
    #expect(evicted == [Int?](repeating: nil, count: count) + [2, 3])
    #expect(book.standing(of: 1) == .usual && book.standing(of: 2) == nil && book.standing(of: 4) == .guest)
    // A closed connection makes room.
    book.leave(0)
    _ = book.admit(100, from: nil)
    #expect(book.standing(of: 100) == .usual)
  }

  @Test("A guest with control stays when other connections arrive")
  func controllingGuest() {
    var book = ConnectionTable<Int>(limit: 1)
    _ = book.admit(0, from: nil)
    _ = book.admit(1, from: nil)
    let isWelcome = book.promote(1)
    #expect(isWelcome && book.standing(of: 1) == .control)
    for id in 2..<100 { _ = book.admit(id, from: nil) }
    #expect(book.standing(of: 1) == .control)
    // The number of such guests is limited.
    let welcome = (100..<120).map { id in
      _ = book.admit(id, from: nil)
      return book.promote(id)
    }
    #expect(welcome.count { $0 } == ConnectionTable<Int>.guestLimit - 1)
    let usual = book.promote(0)
    let gone = book.promote(2)
    #expect(usual && !gone)
  }

  @Test("One address can have a quarter of the connections")
  func connectionsOfOne() throws {
    let one = try address("2001:db8::1")
    let other = try address("2001:db8:1::1")
    var book = ConnectionTable<Int>(limit: 8)
    for id in 0..<3 { _ = book.admit(id, from: one) }
    #expect((0..<3).map { book.standing(of: $0) } == [.usual, .usual, .guest])
    _ = book.admit(3, from: other)
    #expect(book.standing(of: 3) == .usual)
  }
}
