import Dispatch
package import OpenCaptureFlow

extension CaptureSession {
  /// Adds the end of a preview; what fails is told as a runtime error, once, and tried again until it succeeds.
  ///
  /// - Parameter isWanted: Whether the preview is still to be this session's.
  package func addPreview(
    _ output: any CaptureOutput, connecting: Bool, while isWanted: @escaping @Sendable () -> Bool
  ) {
    do throws(CaptureError) {
      try add(output, connecting, isWanted)
    } catch {
      announce([.runtimeError(error)])
    }
    keep(output, connecting, isWanted)
  }

  /// Adds the output, unless a change does that is yet to be committed, or it was given to another session meanwhile.
  private func add(
    _ output: any CaptureOutput, _ connecting: Bool, _ isWanted: @escaping @Sendable () -> Bool
  ) throws(CaptureError) {
    guard !state.withLock({ $0.draft?.outputs.contains { $0 === output } ?? false }) else { return }
    try change { (configuration) throws(CaptureError) in
      guard isWanted() else { return }
      try configuration.add(output, connecting: connecting)
    }
  }

  /// Looks again in a second where the output isn't the session's yet: nobody tells when another program lets go of a
  /// camera, and changes that were begun can be forgotten.
  private func keep(
    _ output: any CaptureOutput, _ connecting: Bool, _ isWanted: @escaping @Sendable () -> Bool
  ) {
    guard output.link.session == nil else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self, weak output] in
      guard let self, let output, isWanted(), output.link.session == nil else { return }
      try? add(output, connecting, isWanted)
      keep(output, connecting, isWanted)
    }
  }
}
