import Fixtures
import Testing

@testable import OpenCaptureLivePage

@Suite("Tokens and tickets")
struct TokenTests {
  private var generator = SeededGenerator(seed: 1)
  private let tokens = LiveTokens()

  @Test("Tokens have 256 bits in URL-safe characters and are unique")
  func token() {
    let texts = (0..<100).map { _ in LiveToken().text }
    #expect(Set(texts).count == 100)
    #expect(
      texts.allSatisfy {
        $0.count == 43 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      })
  }

  @Test("Descriptions of a token do not contain it")
  func description() {
    var dumped = ""
    dump(tokens, to: &dumped)
    let text = "\(tokens.look) \(String(reflecting: tokens)) \(dumped)"
    #expect(!text.contains(tokens.look.text) && Mirror(reflecting: tokens.look).children.isEmpty)
    // Not as numbers either.
    #expect("\(tokens.look)" == "\(tokens.control)" && text.firstMatch(of: /[0-9]{2}/) == nil)
  }

  @Test("Only the complete token matches")
  func matching() {
    let token = LiveToken()
    #expect(token.matches(token.text))
    #expect(!token.matches("") && !token.matches(token.text.dropLast()) && !token.matches(token.text + "A"))
    for index in token.text.indices {
      var other = token.text
      other.replaceSubrange(index...index, with: other[index] == "A" ? "B" : "A")
      #expect(!token.matches(other))
    }
  }

  @Test(
    "The tokens give access for viewing and control, also in a Bearer header in any case"
  )
  func access() {
    #expect(tokens.access(by: tokens.look.text) == .look)
    #expect(tokens.access(by: tokens.control.text) == .control)
    #expect(tokens.access(by: "") == nil)
    #expect(tokens.access(byAuthorization: "Bearer \(tokens.look.text)") == .look)
    #expect(tokens.access(byAuthorization: "bearer \(tokens.control.text)") == .control)
    #expect(tokens.access(byAuthorization: "Basic \(tokens.control.text)") == nil)
    #expect(tokens.access(byAuthorization: tokens.control.text) == nil)
    #expect(tokens.access(byAuthorization: nil) == nil)
  }

  @Test("A ticket is valid once, for its path, within its lifetime")
  mutating func tickets() {
    var book = TicketStore()
    let ticket = book.issue(for: "/photo.jpg", to: .look, at: 0, using: &generator)
    let redeemed = book.redeem(ticket, for: "/photo.jpg", at: 1)
    let again = book.redeem(ticket, for: "/photo.jpg", at: 1)
    #expect(redeemed && !again)
    let other = book.issue(for: "/photo.jpg", to: .look, at: 0, using: &generator)
    let elsewhere = book.redeem(other, for: "/stream.mjpg", at: 1)
    // A failed attempt with another path uses the ticket up.
    let afterwards = book.redeem(other, for: "/photo.jpg", at: 1)
    #expect(!elsewhere && !afterwards)
    let old = book.issue(for: "/photo.jpg", to: .look, at: 0, using: &generator)
    let late = book.redeem(old, for: "/photo.jpg", at: TicketStore.lifetime)
    #expect(!late)
  }

  @Test("Too many tickets remove the oldest")
  mutating func manyTickets() {
    var book = TicketStore()
    let first = book.issue(for: "/", to: .look, at: 0, using: &generator)
    let second = book.issue(for: "/", to: .look, at: 0, using: &generator)
    for _ in 2...TicketStore.limit { _ = book.issue(for: "/", to: .look, at: 0, using: &generator) }
    let isFirst = book.redeem(first, for: "/", at: 0)
    let isSecond = book.redeem(second, for: "/", at: 0)
    #expect(!isFirst && isSecond)
  }

  @Test("Tickets for viewers do not displace those for controllers")
  mutating func ticketsOfOthers() {
    var book = TicketStore()
    let own = book.issue(for: "/files/movie.mp4", to: .control, at: 0, using: &generator)
    for _ in 0..<1000 { _ = book.issue(for: "/photo.jpg", to: .look, at: 0, using: &generator) }
    let isGood = book.redeem(own, for: "/files/movie.mp4", at: 1)
    #expect(isGood)
  }
}
