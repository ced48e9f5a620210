import ArgumentParser
import OpenCaptureCommandSupport
import OpenCapture

/// `viewfinder processors`: what `--with` takes.
struct ProcessorsCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "processors", abstract: "List the processors and their options.",
    discussion: """
      Those of viewfinder run --with, where options stand behind a colon, with commas between them: \
      scale:width=640,height=480,codes:types=all.
      """)

  func prepare() -> PreparedCommand { PreparedCommand { _ in try list() } }

  private func list() throws -> Int32 {
    var text = "For viewfinder --with, as in --with scale:by=0.5,codes:types=all:\n\n"
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
