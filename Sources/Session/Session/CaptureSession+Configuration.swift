import Dispatch
public import OpenCaptureFlow
import OpenCaptureMediaSamples
public import OpenCaptureSystem

extension CaptureSession {
  /// Begins a change of the configuration, which the outermost ``commit()`` applies.
  ///
  /// Until then, ``inputs``, ``outputs``, ``connections`` and the connections of outputs and previews are those of the
  /// new configuration. Settings of a new connection take effect with the commit.
  public func beginConfiguration() {
    // A draft made while another thread's change is applied would undo that change.
    if begin(alsoDuringChanges: false) { return }
    work.sync { _ = begin(alsoDuringChanges: true) }
  }

  /// Makes a draft unless there is one; returns false if that has to wait for changes.
  private func begin(alsoDuringChanges: Bool) -> Bool {
    state.withLock { state in
      guard alsoDuringChanges || state.draft != nil || state.pendingChangeCount == 0 else { return false }
      state.depth += 1
      state.draft = state.draft ?? state.active
      return true
    }
  }

  /// Applies all changes since ``beginConfiguration()``.
  ///
  /// In a running session, new cameras start before removed ones stop. After the return, no frame of a removed
  /// camera is delivered. The exception is a consumer that is busy with such a frame for longer than 0.2 s.
  ///
  /// - Throws: `CaptureError` if the configuration cannot be applied, for example if a camera does not start. The
  ///   session then continues with the previous configuration, and the changes are lost.
  public func commit() throws(CaptureError) {
    let isOutermost = state.withLock { state in
      guard state.depth > 0 else { return false }
      state.depth -= 1
      return state.depth == 0
    }
    guard isOutermost else { return }
    try changeOnWorkQueue { () throws(CaptureError) in
      let (draft, active) = self.state.withLock { ($0.draft.take(), $0.active) }
      guard let draft else { return }
      defer { self.showDraft(in: active.outputs + draft.outputs) }
      try self.apply(draft)
    }
  }

  /// Commits the configuration and reports a failure as a runtime error.
  package func commitReportingErrors() {
    do throws(CaptureError) { try commit() } catch { reportRuntimeError(error) }
  }

  /// Reports an error of the session.
  package func reportRuntimeError(_ error: CaptureError) { announce([.runtimeError(error)]) }

  /// Changes the draft, or the session itself if no change has begun.
  func change(_ body: @Sendable (inout SessionConfiguration) throws(CaptureError) -> Void) throws(CaptureError) {
    if try changeDraft(body) { return }
    try changeOnWorkQueue { () throws(CaptureError) in
      // Another thread may have begun a change meanwhile.
      if try !self.changeDraft(body) { try self.changeActive(body) }
    }
  }

  /// Changes the configuration on the work queue.
  private func changeOnWorkQueue(_ body: () throws(CaptureError) -> Void) throws(CaptureError) {
    state.withLock { $0.pendingChangeCount += 1 }
    defer { state.withLock { $0.pendingChangeCount -= 1 } }
    try onWorkQueue(body)
  }

  /// Changes the draft, and returns false if there is none.
  private func changeDraft(
    _ body: (inout SessionConfiguration) throws(CaptureError) -> Void
  ) throws(CaptureError) -> Bool {
    let outputs: [any CaptureOutput]? = try state.withLock { (state) throws(CaptureError) in
      guard var draft = state.draft else { return nil }
      let former = state.active.outputs + draft.outputs
      try body(&draft)
      state.draft = draft
      return former + draft.outputs
    }
    guard let outputs else { return false }
    showDraft(in: outputs)
    sendChanges(former: outputs)
    return true
  }

  /// Makes outputs show their connections in the draft, or those in effect if there is no draft.
  private func showDraft(in outputs: [any CaptureOutput]) {
    let draft = state.withLock { $0.draft }
    for output in outputs {
      output.link.pendingConnections = draft?.connections.filter { $0.output === output }
    }
  }

  /// Changes the active configuration, on the work queue.
  private func changeActive(
    _ body: (inout SessionConfiguration) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    var configuration = state.withLock { $0.active }
    try body(&configuration)
    try apply(configuration)
  }

  /// Changes the configuration and reports a failure as a runtime error.
  func changeReportingErrors(_ body: @Sendable (inout SessionConfiguration) -> Void) {
    do throws(CaptureError) { try change { body(&$0) } } catch { reportRuntimeError(error) }
  }

  private var current: SessionConfiguration { state.withLock { $0.draft ?? $0.active } }

  /// The inputs, in the order of their addition.
  public var inputs: [any CaptureInput] { current.inputs }

  /// The outputs, in the order of their addition, without previews.
  public var outputs: [any CaptureOutput] { current.outputs.filter { !$0.link.isPreview } }

  /// The connections, in the order of their creation.
  public var connections: [CaptureConnection] { current.connections }

  /// Returns whether an input can be added.
  public func canAddInput(_ input: any CaptureInput) -> Bool {
    objection(toOwnerOf: input) == nil && current.objection(to: input) == nil
  }

  /// Returns the reason that prevents adding an input of another session, or nil.
  private func objection(toOwnerOf input: any CaptureInput) -> CaptureError? {
    input.ports.lazy.compactMap(\.session).first.flatMap { objection(to: $0, of: input.name) }
  }

