import ArgumentParser

/// Whether a command gives up the rights that it doesn't need.
package struct SandboxOptions: ParsableArguments {
  @Flag(
    help: "Don't give up the right to other files, the network and programs before decoding.")
  package var noSandbox = false

  package init() {}

  /// What is entered: nothing, where that is asked for.
  package func granted(_ sandbox: Sandbox) -> Sandbox? { noSandbox ? nil : sandbox }
}
