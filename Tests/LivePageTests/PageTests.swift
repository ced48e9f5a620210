import Testing

@testable import OpenCaptureLivePage

@Suite("Page files")
struct PageTests {
  private let page = String(decoding: PageAsset.page.bytes, as: UTF8.self)
  private let script = String(decoding: PageAsset.script.bytes, as: UTF8.self)
  private let style = String(decoding: PageAsset.style.bytes, as: UTF8.self)

  @Test("The page conforms to its policy: no inline scripts or styles, and no external resources")
  func policy() throws {
    #expect(page.firstMatch(of: /\son\w+=|style=|<style|javascript:/) == nil)
    #expect(
      page.matches(of: /<script[^>]*>/).map { String($0.output) } == [#"<script type="module" src="/page.js">"#])
    for text in [page, script, style] {
      #expect(text.firstMatch(of: /(src|href|url|import|fetch)\W+(https?:)?\/\//) == nil)
    }
    #expect(!PageHeaders.policy.contains("unsafe") && PageHeaders.policy.hasPrefix("default-src 'none'"))
  }

  @Test("Texts of codes never become markup or opened links")
  func sinks() {
    for sink in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "window.open", "location =",
    ] {
      #expect(!script.contains(sink), "\(sink)")
    }
  }

  @Test("The token is used only in the tab's storage, the first message and the header")
  func token() {
    #expect(!script.contains("cookie") && !script.contains("localStorage"))
    #expect(script.contains("sessionStorage.setItem") && script.contains("history.replaceState"))
    #expect(!script.contains("?token") && !script.contains("console."))
  }

  @Test("Every control on the page has a label, and the script's elements exist")
  func labels() throws {
    let ids = Set(page.matches(of: /id="(\w+)"/).map { String($0.1) })
    for match in script.matches(of: /\$\("(\w+)"\)/) { #expect(ids.contains(String(match.1)), "\(match.1)") }
    for match in page.matches(of: /<(?:input|select) id="(\w+)"([^>]*)>/) {
      let isLabelled = page.contains(#"for="\#(match.1)""#) || match.2.contains("aria-label")
      #expect(isLabelled, "\(match.1)")
    }
    #expect(page.contains(#"aria-live="polite""#))
  }
}
