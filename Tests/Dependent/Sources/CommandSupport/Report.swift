/// Prints a line of text after the program's name.
public func report(_ text: String) {
  let name = CommandLine.arguments.first?.split(separator: "/").last ?? "program"
  print("\(name): \(text)")
}
