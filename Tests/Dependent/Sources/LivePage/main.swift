import CommandSupport
import OpenCaptureLivePage

let address = ListeningAddress("[::1]:8080")
let command = try LiveCommand(json: Array(#"{"command":"zoom","value":2}"#.utf8))
report("\(address.map { "\($0)" } ?? "none"), \(command)")