  /// Returns the reason that prevents adding an output of another session, or nil.
  private func objection(toOwnerOf output: any CaptureOutput) -> CaptureError? {
    output.link.session.flatMap { objection(to: $0, of: output.name) }
  }

  private func objection(to owner: any CaptureOutputSession, of name: String) -> CaptureError? {
    guard owner !== self else { return nil }
    return CaptureError(
      .invalidConfiguration, subject: name, reason: "it belongs to another session", hint: "remove it there first")
  }

  /// Adds an input and connects unconnected outputs to it.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - connecting: Whether to connect outputs; the default is true.
  /// - Throws: `CaptureError` if the input cannot be added, or does not start in a running session.
  public func add(_ input: any CaptureInput, connecting: Bool = true) throws(CaptureError) {
    if let objection = objection(toOwnerOf: input) { throw objection }
    try change { (configuration) throws(CaptureError) in try configuration.add(input, connecting: connecting) }
  }

  /// Removes an input and its connections, if the session has it.
  public func removeInput(_ input: any CaptureInput) { changeReportingErrors { $0.remove(input) } }

  /// Returns whether an output can be added.
  public func canAddOutput(_ output: any CaptureOutput) -> Bool {
    objection(toOwnerOf: output) == nil && current.objection(to: output) == nil
  }

  /// Adds an output and connects it to the first camera without an output of its type, else to the first camera.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - connecting: Whether to connect the output; the default is true.
  /// - Throws: `CaptureError` if the output cannot be added, or its camera does not start in a running session.
  public func add(_ output: any CaptureOutput, connecting: Bool = true) throws(CaptureError) {
    if let objection = objection(toOwnerOf: output) { throw objection }
    try change { (configuration) throws(CaptureError) in try configuration.add(output, connecting: connecting) }
  }

  /// Removes an output and its connections, if the session has it.
  public func removeOutput(_ output: any CaptureOutput) { changeReportingErrors { $0.remove(output) } }

  /// Returns whether a connection can be added.
  public func canAddConnection(_ connection: CaptureConnection) -> Bool { current.objection(to: connection) == nil }

  /// Adds a connection created by the caller.
  ///
  /// - Throws: `CaptureError` if the connection cannot be added, or its camera does not start in a running session.
  public func add(_ connection: CaptureConnection) throws(CaptureError) {
    try change { (configuration) throws(CaptureError) in try configuration.add(connection) }
  }

  /// Removes a connection, if the session has it.
  public func removeConnection(_ connection: CaptureConnection) { changeReportingErrors { $0.remove(connection) } }

  /// Returns whether all inputs have a format for a preset.
  public func canSetSessionPreset(_ preset: Preset) -> Bool {
    (preset.selection != nil || preset == .inputPriority)
      && current.inputs.allSatisfy { $0.supports(preset.selection) }
  }

  /// The preset that selects the cameras' formats; the default is ``Preset/high``.
  ///
  /// A preset that an input does not support is ignored. Check ``canSetSessionPreset(_:)`` first.
  public var sessionPreset: Preset {
    get { current.preset }
    set {
      guard canSetSessionPreset(newValue) else { return }
      changeReportingErrors { $0.preset = newValue }
    }
  }
}

extension CaptureSession: CaptureOutputSession {
  package var recordsMovies: Bool { state.withLock { $0.active }.recordsMovies }

  package var needsSteadyFormat: Bool { state.withLock { $0.active }.needsSteadyFormat }

  package func setTemporaryStream(
    _ configuration: CaptureStreamConfiguration?, of input: any CaptureInput
  ) throws(CaptureError) {
    let change = { (session: inout SessionConfiguration) throws(CaptureError) in
      try session.setTemporaryStream(configuration, of: input)
    }
    // The change applies at once, and again when a pending draft is committed.
    try changeOnWorkQueue { () throws(CaptureError) in
      try self.changeActive(change)
      _ = try self.changeDraft(change)
    }
  }
}

extension CaptureSession {
  /// Adds the output of a preview, retries until that succeeds, and reports the first failure as a runtime error.
  ///
  /// - Parameter isWanted: Returns whether the preview still belongs to this session.
  package func addPreview(
    _ output: any CaptureOutput, connecting: Bool, while isWanted: @escaping @Sendable () -> Bool
  ) {
    do throws(CaptureError) { try add(output, connecting, isWanted) } catch { reportRuntimeError(error) }
    keep(output, connecting, isWanted)
  }

  /// Adds the output, unless a pending change adds it already or it belongs to another session by now.
  private func add(
    _ output: any CaptureOutput, _ connecting: Bool, _ isWanted: @escaping @Sendable () -> Bool
  ) throws(CaptureError) {
    guard !state.withLock({ $0.draft?.outputs.contains { $0 === output } ?? false }) else { return }
    try change { (configuration) throws(CaptureError) in
      guard isWanted() else { return }
      try configuration.add(output, connecting: connecting)
    }
  }

  /// Tries again after a second if the session does not have the output yet.
  ///
  /// No event reports that another program has released a camera. A pending change can be lost.
  private func keep(_ output: any CaptureOutput, _ connecting: Bool, _ isWanted: @escaping @Sendable () -> Bool) {
    guard output.link.session == nil else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self, weak output] in
      guard let self, let output, isWanted(), output.link.session == nil else { return }
      try? add(output, connecting, isWanted)
      keep(output, connecting, isWanted)
    }
  }
}
