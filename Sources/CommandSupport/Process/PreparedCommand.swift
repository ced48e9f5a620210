/// A command that knows what it needs, and has not yet looked at any stranger's byte.
package struct PreparedCommand {
  /// What it keeps of its rights; nil for all.
  let sandbox: Sandbox?
  let work: (SandboxState) throws -> Int32

  /// Makes one.
  ///
  /// - Parameters:
  ///   - sandbox: What it keeps of its rights; default all.
  ///   - work: What it does with them; gives the exit status.
  package init(sandbox: Sandbox? = nil, work: @escaping (SandboxState) throws -> Int32) {
    (self.sandbox, self.work) = (sandbox, work)
  }
}
