/// An input that is named like a web page: nothing here fetches anything.
package enum NetworkAddress {
  /// What to say where a name that no file has is an address; nil where it is none.
  package static func advice(_ path: InputPath, command: String) -> String? {
    let name = path.text
    guard let colon = name.firstRange(of: "://"), isScheme(name[..<colon.lowerBound]) else { return nil }
    guard name[..<colon.lowerBound].lowercased() != "file" else {
      return "this is an address, not a name of a file; leave file:// out"
    }
    return "this is an address, and nothing is fetched here; pipe it in: curl -sL '\(name)' | \(command) -"
  }

  /// RFC 3986, 3.1: a letter, then letters, digits, `+`, `-` and `.`.
  private static func isScheme(_ text: Substring) -> Bool {
    text.first?.isLetter == true
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
