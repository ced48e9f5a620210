import ArgumentParser
import OpenCaptureCommandSupport
import OpenCapture

/// The command `viewfinder processors`, which lists processors.
struct ProcessorsCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "processors", abstract: "List the processors and their options.",
    discussion: """
      Use processors with viewfinder run --with. Options follow a colon, separated by commas: \
      scale:width=640,height=480,codes:types=all.
      """)

  func prepare() -> PreparedCommand { PreparedCommand { _ in try list() } }

  private func list() throws -> Int32 {
    var text = "Use with viewfinder --with, for example --with scale:by=0.5,codes:types=all:\n\n"
    for name in ProcessorRegistry.standard.names {
      text += name + "\n"
      for option in ProcessorRegistry.standard.options(of: name) ?? [] {
        let values = option.kind == .text ? "" : ": \(option.kind.expectation)"
        text += "  \(option.name)=…  \(option.summary)\(values)\n"
      }
    }
    try StandardStream.output.write(Array(text.utf8))
    return 0
  }
}
