import OpenCaptureLivePage

extension FuzzTarget {
  static let livePages = [requests, viewers, command]

  private static let tokens = LiveTokens()

  /// A request head with one field per line.
  ///
  /// The lines are method, target, host, origin, authorization, content type and transfer encoding. A further line
  /// selects HTTP 1.0. A request without a token may receive only the page.
  private static let requests = FuzzTarget("requests", longestInput: 1024) { input in
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    func line(_ index: Int) -> String? { index < lines.count && !lines[index].isEmpty ? String(lines[index]) : nil }
    let request = LiveRequest(
      method: line(0) ?? "", target: line(1) ?? "", host: line(2), origin: line(3), authorization: line(4),
      contentType: line(5), transferEncoding: line(6), isHTTP10: line(7) != nil)
    _ = line(2).flatMap { ListeningAddress($0) }
    var router = RequestRouter(hosts: HostCheck(listeningTo: [.defaultAddress]), tokens: tokens)
    switch router.decide(request, at: 0) {
    case .serve(_, let access, let bodyLimit): precondition(access == nil && bodyLimit == 0)
    case .refuse(let refusal): precondition((400...599).contains(refusal.answer.status))
    }
  }

  /// Messages of a page, one per line; each follows a new frame.
  private static let viewers = FuzzTarget("viewers", longestInput: 1024) { input in
    var flow = ViewerFlow<UInt64>()
    var number = UInt64(0)
    var underWay = Set<UInt64>()
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      var sent = [flow.offer(number, number: number)]
      number += 1
      switch try ViewerMessage(Array(line)) {
      case .token: break
      case .drawn(let drawn):
        if let next = sent[0] {
          flow.didSend(next)
          underWay.insert(next)
        }
        underWay = underWay.filter { $0 > drawn }
        sent = [try flow.acknowledge(drawn)]
      case .hidden(let isHidden): flow.setPaused(isHidden)
      }
      for next in sent.compactMap(\.self) {
        flow.didSend(next)
        underWay.insert(next)
      }
      precondition(underWay.count <= 2)
    }
  }

  /// A camera command in JSON.
  private static let command = FuzzTarget("commands", longestInput: 512) { input in
    if case .point(let point) = try LiveCommand(json: input) {
      precondition((0...1).contains(point.x) && (0...1).contains(point.y))
    }
  }
}
