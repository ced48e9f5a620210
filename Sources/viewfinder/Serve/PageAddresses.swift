#if Live
  import Glibc
  import OpenCapture
  import OpenCaptureLivePage

  /// The addresses of a page with their tokens.
  struct PageAddresses {
    /// The address to control the camera.
    let control: String
    /// The address to view it only.
    let look: String
    /// Whether only this host can connect.
    let isLocal: Bool

    /// Both addresses with labels, one per line.
    var text: String { "Control:   \(control)\nView only: \(look)\n" }

    /// Returns the addresses of a socket; for all interfaces, those with each of the host's names and IP addresses.
    static func all(of address: ListeningAddress, _ page: LivePageOptions, hosts: [String]) -> [PageAddresses] {
      let scheme = page.identity == nil ? "http" : "https"
      let places = address.isWildcard ? hosts.map { "\($0):\(address.port)" } : ["\(address)"]
      return (places.isEmpty ? ["localhost:\(address.port)"] : places).map { place in
        let texts = [page.tokens.control, page.tokens.look].map { "\(scheme)://\(place)/#token=\($0.text)" }
        return PageAddresses(control: texts[0], look: texts[1], isLocal: address.isLoopback)
      }
    }

    /// The IPv4 addresses of this host's interfaces, without loopback and link-local ones.
    ///
    /// They must be read before the sandbox starts, which forbids it.
    static var hostAddresses: [String] {
      var first: UnsafeMutablePointer<ifaddrs>?
      guard getifaddrs(&first) == 0 else { return [] }
      defer { freeifaddrs(first) }
      return sequence(state: first) { entry in
        defer { entry = entry?.pointee.ifa_next }
        return entry?.pointee
      }.compactMap { entry in
        guard entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
          entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr
        else { return nil }
        guard Int32(address.pointee.sa_family) == AF_INET else { return nil }
        let length = MemoryLayout<sockaddr_in>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
          getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return host.hasPrefix("169.254.") ? nil : host
      }
    }
  }

  /// A QR code in a terminal, with two modules in each character.
  struct TerminalCode {
    /// The lines of the code, dark on light, with the quiet zone.
    let text: String

    /// Makes a code; nil if the text is too long or libqrencode is missing.
    init?(_ content: String) {
      guard let code = try? DrawnCode(content) else { return nil }
      let places = -2..<code.side + 2
      let lines = stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
        String(
          places.map { column -> Character in
            switch (code.isDark(column: column, row: row), code.isDark(column: column, row: row + 1)) {
            case (true, true): " "
            case (true, false): "▄"
            case (false, true): "▀"
            case (false, false): "█"
            }
          })
      }
      // White on black, whatever the colors of the terminal.
      text = lines.map { "\u{1b}[97;40m\($0)\u{1b}[0m\n" }.joined()
    }
  }
#endif
