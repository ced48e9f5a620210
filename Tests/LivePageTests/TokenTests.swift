import Fixtures
import Testing

@testable import OpenCaptureLivePage

@Suite("Tokens and tickets")
struct TokenTests {
  private var generator = SeededGenerator(seed: 1)
  private let tokens = LiveTokens()

  @Test("A token has 256 bits, in characters that addresses have, and no two are the same")
  func token() {
    let texts = (0..<100).map { _ in LiveToken().text }
    #expect(Set(texts).count == 100)
    #expect(
      texts.allSatisfy {
        $0.count == 43 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      })
  }

  @Test("Nothing that is written of a token tells it")
  func description() {
    var dumped = ""
    dump(tokens, to: &dumped)
    let told = "\(tokens.look) \(String(reflecting: tokens)) \(dumped)"
    #expect(!told.contains(tokens.look.text) && Mirror(reflecting: tokens.look).children.isEmpty)
    // Nor as numbers.
    #expect("\(tokens.look)" == "\(tokens.control)" && told.firstMatch(of: /[0-9]{2}/) == nil)
  }

  @Test("All of a token counts, and nothing more")
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
    "One token is to look, the other to control; by the header they are shown behind Bearer, however that is written"
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

  @Test("A ticket lets in once, to its own address, within its time")
  mutating func tickets() {
    var book = TicketBook()
    let ticket = book.issue(for: "/photo.jpg", to: .look, at: 0, using: &generator)
    let redeemed = book.redeem(ticket, for: "/photo.jpg", at: 1)
    let again = book.redeem(ticket, for: "/photo.jpg", at: 1)
    #expect(redeemed && !again)
    let other = book.issue(for: "/photo.jpg", to: .look, at: 0, using: &generator)
    let elsewhere = book.redeem(other, for: "/stream.mjpg", at: 1)
    // Whoever tried it elsewhere has used it.
    let afterwards = book.redeem(other, for: "/photo.jpg", at: 1)
    #expect(!elsewhere && !afterwards)
    let old = book.issue(for: "/photo.jpg", to: .look, at: 0, using: &generator)
    let late = book.redeem(old, for: "/photo.jpg", at: TicketBook.lifetime)
    #expect(!late)
  }

  @Test("Of too many tickets, the oldest goes")
  mutating func manyTickets() {
    var book = TicketBook()
    let first = book.issue(for: "/", to: .look, at: 0, using: &generator)
    let second = book.issue(for: "/", to: .look, at: 0, using: &generator)
    for _ in 2...TicketBook.limit { _ = book.issue(for: "/", to: .look, at: 0, using: &generator) }
    let (isFirst, isSecond) = (book.redeem(first, for: "/", at: 0), book.redeem(second, for: "/", at: 0))
    #expect(!isFirst && isSecond)
  }

  @Test("Who may only look can't have so many tickets written that those of who controls are gone")
  mutating func ticketsOfOthers() {
    var book = TicketBook()
    let own = book.issue(for: "/files/movie.mp4", to: .control, at: 0, using: &generator)
    for _ in 0..<1000 { _ = book.issue(for: "/photo.jpg", to: .look, at: 0, using: &generator) }
    let isGood = book.redeem(own, for: "/files/movie.mp4", at: 1)
    #expect(isGood)
  }
}
